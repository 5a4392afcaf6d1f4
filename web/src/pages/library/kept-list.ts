import type { ImagePage } from '../../../../src/client/types-library.ts';
import { api } from '../../api/api.ts';
import { createImageList, type ImageList } from '../../grid/image-list.ts';
import type { Wanted } from './filters.tsx';

interface Kept {
  key: string;
  list: ImageList;
  scrollTop: number;
  /** Milliseconds of Date.now(). */
  fetchedAt: number;
}

let kept: Kept | undefined;
const PAGE = 100;
/** As many as fill most windows, so that they are there sooner. */
const FIRST_PAGE = 60;
const KEPT_MS = 60_000;

/** The list for what is wanted; the one that was last shown, as far as it had been fetched, when it is wanted again. */
export function listFor(accountId: string, wanted: Wanted): Kept {
  const key = JSON.stringify([accountId, wanted]);
  // What was uploaded or changed elsewhere meanwhile shows when the list is fetched anew.
  if (kept?.key === key && Date.now() - kept.fetchedAt < KEPT_MS) return kept;
  const { q, album, format, order } = wanted;
  const list = createImageList((cursor) => {
    const given = {
      limit: String(cursor === undefined ? FIRST_PAGE : PAGE),
      q,
      format,
      order,
      cursor: cursor ?? '',
      album_id: album === 'none' ? '' : album,
    };
    const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''));
    // Here an empty value says something: only those in no album.
    if (album === 'none') query.set('album', '');
    return api.get<ImagePage>(`/images?${query}`);
  });
  kept = { key, list, scrollTop: 0, fetchedAt: Date.now() };
  return kept;
}
