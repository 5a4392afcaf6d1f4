import { useState } from 'preact/hooks';
import type { ImageInfo } from '../../../src/api/images.ts';
import { type BulkOutcome, type BulkTarget, countOf, updateImages } from '../bulk/bulk-requests.ts';
import { EXPIRY_HOURS } from '../expiry-hours.ts';
import { t } from '../i18n/i18n.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { SelectField } from '../ui/field.tsx';
import { useUsage } from '../usage.ts';

interface ExpiryDialogProps {
  target: BulkTarget;
  onDone(outcome: BulkOutcome<ImageInfo>): void;
  onClose(): void;
}

/** Sets the expiry of images. */
export function ExpiryDialog({ target, onDone, onClose }: ExpiryDialogProps) {
  const [hours, setHours] = useState(0);
  const most = useUsage()?.limits.max_expiry_hours;
  return (
    <ConfirmDialog
      title={t('library-expiry-title', { count: countOf(target) })}
      action={t('common-save')}
      onClose={onClose}
      onConfirm={async () => {
        const outcome = await updateImages(target, { expiry: hours });
        onClose();
        onDone(outcome);
      }}
    >
      <SelectField
        label={t('library-expiry')}
        hint={t('library-expiry-hint')}
        value={String(hours)}
        onChange={({ currentTarget }) => setHours(Number(currentTarget.value))}
      >
        {EXPIRY_HOURS.filter((choice) => choice <= (most ?? choice)).map((choice) => (
          <option key={choice} value={String(choice)}>
            {t(`upload-expiry-${choice}`)}
          </option>
        ))}
      </SelectField>
    </ConfirmDialog>
  );
}
