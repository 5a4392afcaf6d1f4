import type { ImageInfo, ImagePage } from '../../../src/api/images.ts';
import { createPagedList, type PagedList } from '../paged-list.ts';

export type ImageList = PagedList<ImageInfo>;

/** @param fetchPage fetches the page at a cursor; undefined = the first */
export function createImageList(fetchPage: (cursor: string | undefined) => Promise<ImagePage>): ImageList {
  return createPagedList(async (cursor) => {
    const { images, next_cursor: nextCursor } = await fetchPage(cursor);
    return { items: images, nextCursor };
  });
}
