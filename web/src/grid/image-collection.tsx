import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ImageInfo } from '../../../src/api/images.ts';
import { useStore } from '../store.ts';
import { common } from '../texts/common.ts';
import { Button } from '../ui/button.tsx';
import { ErrorMessage } from '../ui/error-message.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { ImageDialog } from './image-dialog.tsx';
import { ImageGrid } from './image-grid.tsx';
import type { ImageList } from './image-list.ts';
import { NOTHING_SELECTED, type Selection, without } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import './grid.css';

interface ImageCollectionProps {
  list: ImageList;
  label: string;
  total?: number | undefined;
  staysInList(image: ImageInfo): boolean;
  /** Shown when the list is empty. */
  empty: ComponentChildren;
  onCover?: (id: string) => void;
  /** Called when images have left the list. */
  onRemove?: () => void;
}

/** A list of images as a grid, with all actions on images. */
export function ImageCollection({ list, label, total, staysInList, empty, onCover, onRemove }: ImageCollectionProps) {
  const { items: images, hasMore, loading, errorMessage } = useStore(list.state);
  const [selection, setSelection] = useState<Selection>(NOTHING_SELECTED);
  const [open, setOpen] = useState<string>();
  const [deleting, setDeleting] = useState<string>();
  useEffect(() => {
    setSelection(NOTHING_SELECTED);
    if (list.state.get().items.length === 0) void list.loadMore();
  }, [list]);

  const remove = (ids: ReadonlySet<string>) => {
    list.remove(ids);
    setSelection((now) => without(now, ids));
    setOpen(undefined);
    onRemove?.();
  };
  const opened = images.find(({ id }) => id === open);
  const selected = images.filter(({ id }) => selection.ids.has(id));
  const isEmpty = images.length === 0;
  return (
    <>
      {isEmpty && !hasMore && !loading && errorMessage === undefined && empty}
      {isEmpty && hasMore && errorMessage === undefined && <Spinner label={common.loading} />}
      <ImageGrid
        list={list}
        label={label}
        total={total}
        selection={selection}
        onSelect={setSelection}
        onOpen={setOpen}
      />
      {errorMessage !== undefined && (
        <ErrorMessage>
          <p>{errorMessage}</p>
          <Button kind="quiet" small onClick={() => void list.loadMore()}>
            {common.tryAgain}
          </Button>
        </ErrorMessage>
      )}
      {selected.length > 0 && (
        <SelectionBar
          images={selected}
          list={list}
          staysInList={staysInList}
          onClear={() => setSelection(NOTHING_SELECTED)}
          onRemove={remove}
          onCover={onCover}
        />
      )}
      {opened !== undefined && deleting === undefined && (
        <ImageDialog
          image={opened}
          onChange={list.replace}
          onDelete={() => setDeleting(opened.id)}
          onClose={() => setOpen(undefined)}
        />
      )}
      {deleting !== undefined && (
        <DeleteDialog ids={[deleting]} onDone={remove} onClose={() => setDeleting(undefined)} />
      )}
    </>
  );
}
