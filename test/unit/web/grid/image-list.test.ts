import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ImageInfo, ImagePage } from '../../../../src/api/images.ts';
import { createImageList } from '../../../../web/src/grid/image-list.ts';
import type { DateRange, MonthCount } from '../../../../web/src/grid/month-sections.ts';

const PAGE = 100;
const FIRST_PAGE = 60;

/** A server with images of some months, the newest first. */
function server(counts: readonly MonthCount[]) {
  let all = counts.flatMap(({ month, images }) =>
    Array.from(
      { length: images },
      (_, i) => ({ id: `${month} ${i}`, uploaded_at: `${month}-15T00:00:00Z` }) as ImageInfo,
    ),
  );
  const requests: (DateRange | 'first')[] = [];
  return {
    requests,
    change(next: (images: readonly ImageInfo[]) => ImageInfo[]) {
      all = next(all);
    },
    list: createImageList({
      async fetchPage(cursor, range) {
        requests.push(range ?? 'first');
        const found = all.filter(
          ({ uploaded_at: time }) => range === undefined || (time >= range.from && time.slice(0, 10) <= range.to),
        );
        const at = Number(cursor ?? 0);
        const end = at + (range === undefined ? FIRST_PAGE : PAGE);
        const next = end < found.length ? String(end) : null;
        return { images: found.slice(at, end), next_cursor: next, has_more: next !== null } as ImagePage;
      },
      async fetchMonths() {
        const months = new Map<string, number>();
        for (const { uploaded_at: time } of all) months.set(time.slice(0, 7), (months.get(time.slice(0, 7)) ?? 0) + 1);
        return [...months].map(([month, images]) => ({ month, images }));
      },
    }),
  };
}

const COUNTS = [
  { month: '2026-03', images: 40 },
  { month: '2026-02', images: 250 },
  { month: '2026-01', images: 30 },
  { month: '2025-12', images: 30 },
];

describe('a list of images by month', () => {
  it('knows the place of every image after the first page', async () => {
    const { list, requests } = server(COUNTS);
    await list.need(0, 20);
    const { items, months, total, hasMore } = list.state.get();
    assert.deepEqual([items.length, total, hasMore], [350, 350, false]);
    assert.deepEqual(months, COUNTS);
    assert.equal(items.filter((item) => item !== undefined).length, FIRST_PAGE);
    assert.deepEqual(requests, ['first']);
  });

  it('loads only what is needed: small months in one request, a large one page by page', async () => {
    const { list, requests } = server(COUNTS);
    await list.need(0, 20);
    await list.need(290, 350);
    assert.deepEqual(requests.slice(1), [{ from: '2025-12-01', to: '2026-01-31' }]);
    assert.equal(list.state.get().items[349]?.id, '2025-12 29');
    assert.equal(list.state.get().items[100], undefined);
    assert.equal(await list.loadRange(40, 290), true);
    assert.deepEqual(requests.slice(2), new Array(3).fill({ from: '2026-02-01', to: '2026-02-28' }));
    assert.equal(
      list.state.get().items.every((item) => item !== undefined),
      true,
    );
    await list.need(0, 350);
    assert.equal(requests.length, 5, 'nothing is loaded twice');
  });

  it('shows new images and drops deleted ones after a refresh, and keeps the others', async () => {
    const { list, change } = server(COUNTS);
    await list.need(0, 20);
    await list.loadRange(290, 350);
    change((images) => [
      { id: 'new', uploaded_at: '2026-03-20T00:00:00Z' } as ImageInfo,
      ...images.filter(({ id }) => id !== '2026-01 3'),
    ]);
    await list.refresh();
    assert.equal(list.state.get().items[0]?.id, 'new');
    assert.equal(list.state.get().total, 350);
    await list.loadRange(0, 350);
    const ids = list.state.get().items.map((item) => item?.id);
    assert.equal(ids.includes('2026-01 3'), false);
    assert.equal(new Set(ids).size, 350);
  });

  it('stops after an error until it is asked again', async () => {
    let failures = 0;
    const list = createImageList({
      fetchPage: async () => {
        failures += 1;
        throw new Error('no connection');
      },
    });
    await list.need(0, 1);
    await list.need(0, 1);
    assert.equal(failures, 1);
    await list.retry();
    assert.equal(failures, 2);
  });
});
