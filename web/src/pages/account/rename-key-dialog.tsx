import { useState } from 'preact/hooks';
import type { KeyInfo } from '../../../../src/api/keys.ts';
import { api } from '../../api/api.ts';
import { account } from '../../texts/account.ts';
import { common } from '../../texts/common.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';

const words = account.keys;

export function RenameKeyDialog({ apiKey, onClose }: { apiKey: KeyInfo; onClose(): void }) {
  const [name, setName] = useState(apiKey.name);
  return (
    <ConfirmDialog
      title={words.rename}
      action={common.save}
      onClose={onClose}
      onConfirm={async () => {
        await api.patch(`/keys/${encodeURIComponent(apiKey.id)}`, { name: name.trim() });
        toast(words.renamed);
        onClose();
      }}
    >
      <TextField
        label={words.name}
        maxLength={100}
        autocomplete="off"
        value={name}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
