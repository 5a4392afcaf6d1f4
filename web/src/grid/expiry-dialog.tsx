import { useState } from 'preact/hooks';
import type { ImageInfo } from '../../../src/api/images.ts';
import { common } from '../texts/common.ts';
import { library } from '../texts/library.ts';
import { upload } from '../texts/upload.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { SelectField } from '../ui/field.tsx';
import { useUsage } from '../usage.ts';
import { updateImages } from './bulk-requests.ts';
import { toastOutcome } from './toast-outcome.ts';

interface ExpiryDialogProps {
  ids: readonly string[];
  onDone(changed: readonly ImageInfo[]): void;
  onClose(): void;
}

/** Sets the expiry of images. */
export function ExpiryDialog({ ids, onDone, onClose }: ExpiryDialogProps) {
  const [hours, setHours] = useState(0);
  const most = useUsage()?.limits.max_expiry_hours;
  return (
    <ConfirmDialog
      title={library.expiryTitle(ids.length)}
      action={common.save}
      onClose={onClose}
      onConfirm={async () => {
        const outcome = await updateImages(ids, { expiry: hours });
        toastOutcome(outcome, library.expiryDone);
        onClose();
        onDone(outcome.done.map(({ data }) => data));
      }}
    >
      <SelectField
        label={library.expiry}
        hint={library.expiryHint}
        value={String(hours)}
        onChange={({ currentTarget }) => setHours(Number(currentTarget.value))}
      >
        {upload.expiries
          .filter(([choice]) => choice <= (most ?? choice))
          .map(([choice, label]) => (
            <option key={choice} value={String(choice)}>
              {label}
            </option>
          ))}
      </SelectField>
    </ConfirmDialog>
  );
}
