import { useState } from 'preact/hooks';
import { type BulkTarget, countOf } from '../bulk/bulk-requests.ts';
import { formatCount } from '../i18n/format.ts';
import { t } from '../i18n/i18n.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { FileName } from '../ui/file-name.tsx';

interface DeleteDialogProps {
  target: BulkTarget;
  /** Names of some of the images; the first ones are shown. */
  names: readonly string[];
  /** They can be restored. */
  toTrash: boolean;
  onConfirm(onProgress: (done: number) => void): Promise<void>;
  onClose(): void;
}

const MAX_NAMES = 3;

/** Confirms a deletion that cannot be undone, or that is large. */
export function DeleteDialog({ target, names, toTrash, onConfirm, onClose }: DeleteDialogProps) {
  const [done, setDone] = useState<number>();
  const count = countOf(target);
  const shown = names.slice(0, MAX_NAMES);
  return (
    <ConfirmDialog
      title={toTrash ? t('library-trash-title', { count }) : t('library-delete-title', { count })}
      action={toTrash ? t('library-trash-action') : t('library-delete-action')}
      danger
      onClose={onClose}
      onConfirm={() => onConfirm(setDone)}
    >
      {shown.length > 0 && (
        <ul class="named-images">
          {shown.map((name) => (
            <li key={name}>
              <FileName name={name} />
            </li>
          ))}
          {count > shown.length && <li>{t('library-more', { count: count - shown.length })}</li>}
        </ul>
      )}
      <p>{toTrash ? t('library-trash-text') : t('library-delete-text', { count })}</p>
      {done !== undefined && count > 100 && (
        <p role="status">{t('library-progress', { done: formatCount(done), total: formatCount(count) })}</p>
      )}
    </ConfirmDialog>
  );
}
