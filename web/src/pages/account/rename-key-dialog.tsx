import { useState } from 'preact/hooks';
import type { KeyInfo } from '../../../../src/api/keys.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/i18n.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';

export function RenameKeyDialog({ apiKey, onClose }: { apiKey: KeyInfo; onClose(): void }) {
  const [name, setName] = useState(apiKey.name);
  return (
    <ConfirmDialog
      title={t('account-keys-rename')}
      action={t('common-save')}
      onClose={onClose}
      onConfirm={async () => {
        await api.patch(`/keys/${encodeURIComponent(apiKey.id)}`, { name: name.trim() });
        toast(t('account-keys-renamed'));
        onClose();
      }}
    >
      <TextField
        label={t('account-keys-name')}
        maxLength={100}
        autocomplete="off"
        value={name}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
