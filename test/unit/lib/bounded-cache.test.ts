import assert from 'node:assert/strict';
import { it } from 'node:test';
import { cacheOfBytes, cacheOfEntries } from '../../../src/lib/bounded-cache.ts';

it('is bounded by its size and evicts the least recently used value', () => {
  const cache = cacheOfBytes(10);
  cache.set('a', Buffer.alloc(4));
  cache.set('b', Buffer.alloc(4));
  cache.get('a');
  cache.set('c', Buffer.alloc(4));
  assert.deepEqual(
    ['a', 'b', 'c'].map((key) => cache.get(key)?.length),
    [4, undefined, 4],
  );
  cache.set('d', Buffer.alloc(11));
  assert.deepEqual(
    ['a', 'c', 'd'].map((key) => cache.get(key)?.length),
    [4, 4, undefined],
    'too large for the whole',
  );
});

it('stores empty buffers, and nothing at size 0', () => {
  const cache = cacheOfBytes(10);
  cache.set('empty', Buffer.alloc(0));
  assert.equal(cache.get('empty')?.length, 0);
  const none = cacheOfBytes(0);
  none.set('a', Buffer.alloc(1));
  assert.equal(none.get('a'), undefined);
});

it('is bounded by its number of entries, and can be cleared', () => {
  const cache = cacheOfEntries<{ n: number }>(2);
  for (const n of [1, 2, 3]) cache.set(String(n), { n });
  assert.deepEqual(
    ['1', '2', '3'].map((key) => cache.get(key)?.n),
    [undefined, 2, 3],
  );
  cache.clear();
  assert.equal(cache.get('3'), undefined);
});
