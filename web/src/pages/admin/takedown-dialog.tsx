import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { admin } from '../../texts/admin.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CheckField, TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';

const words = admin.quarantine;

interface TakedownDialogProps {
  imageId: string;
  onDone(): void;
  onClose(): void;
}

/** Asks for the reason of a takedown, and whether to block the picture. */
export function TakedownDialog({ imageId, onDone, onClose }: TakedownDialogProps) {
  const [reason, setReason] = useState('');
  const [block, setBlock] = useState(true);
  return (
    <ConfirmDialog
      title={admin.reports.takedown}
      action={admin.reports.takedown}
      danger
      onClose={onClose}
      onConfirm={async () => {
        await api.post(`/admin/images/${imageId}/takedown`, { reason, block });
        toast(words.takenDown);
        onDone();
      }}
    >
      <TextField
        label={words.reason}
        required
        maxLength={1_000}
        value={reason}
        onInput={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <CheckField
        label={words.block}
        checked={block}
        onChange={({ currentTarget }) => setBlock(currentTarget.checked)}
      />
    </ConfirmDialog>
  );
}
