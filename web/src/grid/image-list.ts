import type { ImageInfo, ImagePage } from '../../../src/api/images.ts';
import { createPagedList, type PagedList } from '../paged-list.ts';

/** Images that are fetched a page at a time. */
export type ImageList = PagedList<ImageInfo>;

/** @param fetchPage asks for the page that a cursor leads to; undefined = the first */
export function createImageList(fetchPage: (cursor: string | undefined) => Promise<ImagePage>): ImageList {
  return createPagedList(async (cursor) => {
    const { images, next_cursor: nextCursor } = await fetchPage(cursor);
    return { items: images, nextCursor };
  });
}
