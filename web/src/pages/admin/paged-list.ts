import { createStore, type Store } from '../../store.ts';
import { explain } from '../../texts/errors.ts';

/** A part of a list, and where the next one begins; null on the last. */
export interface ListPart<T> {
  items: readonly T[];
  nextCursor: string | null;
}

export interface ListState<T> {
  items: readonly T[];
  /** There may be more than is here. */
  hasMore: boolean;
  busy: boolean;
  refusal: string | undefined;
}

/** A list that is fetched a part at a time, as far as somebody looks. */
export interface PagedList<T> {
  state: Store<ListState<T>>;
  /** Fetches the next part that has something in it, unless one is under way or there is none. A refusal stays in the state until asked again. */
  loadMore(): Promise<void>;
  remove(ids: ReadonlySet<string>): void;
  replace(item: T): void;
}

/** @param load the part that a cursor leads to; undefined = the first */
export function createPagedList<T extends { id: string }>(
  load: (cursor: string | undefined) => Promise<ListPart<T>>,
): PagedList<T> {
  const state = createStore<ListState<T>>({ items: [], hasMore: true, busy: false, refusal: undefined });
  let cursor: string | undefined;
  return {
    state,
    async loadMore() {
      const { busy, hasMore } = state.get();
      if (busy || !hasMore) return;
      state.set((now) => ({ ...now, busy: true, refusal: undefined }));
      try {
        let part: ListPart<T>;
        do {
          part = await load(cursor);
          cursor = part.nextCursor ?? undefined;
        } while (part.items.length === 0 && part.nextCursor !== null);
        const { items: added, nextCursor } = part;
        state.set((now) => {
          const known = new Set(now.items.map(({ id }) => id));
          const items = [...now.items, ...added.filter(({ id }) => !known.has(id))];
          return { items, hasMore: nextCursor !== null, busy: false, refusal: undefined };
        });
      } catch (error) {
        state.set((now) => ({ ...now, busy: false, refusal: explain(error) }));
      }
    },
    remove(ids) {
      state.set((now) => ({ ...now, items: now.items.filter(({ id }) => !ids.has(id)) }));
    },
    replace(item) {
      state.set((now) => ({ ...now, items: now.items.map((other) => (other.id === item.id ? item : other)) }));
    },
  };
}
