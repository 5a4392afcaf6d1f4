import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ImageInfo } from '../../../../src/client/types.ts';
import type { ImagePage } from '../../../../src/client/types-library.ts';
import { ApiError } from '../../../../web/src/api/api-error.ts';
import { createImageList } from '../../../../web/src/grid/image-list.ts';

const image = (id: string) => ({ id, filename: `${id}.jpg` }) as ImageInfo;
const page = (ids: string, next: string | null): ImagePage => ({
  images: [...ids].map(image),
  next_cursor: next,
  has_more: next !== null,
});
const shown = (list: ReturnType<typeof createImageList>) =>
  list.state
    .get()
    .images.map(({ id }) => id)
    .join('');

it('fetches one page after the other, asks once at a time, and stops at the end', async () => {
  const asked: (string | undefined)[] = [];
  const list = createImageList(async (cursor) => {
    asked.push(cursor);
    return cursor === undefined ? page('abc', 'second') : page('de', null);
  });
  await Promise.all([list.loadMore(), list.loadMore()]);
  assert.equal(shown(list), 'abc');
  await list.loadMore();
  await list.loadMore();
  assert.equal(shown(list), 'abcde');
  assert.deepEqual(asked, [undefined, 'second']);
  assert.equal(list.state.get().hasMore, false);
});

it('skips pages in which a search found nothing, and what it has already', async () => {
  const pages = [page('ab', '1'), page('', '2'), page('b', '3'), page('c', null)];
  const list = createImageList(async (cursor) => pages[Number(cursor ?? 0)] as ImagePage);
  await list.loadMore();
  await list.loadMore();
  assert.equal(shown(list), 'abc');
});

it('says why a page did not come, keeps what it has, and tries the same page again', async () => {
  let fails = true;
  const list = createImageList(async (cursor) => {
    if (cursor === undefined) return page('a', 'next');
    if (fails) throw new ApiError(0, { code: 'NETWORK', message: 'gone' });
    return page('b', null);
  });
  await list.loadMore();
  await list.loadMore();
  assert.equal(shown(list), 'a');
  assert.match(list.state.get().refusal ?? '', /\w/);
  fails = false;
  await list.loadMore();
  assert.equal(shown(list), 'ab');
  assert.equal(list.state.get().refusal, undefined);
});

it('replaces and removes', async () => {
  const list = createImageList(async () => page('abc', null));
  await list.loadMore();
  list.replace({ ...image('b'), filename: 'new.jpg' });
  list.remove(new Set(['a']));
  assert.equal(shown(list), 'bc');
  assert.equal(list.state.get().images[0]?.filename, 'new.jpg');
});
