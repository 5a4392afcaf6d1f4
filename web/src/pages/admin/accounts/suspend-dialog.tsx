import { useState } from 'preact/hooks';
import type { AdminAccount } from '../../../../../src/api/admin.ts';
import { t } from '../../../i18n/i18n.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CheckField, TextField } from '../../../ui/field.tsx';

interface SuspendDialogProps {
  account: AdminAccount;
  onChange(patch: object): Promise<void>;
  onClose(): void;
}

/** Confirms the suspension of an account, or its end. */
export function SuspendDialog({ account, onChange, onClose }: SuspendDialogProps) {
  const [reason, setReason] = useState('');
  const [hidesImages, setHidesImages] = useState(false);
  if (account.suspended_at !== null) {
    return (
      <ConfirmDialog
        title={t('admin-accounts-resume-title', { email: account.email })}
        action={t('admin-accounts-resume')}
        onClose={onClose}
        onConfirm={() => onChange({ suspended: false })}
      >
        <p>{t('admin-accounts-resume-text')}</p>
      </ConfirmDialog>
    );
  }
  const said = reason.trim() === '' ? {} : { reason: reason.trim() };
  return (
    <ConfirmDialog
      title={t('admin-accounts-suspend-title', { email: account.email })}
      action={t('admin-accounts-suspend')}
      danger
      onClose={onClose}
      onConfirm={() => onChange({ suspended: true, ...said, ...(hidesImages ? { hide_images: true } : {}) })}
    >
      <p>{t('admin-accounts-suspend-text')}</p>
      <TextField
        label={t('admin-quarantine-reason')}
        optional
        maxLength={1_000}
        value={reason}
        onInput={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <CheckField
        label={t('admin-accounts-hide-images')}
        checked={hidesImages}
        onChange={({ currentTarget }) => setHidesImages(currentTarget.checked)}
      />
    </ConfirmDialog>
  );
}
