import { library } from '../texts/library.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { loadUsage } from '../usage.ts';
import { deleteImages } from './bulk-requests.ts';
import { toastOutcome } from './toast-outcome.ts';

interface DeleteDialogProps {
  ids: readonly string[];
  onDone(removed: ReadonlySet<string>): void;
  onClose(): void;
}

/** Confirms and deletes images. */
export function DeleteDialog({ ids, onDone, onClose }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      title={library.deleteTitle(ids.length)}
      action={library.deleteAction}
      danger
      onClose={onClose}
      onConfirm={async () => {
        const outcome = await deleteImages(ids);
        toastOutcome(outcome, library.deleted);
        // An image that another client has deleted leaves the list as well.
        const missing = outcome.failed.filter(({ code }) => code === 'IMAGE_NOT_FOUND');
        onClose();
        onDone(new Set([...outcome.done, ...missing].map(({ id }) => id)));
        void loadUsage().catch(() => undefined);
      }}
    >
      <p>{library.deleteText}</p>
    </ConfirmDialog>
  );
}
