import type { ImageInfo } from '../../../src/api/images.ts';
import { t } from '../i18n/i18n.ts';
import type { BulkOutcome, BulkTarget } from './bulk-requests.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { ExpiryDialog } from './expiry-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';

/** The actions on images that open a dialog. */
export type ImageAction = 'move' | 'expiry' | 'delete';

/** What a dialog is about. */
export interface PendingAction {
  action: ImageAction;
  target: BulkTarget;
  /** The images among them that are loaded. */
  images: readonly ImageInfo[];
}

export interface DialogsProps {
  pending: PendingAction;
  trashDays: number;
  onDelete(onProgress: (done: number) => void): Promise<void>;
  onChanged(outcome: BulkOutcome<ImageInfo>, message: (count: number) => string): void;
  onClose(): void;
}

/** The dialog of an action on images. */
export function Dialogs({
  pending: { action, target, images },
  trashDays,
  onDelete,
  onChanged,
  onClose,
}: DialogsProps) {
  if (action === 'move') {
    const moved = (count: number) => t('library-moved', { count });
    return <MoveDialog target={target} onDone={(outcome) => onChanged(outcome, moved)} onClose={onClose} />;
  }
  if (action === 'expiry') {
    const changed = (count: number) => t('library-expiry-done', { count });
    return <ExpiryDialog target={target} onDone={(outcome) => onChanged(outcome, changed)} onClose={onClose} />;
  }
  const names = images.map(({ filename }) => filename);
  return <DeleteDialog target={target} names={names} toTrash={trashDays > 0} onConfirm={onDelete} onClose={onClose} />;
}
