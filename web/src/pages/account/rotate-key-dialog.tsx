import { useState } from 'preact/hooks';
import type { IssuedKey, KeyInfo } from '../../../../src/api/keys.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/i18n.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { IssuedKeyView } from './issued-key-view.tsx';

/** Hours that the old key can go on working. Each has a text `account-keys-grace-<hours>`. */
const GRACE_HOURS = [0, 1, 24, 168] as const;

/**
 * Gives an API key a new secret. The old secret may stay valid for a while, so that clients can be updated one by one.
 */
export function RotateKeyDialog({ apiKey, onClose }: { apiKey: KeyInfo; onClose(): void }) {
  const [hours, setHours] = useState(24);
  const [issued, setIssued] = useState<IssuedKey>();
  if (issued !== undefined) {
    return (
      <Dialog title={t('account-keys-issued')} onClose={onClose}>
        <IssuedKeyView apiKey={issued.key} onDone={onClose} />
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      title={t('account-keys-rotate')}
      action={t('account-keys-rotate')}
      onClose={onClose}
      onConfirm={async () => {
        const body = { grace_hours: hours };
        setIssued(await api.post<IssuedKey>(`/keys/${encodeURIComponent(apiKey.id)}/rotate`, body));
      }}
    >
      <p>{t('account-keys-rotate-text', { name: apiKey.name })}</p>
      <SelectField
        label={t('account-keys-grace')}
        value={String(hours)}
        onChange={({ currentTarget }) => setHours(Number(currentTarget.value))}
      >
        {GRACE_HOURS.map((value) => (
          <option key={value} value={String(value)}>
            {t(`account-keys-grace-${value}`)}
          </option>
        ))}
      </SelectField>
    </ConfirmDialog>
  );
}
