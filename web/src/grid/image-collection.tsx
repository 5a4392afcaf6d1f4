import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ImageInfo } from '../../../src/api/images.ts';
import type { Links } from '../../../src/core/links.ts';
import { useRetry } from '../api/use-retry.ts';
import {
  type BulkOutcome,
  type BulkTarget,
  countOf,
  deleteImages,
  type ImageSelector,
  restoreImages,
} from '../bulk/bulk-requests.ts';
import { copyLinks } from '../bulk/copy-links.ts';
import type { DialogsProps, ImageAction, PendingAction } from '../bulk/dialogs.tsx';
import { lazyDialog } from '../bulk/lazy-dialog.tsx';
import { SelectionBar } from '../bulk/selection-bar.tsx';
import { toastOutcome } from '../bulk/toast-outcome.ts';
import { explain } from '../error-message.ts';
import { t } from '../i18n/i18n.ts';
import type { LightboxProps } from '../lightbox/lightbox.tsx';
import { useOpenImage } from '../lightbox/use-open-image.ts';
import { useStore } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { ErrorMessage } from '../ui/error-message.tsx';
import { toast, toastError } from '../ui/toast.tsx';
import { useUsage } from '../usage.ts';
import { ImageGrid } from './image-grid.tsx';
import type { ImageList } from './image-list.ts';
import { announceOwn, onForeignChange } from './own-changes.ts';
import {
  EVERYTHING_SELECTED,
  everySelected,
  isSelected,
  NOTHING_SELECTED,
  type Selection,
  selectedCount,
  without,
} from './selection.ts';
import './grid.css';

interface ImageCollectionProps {
  list: ImageList;
  label: string;
  /** Number of images in the list, if the page knows it. */
  total?: number | undefined;
  /** Selects the images of the list on the server, so that actions reach those that have not been loaded. */
  query?: ImageSelector | undefined;
  staysInList(image: ImageInfo): boolean;
  /** Shown when the list is empty. */
  empty: ComponentChildren;
  onCover?: (id: string) => void;
  /** Called when images have left the list. */
  onRemove?: () => void;
}

/** More images than this go to the trash only after a question, although that can be undone. */
const MAX_UNASKED = 100;
/** Many changes in sequence, such as uploads, cause one request. */
const REFRESH_DELAY_MS = 300;
/** Undo restores by id, a hundred in a request. More images are restored on the page of the trash. */
const MAX_UNDONE = 2_000;
/** Links that one click copies; more would cost too many requests. */
const MAX_COPIED = 2_000;

/** A list of images as a grid, with all actions on images, and one of them on the whole window. */
export function ImageCollection(props: ImageCollectionProps) {
  const { list, label, query, empty, onCover } = props;
  const { items, hasMore, loading, error, total: listTotal } = useStore(list.state);
  const total = listTotal ?? props.total;
  const [openId, open] = useOpenImage();
  const [focus, setFocus] = useState<{ position: number }>();
  const { selection, setSelection, count, selected, selectAll, target } = useSelection(list, total, query);
  const actions = useActions(props, { openId, open, setSelection, setFocus });
  useFreshList(list);
  useRetry(error, () => void list.retry());
  useFocusAfterClosing(openId, items, setFocus);

  const copySelection = async (format: keyof Links) => {
    if (count > MAX_COPIED) return toast(t('library-copy-too-many', { count: MAX_COPIED }));
    if (selected.length < count) await list.loadRange(0, total ?? items.length);
    await copyLinks(selectedImages(list, selection), format);
  };
  const [only] = count === 1 ? selected : [];
  const { pending } = actions;
  const dialogs = pending !== undefined && <Dialogs {...actions} pending={pending} />;
  return (
    <>
      {items.length === 0 && !hasMore && !loading && error === undefined && empty}
      <ImageGrid
        list={list}
        label={label}
        total={total}
        selection={selection}
        focus={focus}
        onSelect={setSelection}
        onSelectAll={selectAll}
        onOpen={open}
        onDelete={(image) =>
          count > 0
            ? actions.start('delete', target(), selected)
            : actions.start('delete', { ids: [image.id] }, [image])
        }
        onCopy={(image, byKeyboard) => void copyLinks(byKeyboard && selected.length > 0 ? selected : [image])}
      />
      {error !== undefined && (
        <ErrorMessage>
          <p>{explain(error)}</p>
          <Button kind="quiet" small onClick={() => void list.retry()}>
            {t('common-try-again')}
          </Button>
        </ErrorMessage>
      )}
      {count > 0 && (
        <SelectionBar
          count={count}
          rest={total !== undefined && total > count ? total : undefined}
          onCopy={(format) => void copySelection(format)}
          onAction={(action) => actions.start(action, target(), selected)}
          onSelectAll={selectAll}
          onClear={() => setSelection(NOTHING_SELECTED)}
          onCover={onCover !== undefined && only !== undefined ? () => onCover(only.id) : undefined}
        />
      )}
      {openId === undefined ? (
        dialogs
      ) : (
        <Lightbox
          id={openId}
          list={list}
          total={total}
          onShow={open}
          onClose={() => open(undefined)}
          onAction={(action, image) => actions.start(action, { ids: [image.id] }, [image])}
          onChange={(image) => {
            list.replace(image);
            announceOwn(['images']);
          }}
          onCover={onCover}
        >
          {dialogs}
        </Lightbox>
      )}
    </>
  );
}

// The code that a visit may not need loads later.
const Lightbox = lazyDialog<LightboxProps>(async () => (await import('../lightbox/lightbox.tsx')).Lightbox);
const Dialogs = lazyDialog<DialogsProps>(async () => (await import('../bulk/dialogs.tsx')).Dialogs);

/** The selected images that are loaded, in list order. */
function selectedImages(list: ImageList, selection: Selection): ImageInfo[] {
  const { items } = list.state.get();
  return items.filter((image): image is ImageInfo => image !== undefined && isSelected(selection, image.id));
}

function useSelection(list: ImageList, total: number | undefined, query: ImageSelector | undefined) {
  const { items, hasMore } = useStore(list.state);
  const [selection, setSelection] = useState<Selection>(NOTHING_SELECTED);
  useEffect(() => setSelection(NOTHING_SELECTED), [list]);
  const selected = selectedImages(list, selection);
  const count = selectedCount(selection, total ?? items.length);
  const selectAll = async () => {
    const isLoaded = !hasMore && items.every((image) => image !== undefined);
    // Without a query, the ids of all images have to be known.
    if (!isLoaded && query === undefined && !(await list.loadRange(0, total ?? MAX_COPIED))) return;
    setSelection(isLoaded || query === undefined ? everySelected(list.state.get().items) : EVERYTHING_SELECTED);
  };
  const target = (): BulkTarget => {
    if (!selection.isEverything) return { ids: [...selection.ids] };
    return query === undefined ? { ids: selected.map(({ id }) => id) } : { query, except: [...selection.ids], count };
  };
  return { selection, setSelection, count, selected, selectAll: () => void selectAll(), target };
}

interface ActionDeps {
  openId: string | undefined;
  open(id: string | undefined): void;
  setSelection(next: Selection | ((now: Selection) => Selection)): void;
  setFocus(focus: { position: number }): void;
}

/** Deletion, moving and expiry of images, and what follows for the list, the selection and the focus. */
function useActions(props: ImageCollectionProps, { openId, open, setSelection, setFocus }: ActionDeps) {
  const { list, staysInList, onRemove } = props;
  const [pending, setPending] = useState<PendingAction>();
  const trashDays = useUsage()?.limits.trash_days ?? 0;

  const remove = (ids: ReadonlySet<string>) => {
    const { items } = list.state.get();
    const first = items.findIndex((image) => image !== undefined && ids.has(image.id));
    const openAt = items.findIndex((image) => image?.id === openId);
    list.remove(ids);
    setSelection((now) => without(now, ids));
    const left = list.state.get().items;
    if (openId !== undefined && ids.has(openId)) open(left[Math.min(openAt, left.length - 1)]?.id);
    else if (first >= 0) setFocus({ position: first });
    onRemove?.();
  };
  const reload = async () => {
    setSelection(NOTHING_SELECTED);
    await list.refresh();
    onRemove?.();
  };
  const runDeletion = async (target: BulkTarget, onProgress?: (done: number) => void) => {
    const toTrash = trashDays > 0;
    const outcome = await deleteImages(target, toTrash, onProgress);
    const ids = outcome.done.map(({ id }) => id);
    const canUndo = toTrash && ids.length <= MAX_UNDONE;
    const undo = async () => {
      toastOutcome(await restoreImages(ids), (restored) => t('library-restored', { count: restored }));
      announceOwn(['images', 'albums', 'trash']);
      await reload();
    };
    setPending(undefined);
    if (toTrash)
      toastOutcome(outcome, (trashed) => t('library-trashed', { count: trashed }), canUndo ? undo : undefined);
    else toastOutcome(outcome, (deleted) => t('library-deleted', { count: deleted }));
    announceOwn(['images', 'albums', 'trash']);
    if (!('ids' in target)) return reload();
    // An image that another client has deleted leaves the list as well.
    const missing = outcome.failed.filter(({ code }) => code === 'IMAGE_NOT_FOUND');
    remove(new Set([...ids, ...missing.map(({ id }) => id)]));
  };
  return {
    pending,
    trashDays,
    start(action: ImageAction, target: BulkTarget, images: readonly ImageInfo[]) {
      const isUnasked = action === 'delete' && trashDays > 0 && 'ids' in target && countOf(target) <= MAX_UNASKED;
      if (isUnasked) void runDeletion(target).catch(toastError);
      else setPending({ action, target, images });
    },
    onDelete: async (onProgress: (done: number) => void) => pending && runDeletion(pending.target, onProgress),
    onChanged(outcome: BulkOutcome<ImageInfo>, message: (count: number) => string) {
      toastOutcome(outcome, message);
      announceOwn(['images', 'albums']);
      if (pending !== undefined && 'query' in pending.target) return void reload();
      const changed = outcome.done.flatMap(({ data }) => data ?? []);
      changed.forEach(list.replace);
      const leaving = changed.filter((image) => !staysInList(image)).map(({ id }) => id);
      if (leaving.length > 0) remove(new Set(leaving));
    },
    onClose: () => setPending(undefined),
  };
}

/** A change elsewhere, such as an upload, loads it again. */
function useFreshList(list: ImageList): void {
  useEffect(() => {
    let timer = 0;
    const unsubscribe = onForeignChange(() => {
      clearTimeout(timer);
      timer = window.setTimeout(() => void list.refresh(), REFRESH_DELAY_MS);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [list]);
}

/** When the lightbox closes, the focus goes to the tile of its last image. */
function useFocusAfterClosing(
  openId: string | undefined,
  items: readonly (ImageInfo | undefined)[],
  setFocus: (focus: { position: number }) => void,
): void {
  const last = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (openId === undefined && last.current !== undefined) {
      const position = items.findIndex((image) => image?.id === last.current);
      if (position >= 0) setFocus({ position });
    }
    last.current = openId;
  }, [openId]);
}
