import { useState } from 'preact/hooks';
import type { ImageInfo } from '../../../src/api/images.ts';
import { copyText } from '../clipboard.ts';
import { LINK_FORMATS } from '../link-formats.ts';
import { common } from '../texts/common.ts';
import { library } from '../texts/library.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { toast } from '../ui/toast.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { ExpiryDialog } from './expiry-dialog.tsx';
import type { ImageList } from './image-list.ts';
import { MoveDialog } from './move-dialog.tsx';

interface SelectionBarProps {
  /** In list order. */
  images: readonly ImageInfo[];
  list: ImageList;
  /** Whether a changed image still belongs to the list. */
  staysInList(image: ImageInfo): boolean;
  onClear(): void;
  onRemove(ids: ReadonlySet<string>): void;
  /** Shown if exactly one image is selected. */
  onCover?: ((id: string) => void) | undefined;
}

/** The actions on the selected images. */
export function SelectionBar({ images, list, staysInList, onClear, onRemove, onCover }: SelectionBarProps) {
  const [dialog, setDialog] = useState<'move' | 'expiry' | 'delete'>();
  const close = () => setDialog(undefined);
  const ids = images.map(({ id }) => id);
  const [only] = ids.length === 1 ? ids : [];

  const applyChanges = (changed: readonly ImageInfo[]) => {
    const leaving = changed.filter((image) => !staysInList(image)).map(({ id }) => id);
    for (const image of changed) list.replace(image);
    if (leaving.length > 0) onRemove(new Set(leaving));
  };
  const copy = async ({ name, label }: (typeof LINK_FORMATS)[number]) => {
    const copied = await copyText(images.map(({ links }) => links[name]).join('\n'));
    toast(copied ? library.copied(label, images.length) : common.copyFailed);
  };

  return (
    <section class="selection-bar" aria-label={library.selectionBar}>
      <p aria-live="polite">{library.selected(images.length)}</p>
      <div class="choices">
        <Menu
          label={library.copyLinks}
          trigger={<Icon name="copy" />}
          items={LINK_FORMATS.map((format) => ({ label: format.label, onSelect: () => void copy(format) }))}
        />
        {onCover !== undefined && only !== undefined && (
          <Button kind="quiet" small onClick={() => onCover(only)}>
            {library.cover}
          </Button>
        )}
        <Button kind="quiet" small onClick={() => setDialog('move')}>
          {library.move}
        </Button>
        <Button kind="quiet" small onClick={() => setDialog('expiry')}>
          {library.expiry}
        </Button>
        <Button kind="danger" small onClick={() => setDialog('delete')}>
          {library.deleteAction}
        </Button>
        <button type="button" class="icon-button" aria-label={library.clearSelection} onClick={onClear}>
          <Icon name="close" />
        </button>
      </div>
      {dialog === 'move' && <MoveDialog ids={ids} onDone={applyChanges} onClose={close} />}
      {dialog === 'expiry' && <ExpiryDialog ids={ids} onDone={applyChanges} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog ids={ids} onDone={onRemove} onClose={close} />}
    </section>
  );
}
