import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAdmission, type Place } from '../../../src/lib/load-shedding.ts';

function opened(places: number, crowdedPlaces = places) {
  let now = 0;
  const queue = { length: 0 };
  const admission = createAdmission({ places, crowdedPlaces, queue: () => queue.length }, () => now);
  const enter = (): Place => {
    const place = admission.enter();
    assert.ok(place, 'there is a place');
    return place;
  };
  return { admission, queue, enter, pass: (ms: number) => (now += ms) };
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

test('a burst may take all places; once they were not enough, what is received or waits is kept to fewer', () => {
  const { admission, queue, enter, pass } = opened(4, 2);
  const burst = [enter(), enter(), enter(), enter()];
  for (const place of burst) place.received();
  queue.length = 4;
  assert.equal(admission.enter(), undefined);
  for (const place of burst.slice(0, 3)) place.leave();
  queue.length = 1;
  const next = enter();
  assert.equal(admission.enter(), undefined, 'one is received and one waits');
  next.received();
  assert.ok(enter(), 'what is only being stored is no longer waited for');
  pass(999);
  assert.equal(admission.enter(), undefined);
});

test('nothing refused for a second ends the crowd', () => {
  const { admission, queue, enter, pass } = opened(4, 1);
  const burst = [enter(), enter(), enter(), enter()];
  assert.equal(admission.enter(), undefined);
  for (const place of burst) place.leave();
  queue.length = 1;
  pass(999);
  assert.equal(admission.enter(), undefined);
  pass(1_000);
  enter();
  enter();
});
