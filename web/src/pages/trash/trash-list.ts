import { useEffect, useMemo, useState } from 'preact/hooks';
import type { EmptiedTrash, TrashedInfo, TrashPage } from '../../../../src/api/trash.ts';
import { api } from '../../api/api.ts';
import { useRetry } from '../../api/use-retry.ts';
import { announce, onChange } from '../../changes.ts';
import { createPagedList, type ListState } from '../../paged-list.ts';
import { useStore } from '../../store.ts';
import { loadUsage } from '../../usage.ts';

const PAGE = 60;
/** Ids in one request. */
const BATCH = 100;

export interface TrashList {
  state: ListState<TrashedInfo>;
  loadMore(): Promise<void>;
  /** Forgets images that have left the trash, and tells other pages and tabs. */
  remove(ids: ReadonlySet<string>): void;
}

/** The images in the trash, loaded again after changes in other tabs. */
export function useTrashList(): TrashList {
  const [version, setVersion] = useState(0);
  const list = useMemo(
    () =>
      createPagedList<TrashedInfo>(async (cursor) => {
        const page = await api.get<TrashPage>('/trash', {
          limit: String(PAGE),
          ...(cursor !== undefined && { cursor }),
        });
        return { items: page.images, nextCursor: page.next_cursor };
      }),
    [version],
  );
  const state = useStore(list.state);
  useEffect(() => {
    void list.loadMore();
    void loadUsage().catch(() => undefined);
  }, [list]);
  useEffect(() => onChange('trash', (elsewhere) => elsewhere && setVersion((now) => now + 1)), []);
  useRetry(state.error, () => void list.loadMore());
  return {
    state,
    loadMore: list.loadMore,
    remove(ids) {
      list.remove(ids);
      for (const topic of ['trash', 'images', 'albums'] as const) announce(topic);
      void loadUsage().catch(() => undefined);
    },
  };
}

/** Deletes images in the trash for good. @returns their number @throws ApiError */
export async function deleteForGood(ids: readonly string[]): Promise<number> {
  let deleted = 0;
  for (let from = 0; from < ids.length; from += BATCH) {
    const body = { ids: ids.slice(from, from + BATCH) };
    deleted += (await api.delete<EmptiedTrash>('/trash', undefined, body)).deleted;
  }
  return deleted;
}

/** Deletes everything in the trash, part by part. @returns the number of images @throws ApiError */
export async function emptyTrash(): Promise<number> {
  for (let deleted = 0; ; ) {
    const part = await api.delete<EmptiedTrash>('/trash', undefined, { all: true });
    deleted += part.deleted;
    if (part.remaining === 0 || part.deleted === 0) return deleted;
  }
}
