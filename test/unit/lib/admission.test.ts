import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAdmission, type Place } from '../../../src/lib/admission.ts';

function opened(places: number) {
  let now = 0;
  const admission = createAdmission(places, () => now);
  const enter = (): Place => {
    const place = admission.enter();
    assert.ok(place, 'there is a place');
    return place;
  };
  return { admission, enter, pass: (ms: number) => (now += ms) };
}

test('as many are let in as there are places, and others when one leaves', () => {
  const { admission, enter } = opened(2);
  const [first] = [enter(), enter()];
  assert.equal(admission.enter(), undefined);
  first?.leave();
  first?.leave();
  enter();
  assert.equal(admission.enter(), undefined, 'who leaves twice gives one place');
});

test('whoever sends slowly holds a place for a second, and again once all has come', () => {
  const { admission, enter, pass } = opened(2);
  const slow = enter();
  pass(500);
  enter().received();
  assert.equal(admission.enter(), undefined);
  pass(500);
  const third = enter();
  assert.equal(admission.enter(), undefined);
  third.leave();
  slow.received();
  assert.equal(admission.enter(), undefined, 'what has come late counts like the rest');
  pass(60_000);
  assert.equal(admission.enter(), undefined, 'work counts for as long as it takes');
});
