import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLoadShedder, type UploadSlot } from '../../../src/lib/load-shedding.ts';

function opened(slots: number, overloadedSlots = slots) {
  let now = 0;
  const queue = { length: 0 };
  const shedder = createLoadShedder({ slots, overloadedSlots, queueLength: () => queue.length }, () => now);
  const acquire = (): UploadSlot => {
    const slot = shedder.acquire();
    assert.ok(slot, 'a slot is free');
    return slot;
  };
  return { shedder, queue, acquire, pass: (ms: number) => (now += ms) };
}

test('it gives as many slots as there are, and one more after a release', () => {
  const { shedder, acquire } = opened(2);
  const [first] = [acquire(), acquire()];
  assert.equal(shedder.acquire(), undefined);
  first?.release();
  first?.release();
  acquire();
  assert.equal(shedder.acquire(), undefined, 'a second release of the same slot frees nothing');
});

test('a slow sender holds a slot for a second, and again once its body has been received', () => {
  const { shedder, acquire, pass } = opened(2);
  const slow = acquire();
  pass(500);
  acquire().received();
  assert.equal(shedder.acquire(), undefined);
  pass(500);
  const third = acquire();
  assert.equal(shedder.acquire(), undefined);
  third.release();
  slow.received();
  assert.equal(shedder.acquire(), undefined, 'a body received late counts like all others');
  pass(60_000);
  assert.equal(shedder.acquire(), undefined, 'processing counts for as long as it takes');
});

test('a burst may use all slots; under overload fewer uploads may be received or wait', () => {
  const { shedder, queue, acquire, pass } = opened(4, 2);
  const burst = [acquire(), acquire(), acquire(), acquire()];
  for (const slot of burst) slot.received();
  queue.length = 4;
  assert.equal(shedder.acquire(), undefined);
  for (const slot of burst.slice(0, 3)) slot.release();
  queue.length = 1;
  const next = acquire();
  assert.equal(shedder.acquire(), undefined, 'one is received and one waits');
  next.received();
  assert.ok(acquire(), 'an upload that has passed the queue does not count');
  pass(999);
  assert.equal(shedder.acquire(), undefined);
});

test('the overload ends after a second without a refusal', () => {
  const { shedder, queue, acquire, pass } = opened(4, 1);
  const burst = [acquire(), acquire(), acquire(), acquire()];
  assert.equal(shedder.acquire(), undefined);
  for (const slot of burst) slot.release();
  queue.length = 1;
  pass(999);
  assert.equal(shedder.acquire(), undefined);
  pass(1_000);
  acquire();
  acquire();
});
