import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ApiError } from '../../../../web/src/api/api-error.ts';
import { createPagedList, type PagedList } from '../../../../web/src/pages/admin/paged-list.ts';

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

it('fetches a part at a time, shows nothing twice, and asks no more after the last', async () => {
  const asked: (string | undefined)[] = [];
  const list = createPagedList<Item>(async (cursor) => {
    asked.push(cursor);
    return cursor === undefined ? part('abc', 'second') : part('cd', null);
  });
  await Promise.all([list.loadMore(), list.loadMore()]);
  assert.equal(shown(list), 'abc');
  await list.loadMore();
  await list.loadMore();
  assert.equal(shown(list), 'abcd');
  assert.deepEqual(asked, [undefined, 'second']);
  assert.deepEqual([list.state.get().hasMore, list.state.get().busy], [false, false]);
});

it('goes on behind parts in which there is nothing to show', async () => {
  const parts = [part('', '1'), part('', '2'), part('a', null)];
  const list = createPagedList<Item>(async (cursor) => parts[Number(cursor ?? 0)] ?? part('', null));
  await list.loadMore();
  assert.equal(shown(list), 'a');
});

it('says why a part did not come, keeps what it has, and asks for the same part again', async () => {
  let fails = true;
  const list = createPagedList<Item>(async (cursor) => {
    if (cursor === undefined) return part('a', 'next');
    if (fails) throw new ApiError(0, { code: 'NETWORK', message: 'gone' });
    return part('b', null);
  });
  await list.loadMore();
  await list.loadMore();
  assert.equal(shown(list), 'a');
  assert.match(list.state.get().refusal ?? '', /could not be reached/);
  fails = false;
  await list.loadMore();
  assert.equal(shown(list), 'ab');
  assert.equal(list.state.get().refusal, undefined);
});

it('replaces and removes', async () => {
  const list = createPagedList<Item>(async () => part('abc', null));
  await list.loadMore();
  list.replace({ id: 'b', name: 'changed' });
  list.remove(new Set(['a']));
  assert.deepEqual(list.state.get().items, [{ id: 'b', name: 'changed' }, { id: 'c' }]);
});
