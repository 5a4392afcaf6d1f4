import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLoadShedder, type UploadSlot } from '../../../src/lib/load-shedding.ts';

const ADDRESS = '192.0.2.1';
const OTHERS = ['198.51.100.1', '198.51.100.2', '198.51.100.3'] as const;

function opened(slots: number, overloadedSlots = slots, reservedSlots = 0) {
  let now = 0;
  const queue = { length: 0 };
  const shedder = createLoadShedder(
    { slots, overloadedSlots, reservedSlots, queueLength: () => queue.length },
    () => now,
  );
  const acquire = (address = ADDRESS): UploadSlot => {
    const slot = shedder.acquire(address);
    assert.ok(slot, 'a slot is free');
    return slot;
  };
  return { shedder, queue, acquire, pass: (ms: number) => (now += ms) };
}

test('it gives as many slots as there are, and one more after a release', () => {
  const { shedder, acquire } = opened(2);
  const [first] = [acquire(), acquire()];
  assert.equal(shedder.acquire(ADDRESS), undefined);
  first?.release();
  first?.release();
  acquire();
  assert.equal(shedder.acquire(ADDRESS), undefined, 'a second release of the same slot frees nothing');
});

test('a slow sender holds a slot for a second, and again once its body has been received', () => {
  const { shedder, acquire, pass } = opened(2);
  const slow = acquire();
  pass(500);
  acquire().received();
  assert.equal(shedder.acquire(ADDRESS), undefined);
  pass(500);
  const third = acquire();
  assert.equal(shedder.acquire(ADDRESS), undefined);
  third.release();
  slow.received();
  assert.equal(shedder.acquire(ADDRESS), undefined, 'a body received late counts like all others');
  pass(60_000);
  assert.equal(shedder.acquire(ADDRESS), undefined, 'processing counts for as long as it takes');
});

test('a burst may use all slots; under overload fewer uploads may be received or wait', () => {
  const { shedder, queue, acquire, pass } = opened(4, 2);
  const burst = [acquire(), acquire(), acquire(), acquire()];
  for (const slot of burst) slot.received();
  queue.length = 4;
  assert.equal(shedder.acquire(ADDRESS), undefined);
  for (const slot of burst.slice(0, 3)) slot.release();
  queue.length = 1;
  const next = acquire();
  assert.equal(shedder.acquire(ADDRESS), undefined, 'one is received and one waits');
  next.received();
  assert.ok(acquire(), 'an upload that has passed the queue does not count');
  pass(999);
  assert.equal(shedder.acquire(ADDRESS), undefined);
});

test('the overload ends after a second without a refusal', () => {
  const { shedder, queue, acquire, pass } = opened(4, 1);
  const burst = [acquire(), acquire(), acquire(), acquire()];
  assert.equal(shedder.acquire(ADDRESS), undefined);
  for (const slot of burst) slot.release();
  queue.length = 1;
  pass(999);
  assert.equal(shedder.acquire(ADDRESS), undefined);
  pass(1_000);
  acquire();
  acquire();
});

test('addresses without an upload in progress have reserved slots', () => {
  const { shedder, acquire } = opened(3, 3, 2);
  const flood = [acquire(), acquire(), acquire()];
  assert.equal(shedder.acquire(ADDRESS), undefined);
  const other = acquire(OTHERS[0]);
  assert.equal(shedder.acquire(OTHERS[0]), undefined, 'one for each address');
  acquire(OTHERS[1]);
  assert.equal(shedder.acquire(OTHERS[2]), undefined, 'the reserved slots are bounded too');
  other.release();
  other.release();
  assert.equal(shedder.acquire(ADDRESS), undefined, 'the flood gets none of them');
  acquire(OTHERS[0]);
  for (const slot of flood) slot.release();
  acquire(OTHERS[2]);
});

test('under overload a flood of one address leaves a place for the others', () => {
  const { shedder, queue, acquire, pass } = opened(4, 2, 1);
  for (const slot of [acquire(), acquire(), acquire(), acquire()]) slot.received();
  queue.length = 4;
  assert.equal(shedder.acquire(ADDRESS), undefined);
  queue.length = 2;
  pass(500);
  assert.equal(shedder.acquire(ADDRESS), undefined);
  assert.ok(acquire(OTHERS[0]), 'two are in the queue of the flood');
  assert.equal(shedder.acquire(OTHERS[1]), undefined);
});

test('a slow sender has no claim to a reserved slot', () => {
  const { shedder, acquire, pass } = opened(1, 1, 1);
  acquire(OTHERS[0]);
  pass(1_000);
  acquire();
  assert.equal(shedder.acquire(OTHERS[0]), undefined);
  acquire(OTHERS[1]);
});
