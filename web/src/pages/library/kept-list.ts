import type { ImagePage } from '../../../../src/api/images.ts';
import { getEarly } from '../../api/early.ts';
import { createImageList, type ImageList } from '../../grid/image-list.ts';
import { imagesPath, type Wanted } from './wanted.ts';

interface Kept {
  key: string;
  list: ImageList;
  scrollTop: number;
  /** Unix time in milliseconds. */
  fetchedAt: number;
}

let kept: Kept | undefined;
const KEPT_MS = 60_000;

/**
 * The list for a filter. Returns the last list, with its loaded pages and scroll position, if the filter is the same
 * and the list is fresh.
 */
export function listFor(accountId: string, wanted: Wanted): Kept {
  const key = JSON.stringify([accountId, wanted]);
  // Changes by other clients appear when the list is fetched again.
  if (kept?.key === key && Date.now() - kept.fetchedAt < KEPT_MS) return kept;
  const list = createImageList((cursor) => getEarly<ImagePage>(imagesPath(wanted, cursor)));
  kept = { key, list, scrollTop: 0, fetchedAt: Date.now() };
  return kept;
}
