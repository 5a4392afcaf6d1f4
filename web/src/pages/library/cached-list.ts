import type { ImagePage } from '../../../../src/api/images.ts';
import type { Months } from '../../../../src/api/library.ts';
import { api } from '../../api/api.ts';
import { getPrefetched } from '../../api/prefetch.ts';
import { createImageList, type ImageList } from '../../grid/image-list.ts';
import type { MonthCount } from '../../grid/month-sections.ts';
import { onForeignChange } from '../../grid/own-changes.ts';
import { type ImageFilter, imagesPath, monthsPath } from './image-filter.ts';

interface CachedList {
  key: string;
  list: ImageList;
  scrollTop: number;
  /** Unix time in milliseconds. */
  fetchedAt: number;
}

let cached: CachedList | undefined;
/** Programs that use the API announce no changes: what they did appears when the list is fetched again. */
const MAX_AGE_MS = 60_000;

// A list in view refreshes itself.
onForeignChange(() => {
  if (cached !== undefined) cached.fetchedAt = 0;
});

/**
 * The list for a filter. Returns the last list, with its loaded pages and scroll position, if the filter is the same
 * and the list is fresh.
 */
export function cachedListFor(accountId: string, filter: ImageFilter): CachedList {
  const key = JSON.stringify([accountId, filter]);
  if (cached?.key === key && Date.now() - cached.fetchedAt < MAX_AGE_MS) return cached;
  const months = monthsPath(filter);
  const list = createImageList({
    fetchPage: (cursor, range) => getPrefetched<ImagePage>(imagesPath(filter, cursor, range)),
    fetchMonths: months === undefined ? undefined : () => fetchMonths(months, filter.order),
  });
  cached = { key, list, scrollTop: 0, fetchedAt: Date.now() };
  return cached;
}

async function fetchMonths(path: string, order: string): Promise<readonly MonthCount[]> {
  const { months, complete } = await api.get<Months>(path);
  // The server stops counting at a bound. A list without its oldest months would be wrong.
  if (!complete) throw new Error('too many images to count');
  const sign = order === 'oldest' ? 1 : -1;
  return [...months].sort((one, other) => (one.month < other.month ? -sign : sign));
}
