import { createStore, type Store } from './store.ts';

/** One page of a list and the cursor of the next; null on the last page. */
export interface ListPage<T> {
  items: readonly T[];
  nextCursor: string | null;
}

export interface ListState<T> {
  items: readonly T[];
  /** The server may have more items. */
  hasMore: boolean;
  loading: boolean;
  /** Why the last page failed to load; `explain` says it in words. */
  error: unknown;
}

/** A list that loads one page at a time. */
export interface PagedList<T> {
  state: Store<ListState<T>>;
  /**
   * Loads pages until one contains a new item or the list ends. Does nothing while loading or after the last page. After a
   * failure, call it only as `useRetry` does, or when the user asks for it.
   */
  loadMore(): Promise<void>;
  remove(ids: ReadonlySet<string>): void;
  replace(item: T): void;
}

/** Maximum number of consecutive pages without a new item. A search may return empty pages. */
const MAX_EMPTY_PAGES = 50;

/** @param load fetches the page at a cursor; undefined = the first */
export function createPagedList<T extends { id: string }>(
  load: (cursor: string | undefined) => Promise<ListPage<T>>,
): PagedList<T> {
  const state = createStore<ListState<T>>({
    items: [],
    hasMore: true,
    loading: false,
    error: undefined,
  });
  const known = new Set<string>();
  let cursor: string | undefined;

  async function nextPage(): Promise<{ items: readonly T[]; hasMore: boolean }> {
    for (let parts = 1; ; parts++) {
      const { items, nextCursor } = await load(cursor);
      cursor = nextCursor ?? undefined;
      const hasMore = nextCursor !== null;
      // An image that was added or changed since the last page may occur twice.
      const fresh = items.filter(({ id }) => !known.has(id));
      if (fresh.length > 0 || !hasMore || parts === MAX_EMPTY_PAGES) return { items: fresh, hasMore };
    }
  }

  return {
    state,
    async loadMore() {
      const { loading, hasMore } = state.get();
      if (loading || !hasMore) return;
      state.set((now) => ({ ...now, loading: true, error: undefined }));
      try {
        const next = await nextPage();
        for (const { id } of next.items) known.add(id);
        state.set((now) => ({
          ...now,
          items: [...now.items, ...next.items],
          hasMore: next.hasMore,
          loading: false,
        }));
      } catch (error) {
        state.set((now) => ({ ...now, loading: false, error }));
      }
    },
    replace(item) {
      state.set((now) => ({ ...now, items: now.items.map((one) => (one.id === item.id ? item : one)) }));
    },
    remove(ids) {
      state.set((now) => ({ ...now, items: now.items.filter(({ id }) => !ids.has(id)) }));
    },
  };
}
