import { createStore, type Store } from './store.ts';
import { explain } from './texts/errors.ts';

/** A part of a list, and where the next one begins; null on the last. */
export interface ListPart<T> {
  items: readonly T[];
  nextCursor: string | null;
}

export interface ListState<T> {
  items: readonly T[];
  /** There may be more than `items`. */
  hasMore: boolean;
  loading: boolean;
  /** Why the last part did not come. */
  refusal: string | undefined;
}

/** A list that is fetched a part at a time, as far as somebody looks. */
export interface PagedList<T> {
  state: Store<ListState<T>>;
  /** Fetches the next part that has something new in it, unless one is under way or there is none. */
  loadMore(): Promise<void>;
  remove(ids: ReadonlySet<string>): void;
  replace(item: T): void;
}

/** Parts that hold nothing new are skipped, up to so many in a row: a search may look at much in vain. */
const MAX_EMPTY_PARTS = 50;

/** @param load asks for the part that a cursor leads to; undefined = the first */
export function createPagedList<T extends { id: string }>(
  load: (cursor: string | undefined) => Promise<ListPart<T>>,
): PagedList<T> {
  const state = createStore<ListState<T>>({ items: [], hasMore: true, loading: false, refusal: undefined });
  const known = new Set<string>();
  let cursor: string | undefined;

  async function nextPart(): Promise<{ items: readonly T[]; hasMore: boolean }> {
    for (let parts = 1; ; parts++) {
      const { items, nextCursor } = await load(cursor);
      cursor = nextCursor ?? undefined;
      const hasMore = nextCursor !== null;
      // Images added or changed since the last page may occur twice.
      const fresh = items.filter(({ id }) => !known.has(id));
      if (fresh.length > 0 || !hasMore || parts === MAX_EMPTY_PARTS) return { items: fresh, hasMore };
    }
  }

  return {
    state,
    async loadMore() {
      const { loading, hasMore } = state.get();
      if (loading || !hasMore) return;
      state.set((now) => ({ ...now, loading: true, refusal: undefined }));
      try {
        const next = await nextPart();
        for (const { id } of next.items) known.add(id);
        state.set((now) => ({
          ...now,
          items: [...now.items, ...next.items],
          hasMore: next.hasMore,
          loading: false,
        }));
      } catch (error) {
        state.set((now) => ({ ...now, loading: false, refusal: explain(error) }));
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
