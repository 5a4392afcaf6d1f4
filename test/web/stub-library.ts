import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { ImageInfo } from '../../src/api/images.ts';

/** The months arrive after the first page, as they may on a slow line. */
const MONTHS_AFTER_MS = 300;

/** Answers for a library of images of one picture, `perMonth` of them in each month from November 2026 backwards. */
export async function stubLibrary(
  base: string,
  page: Page,
  months: number,
  perMonth: number,
): Promise<{ requests: URL[]; total: number }> {
  const { data } = await (await page.context().request.get(`${base}/api/v1/images`)).json();
  const [first] = data.images as ImageInfo[];
  const monthOf = (index: number) =>
    new Date(Date.UTC(2026, 10 - Math.floor(index / perMonth), 1)).toISOString().slice(0, 7);
  const all = Array.from({ length: months * perMonth }, (_, index) => ({
    ...first,
    id: `i${String(index).padStart(11, '0')}`,
    filename: `picture ${index}.jpg`,
    uploaded_at: `${monthOf(index)}-15T00:00:00Z`,
  }));
  const requests: URL[] = [];
  await page.route('**/api/v1/images?*', (route) => {
    const url = new URL(route.request().url());
    requests.push(url);
    const query = url.searchParams;
    const [from, to] = [query.get('from') ?? '', query.get('to') ?? '9999'];
    const found = all.filter((image) => image.uploaded_at >= from && image.uploaded_at.slice(0, 10) <= to);
    const at = Number(query.get('cursor') ?? 0);
    const end = at + Number(query.get('limit'));
    const hasMore = end < found.length;
    const images = found.slice(at, end);
    return route.fulfill({
      json: { success: true, data: { images, has_more: hasMore, next_cursor: hasMore ? String(end) : null } },
    });
  });
  await page.route('**/api/v1/images/months*', async (route) => {
    await sleep(MONTHS_AFTER_MS);
    await route.fulfill({
      json: {
        success: true,
        data: {
          total: all.length,
          complete: true,
          months: Array.from({ length: months }, (_, i) => ({ month: monthOf(i * perMonth), images: perMonth })),
        },
      },
    });
  });
  return { requests, total: all.length };
}
