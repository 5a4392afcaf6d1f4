import { useState } from 'preact/hooks';
import type { ImageCase } from '../../../../src/api/moderation.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/i18n.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CheckField, TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useLoaded } from '../../use-loaded.ts';
import { ModeratedPicture } from './moderated-picture.tsx';

interface TakedownDialogProps {
  imageId: string;
  onDone(): void;
  onClose(): void;
}

/** Shows the picture, says how many images go, and asks for the reason and whether to block the picture. */
export function TakedownDialog({ imageId, onDone, onClose }: TakedownDialogProps) {
  const [reason, setReason] = useState('');
  const [block, setBlock] = useState(true);
  const { value } = useLoaded(() => api.get<ImageCase>(`/admin/images/${imageId}`));
  return (
    <ConfirmDialog
      title={t('admin-reports-title-takedown', { count: 1 })}
      action={t('admin-reports-takedown')}
      danger
      onClose={onClose}
      onConfirm={async () => {
        await api.post(`/admin/images/${imageId}/takedown`, { reason, block });
        toast(t('admin-quarantine-taken-down'));
        onDone();
      }}
    >
      <div class="admin-pictures">{value !== undefined && <ModeratedPicture image={value.image} />}</div>
      {value !== undefined && (
        <p>
          {block
            ? t('admin-reports-texts-takedown', { copies: value.copies })
            : t('admin-quarantine-texts-takedown', { copies: value.copies })}
        </p>
      )}
      <TextField
        label={t('admin-quarantine-reason')}
        required
        maxLength={1_000}
        value={reason}
        onInput={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <CheckField
        label={t('admin-quarantine-block')}
        checked={block}
        onChange={({ currentTarget }) => setBlock(currentTarget.checked)}
      />
    </ConfirmDialog>
  );
}
