import { useState } from 'preact/hooks';
import type { IssuedKey, KeyInfo } from '../../../../src/api/keys.ts';
import { api } from '../../api/api.ts';
import { account } from '../../texts/account.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { IssuedKeyView } from './issued-key-view.tsx';

const words = account.keys;

/**
 * Gives an API key a new secret. The old secret may stay valid for a while, so that clients can be updated one by one.
 */
export function RotateKeyDialog({ apiKey, onClose }: { apiKey: KeyInfo; onClose(): void }) {
  const [hours, setHours] = useState(24);
  const [issued, setIssued] = useState<IssuedKey>();
  if (issued !== undefined) {
    return (
      <Dialog title={words.issued} onClose={onClose}>
        <IssuedKeyView apiKey={issued.key} onDone={onClose} />
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      title={words.rotate}
      action={words.rotate}
      onClose={onClose}
      onConfirm={async () => {
        const body = { grace_hours: hours };
        setIssued(await api.post<IssuedKey>(`/keys/${encodeURIComponent(apiKey.id)}/rotate`, body));
      }}
    >
      <p>{words.rotateText(apiKey.name)}</p>
      <SelectField
        label={words.grace}
        value={String(hours)}
        onChange={({ currentTarget }) => setHours(Number(currentTarget.value))}
      >
        {words.graces.map(([value, label]) => (
          <option key={value} value={String(value)}>
            {label}
          </option>
        ))}
      </SelectField>
    </ConfirmDialog>
  );
}
