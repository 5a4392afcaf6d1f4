import { useState } from 'preact/hooks';
import type { ReportedImage } from '../../../../src/api/moderation.ts';
import { t } from '../../i18n/i18n.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { ModeratedPicture } from './moderated-picture.tsx';

export type Decision = 'dismiss' | 'takedown' | 'takedown_and_suspend';

interface ResolveDialogProps {
  /** At least one. */
  images: readonly ReportedImage[];
  decision: Decision;
  onConfirm(note: string | undefined): Promise<void>;
  onClose(): void;
}

const MAX_PICTURES = 6;

/** Confirms a decision on reported images: shows them, and says how many images it deletes. */
export function ResolveDialog({ images, decision, onConfirm, onClose }: ResolveDialogProps) {
  const [note, setNote] = useState('');
  const copies = images.reduce((sum, image) => sum + image.copies, 0);
  const uploaders = [...new Set(images.flatMap(({ uploader }) => uploader?.email ?? []))];
  return (
    <ConfirmDialog
      title={t(`admin-reports-title-${decision}`, { count: images.length })}
      action={t(`admin-reports-${decision}`)}
      danger={decision !== 'dismiss'}
      onClose={onClose}
      onConfirm={() => onConfirm(note.trim() === '' ? undefined : note.trim())}
    >
      <div class="admin-pictures">
        {images
          .slice(0, MAX_PICTURES)
          .map(({ image }) => image !== null && <ModeratedPicture key={image.id} image={image} />)}
      </div>
      {images.length > MAX_PICTURES && <p>{t('admin-reports-more', { count: images.length - MAX_PICTURES })}</p>}
      <p>{t(`admin-reports-texts-${decision}`, { copies })}</p>
      {decision === 'takedown_and_suspend' && uploaders.length > 0 && (
        <p>{t('admin-reports-suspends', { emails: uploaders.join(', ') })}</p>
      )}
      <TextField
        label={t('admin-reports-note')}
        optional
        maxLength={1_000}
        value={note}
        onInput={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
