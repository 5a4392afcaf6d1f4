import type { ImagePage } from '../../../../src/api/images.ts';
import { getPrefetched } from '../../api/prefetch.ts';
import { createImageList, type ImageList } from '../../grid/image-list.ts';
import { type ImageFilter, imagesPath } from './image-filter.ts';

interface CachedList {
  key: string;
  list: ImageList;
  scrollTop: number;
  /** Unix time in milliseconds. */
  fetchedAt: number;
}

let cached: CachedList | undefined;
const MAX_AGE_MS = 60_000;

/**
 * The list for a filter. Returns the last list, with its loaded pages and scroll position, if the filter is the same
 * and the list is fresh.
 */
export function cachedListFor(accountId: string, filter: ImageFilter): CachedList {
  const key = JSON.stringify([accountId, filter]);
  // Changes by other clients appear when the list is fetched again.
  if (cached?.key === key && Date.now() - cached.fetchedAt < MAX_AGE_MS) return cached;
  const list = createImageList((cursor) => getPrefetched<ImagePage>(imagesPath(filter, cursor)));
  cached = { key, list, scrollTop: 0, fetchedAt: Date.now() };
  return cached;
}
