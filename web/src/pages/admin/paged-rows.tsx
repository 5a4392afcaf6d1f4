import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { useRetry } from '../../api/use-retry.ts';
import { explain } from '../../error-message.ts';
import { t } from '../../i18n/i18n.ts';
import { createPagedList, type PagedList } from '../../paged-list.ts';
import { useStore } from '../../store.ts';
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
  /** Title of the empty list. */
  empty: string;
  /** Makes an item of what the response holds; without it, that is the item. */
  toRow?(raw: unknown): T;
  /** What is shown above the items, once there are some. */
  before?(items: readonly T[], list: PagedList<T>): ComponentChildren;
  /**
   * Handles a key that was pressed outside fields and dialogs. J and K move the focus between the items.
   * @param item that has the focus
   * @returns whether the key means something
   */
  onKey?(key: string, item: T | undefined, list: PagedList<T>): boolean;
  /** Class of the list instead of `admin-lines`. */
  look?: string;
  row(item: T, list: PagedList<T>): ComponentChildren;
}

/** A list that the API does not divide has no cursor. */
type Page<T> = { next_cursor?: string | null } & Record<string, readonly T[] | null | string>;

/** A list that loads one page at a time. */
export function PagedRows<T extends { id: string }>(props: PagedRowsProps<T>) {
  const { path, member, query = {}, version, empty, toRow, before, onKey, look = 'admin-lines', row } = props;
  const key = JSON.stringify([path, query, version]);
  const list = useMemo(
    () =>
      createPagedList<T>(async (cursor) => {
        const page = await api.get<Page<T>>(path, { ...query, cursor });
        const found = page[member] as readonly T[];
        return { items: toRow === undefined ? found : found.map(toRow), nextCursor: page.next_cursor ?? null };
      }),
    [key],
  );
  const { items, hasMore, loading, error } = useStore(list.state);
  const errorMessage = error === undefined ? undefined : explain(error);
  useRetry(error, () => void list.loadMore());
  useEffect(() => void list.loadMore(), [list]);
  const start = useRef<HTMLDivElement>(null);
  // The element with the focus may be gone after an action, so move the focus to the list.
  useEffect(() => {
    if (version !== undefined && version > 0) start.current?.focus();
  }, [version]);
  useKeys(start, items, list, onKey);
  return (
    <div class="stack admin-list" tabIndex={-1} ref={start}>
      {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
      {items.length === 0 && errorMessage !== undefined && (
        <div class="choices">
          <Button kind="quiet" busy={loading} onClick={() => void list.loadMore()}>
            {t('common-try-again')}
          </Button>
        </div>
      )}
      {items.length === 0 && loading && <Spinner label={t('common-loading')} />}
      {items.length === 0 && !hasMore && <EmptyState title={empty} />}
      {items.length > 0 && (
        <>
          {before?.(items, list)}
          <ul class={look}>
            {items.map((item) => (
              <li key={item.id} tabIndex={onKey === undefined ? undefined : -1}>
                {row(item, list)}
              </li>
            ))}
          </ul>
        </>
      )}
      {items.length > 0 && hasMore && (
        <div class="choices">
          <Button kind="quiet" busy={loading} onClick={() => void list.loadMore()}>
            {t('admin-more')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Moves the focus by J and K, passes other keys on, and keeps the focus in the list when the item with the focus is removed. */
function useKeys<T>(
  root: { current: HTMLDivElement | null },
  items: readonly T[],
  list: PagedList<T>,
  onKey: ((key: string, item: T | undefined, list: PagedList<T>) => boolean) | undefined,
): void {
  const at = useRef(-1);
  useEffect(() => {
    if (onKey === undefined) return;
    const rows = () => [...(root.current?.querySelectorAll<HTMLElement>('ul > li[tabindex]') ?? [])];
    if (at.current >= 0 && document.activeElement === document.body) (rows().at(at.current) ?? rows().at(-1))?.focus();
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (target.closest('input:not([type=checkbox]), select, textarea, dialog, [role=menu]') !== null) return;
      const all = rows();
      const here = all.findIndex((one) => one.contains(document.activeElement));
      const key = event.key.toLowerCase();
      if (key === 'j' || key === 'k') {
        const next = key === 'j' ? here + 1 : Math.max(0, here - 1);
        all[Math.min(next, all.length - 1)]?.focus();
      } else if (!onKey(key, items[here], list)) return;
      event.preventDefault();
    };
    const onFocus = () => {
      at.current = rows().findIndex((one) => one.contains(document.activeElement));
    };
    document.addEventListener('keydown', onKeyDown);
    root.current?.addEventListener('focusin', onFocus);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      root.current?.removeEventListener('focusin', onFocus);
    };
  });
}
