import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ApiError } from '../../../web/src/api/api-error.ts';
import { createPagedList, type PagedList } from '../../../web/src/paged-list.ts';

interface Item {
  id: string;
  name?: string;
}

const part = (ids: string, nextCursor: string | null) => ({ items: [...ids].map((id): Item => ({ id })), nextCursor });
const shown = (list: PagedList<Item>) =>
  list.state
    .get()
    .items.map(({ id }) => id)
    .join('');

it('fetches parts in order, one request at a time, and stops at the end', async () => {
  const cursors: (string | undefined)[] = [];
  const list = createPagedList<Item>(async (cursor) => {
    cursors.push(cursor);
    return cursor === undefined ? part('abc', 'second') : part('cd', null);
  });
  await Promise.all([list.loadMore(), list.loadMore()]);
  assert.equal(shown(list), 'abc');
  await list.loadMore();
  await list.loadMore();
  assert.equal(shown(list), 'abcd');
  assert.deepEqual(cursors, [undefined, 'second']);
  assert.deepEqual([list.state.get().hasMore, list.state.get().loading], [false, false]);
});

it('skips empty parts and items that it already has', async () => {
  const parts = [part('ab', '1'), part('', '2'), part('b', '3'), part('c', null)];
  const list = createPagedList<Item>(async (cursor) => parts[Number(cursor ?? 0)] ?? part('', null));
  await list.loadMore();
  await list.loadMore();
  assert.equal(shown(list), 'abc');
});

it('stops after fifty empty parts, and can continue from there', async () => {
  let requests = 0;
  const list = createPagedList<Item>(async () => {
    requests += 1;
    return part('', String(requests));
  });
  await list.loadMore();
  assert.deepEqual([requests, list.state.get().hasMore, list.state.get().loading], [50, true, false]);
});

it('reports why a part failed, keeps its items, and requests the same part again', async () => {
  let fails = true;
  const list = createPagedList<Item>(async (cursor) => {
    if (cursor === undefined) return part('a', 'next');
    if (fails) throw new ApiError(0, { code: 'NETWORK', message: 'gone' });
    return part('b', null);
  });
  await list.loadMore();
  await list.loadMore();
  assert.equal(shown(list), 'a');
  assert.equal((list.state.get().error as ApiError).code, 'NETWORK');
  fails = false;
  await list.loadMore();
  assert.equal(shown(list), 'ab');
  assert.equal(list.state.get().error, undefined);
});

it('replaces and removes items', async () => {
  const list = createPagedList<Item>(async () => part('abc', null));
  await list.loadMore();
  list.replace({ id: 'b', name: 'changed' });
  list.remove(new Set(['a']));
  assert.deepEqual(list.state.get().items, [{ id: 'b', name: 'changed' }, { id: 'c' }]);
});
