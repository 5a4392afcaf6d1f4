import type { ImageInfo } from '../../../src/client/types.ts';
import type { ImagePage } from '../../../src/client/types-library.ts';
import { createStore, type Store } from '../store.ts';
import { explain } from '../texts/errors.ts';

/** A list that is fetched page by page, as far as it has been looked at. */
export interface ImageListState {
  images: readonly ImageInfo[];
  /** There is more than `images`. */
  hasMore: boolean;
  loading: boolean;
  /** Why the last page did not come. */
  refusal: string | undefined;
}

export interface ImageList {
  state: Store<ImageListState>;
  /** Fetches the next page, unless one is on its way or there is none. */
  loadMore(): Promise<void>;
  replace(image: ImageInfo): void;
  remove(ids: ReadonlySet<string>): void;
}

/** Pages that hold nothing new are skipped, up to so many in a row: a search may look at many images in vain. */
const MAX_EMPTY_PAGES = 50;

/** @param fetchPage asks for the page that a cursor leads to; undefined = the first */
export function createImageList(fetchPage: (cursor: string | undefined) => Promise<ImagePage>): ImageList {
  const state = createStore<ImageListState>({ images: [], hasMore: true, loading: false, refusal: undefined });
  const known = new Set<string>();
  let cursor: string | undefined;

  async function nextImages(): Promise<{ images: ImageInfo[]; hasMore: boolean }> {
    for (let pages = 1; ; pages++) {
      const page = await fetchPage(cursor);
      cursor = page.next_cursor ?? undefined;
      // What was uploaded or changed meanwhile may come twice.
      const images = page.images.filter(({ id }) => !known.has(id));
      if (images.length > 0 || !page.has_more || pages === MAX_EMPTY_PAGES) return { images, hasMore: page.has_more };
    }
  }

  return {
    state,
    async loadMore() {
      const { loading, hasMore } = state.get();
      if (loading || !hasMore) return;
      state.set((now) => ({ ...now, loading: true, refusal: undefined }));
      try {
        const next = await nextImages();
        for (const { id } of next.images) known.add(id);
        state.set((now) => ({
          ...now,
          images: [...now.images, ...next.images],
          hasMore: next.hasMore,
          loading: false,
        }));
      } catch (error) {
        state.set((now) => ({ ...now, loading: false, refusal: explain(error) }));
      }
    },
    replace(image) {
      state.set((now) => ({ ...now, images: now.images.map((one) => (one.id === image.id ? image : one)) }));
    },
    remove(ids) {
      state.set((now) => ({ ...now, images: now.images.filter(({ id }) => !ids.has(id)) }));
    },
  };
}
