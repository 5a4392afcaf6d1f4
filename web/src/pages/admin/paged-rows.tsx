import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { createPagedList, type PagedList } from '../../paged-list.ts';
import { useStore } from '../../store.ts';
import { admin } from '../../texts/admin.ts';
import { common } from '../../texts/common.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { Spinner } from '../../ui/spinner.tsx';

interface PagedRowsProps<T> {
  path: string;
  /** The member of the response that holds the list. */
  member: string;
  query?: Readonly<Record<string, string>>;
  /** The list reloads when this number changes. */
  version?: number;
  row(item: T, list: PagedList<T>): ComponentChildren;
}

type Page<T> = { next_cursor: string | null } & Record<string, readonly T[] | null | string>;

/** A list that loads one page at a time. */
export function PagedRows<T extends { id: string }>({ path, member, query = {}, version, row }: PagedRowsProps<T>) {
  const key = JSON.stringify([path, query, version]);
  const list = useMemo(
    () =>
      createPagedList<T>(async (cursor) => {
        const page = await api.get<Page<T>>(path, { ...query, cursor });
        return { items: page[member] as readonly T[], nextCursor: page.next_cursor };
      }),
    [key],
  );
  const { items, hasMore, loading, errorMessage } = useStore(list.state);
  useEffect(() => void list.loadMore(), [list]);
  const start = useRef<HTMLDivElement>(null);
  // The element with the focus may be gone after an action, so move the focus to the list.
  useEffect(() => {
    if (version !== undefined && version > 0) start.current?.focus();
  }, [version]);
  return (
    <div class="stack admin-list" tabIndex={-1} ref={start}>
      {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
      {items.length === 0 && errorMessage !== undefined && (
        <div class="choices">
          <Button kind="quiet" busy={loading} onClick={() => void list.loadMore()}>
            {common.tryAgain}
          </Button>
        </div>
      )}
      {items.length === 0 && loading && <Spinner label={common.loading} />}
      {items.length === 0 && !hasMore && <EmptyState title={admin.nothing} />}
      {items.length > 0 && (
        <ul class="admin-lines">
          {items.map((item) => (
            <li key={item.id}>{row(item, list)}</li>
          ))}
        </ul>
      )}
      {items.length > 0 && hasMore && (
        <div class="choices">
          <Button kind="quiet" busy={loading} onClick={() => void list.loadMore()}>
            {admin.more}
          </Button>
        </div>
      )}
    </div>
  );
}
