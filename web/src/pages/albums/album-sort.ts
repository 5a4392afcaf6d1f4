import type { Album } from '../../../../src/api/albums.ts';
import { LOCALE } from '../../i18n/language.ts';

/** Orders of the albums. The first one is that of the server. */
export const ALBUM_SORTS = ['newest', 'oldest', 'name', 'images', 'size'] as const;
export type AlbumSort = (typeof ALBUM_SORTS)[number];

const KEY = 'imgd.album-sort';
const names = new Intl.Collator(LOCALE, { numeric: true, sensitivity: 'base' });

const COMPARE: Record<AlbumSort, (a: Album, b: Album) => number> = {
  newest: (a, b) => b.created_at.localeCompare(a.created_at),
  oldest: (a, b) => a.created_at.localeCompare(b.created_at),
  name: (a, b) => names.compare(a.name, b.name),
  images: (a, b) => b.image_count - a.image_count,
  size: (a, b) => b.total_size - a.total_size,
};

/** The albums in an order. Equal ones keep their places. */
export function sortAlbums(albums: readonly Album[], sort: AlbumSort): readonly Album[] {
  return sort === 'newest' ? albums : albums.toSorted(COMPARE[sort]);
}

/** The order that this browser has chosen. */
export function storedSort(): AlbumSort {
  try {
    const stored = localStorage.getItem(KEY);
    return ALBUM_SORTS.find((one) => one === stored) ?? 'newest';
  } catch {
    return 'newest';
  }
}

export function storeSort(sort: AlbumSort): void {
  try {
    localStorage.setItem(KEY, sort);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
