import { useState } from 'preact/hooks';
import type { AdminAccount } from '../../../../src/api/admin.ts';
import { admin } from '../../texts/admin.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CheckField, TextField } from '../../ui/field.tsx';

const words = admin.accounts;

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
        title={words.resumeTitle(account.email)}
        action={words.resume}
        onClose={onClose}
        onConfirm={() => onChange({ suspended: false })}
      >
        <p>{words.resumeText}</p>
      </ConfirmDialog>
    );
  }
  const said = reason.trim() === '' ? {} : { reason: reason.trim() };
  return (
    <ConfirmDialog
      title={words.suspendTitle(account.email)}
      action={words.suspend}
      danger
      onClose={onClose}
      onConfirm={() => onChange({ suspended: true, ...said, ...(hidesImages ? { hide_images: true } : {}) })}
    >
      <p>{words.suspendText}</p>
      <TextField
        label={admin.quarantine.reason}
        optional
        maxLength={1_000}
        value={reason}
        onInput={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <CheckField
        label={words.hideImages}
        checked={hidesImages}
        onChange={({ currentTarget }) => setHidesImages(currentTarget.checked)}
      />
    </ConfirmDialog>
  );
}
