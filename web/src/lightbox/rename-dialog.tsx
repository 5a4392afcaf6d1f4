import { useState } from 'preact/hooks';
import type { ImageInfo } from '../../../src/api/images.ts';
import { api } from '../api/api.ts';
import { t } from '../i18n/i18n.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { toast } from '../ui/toast.tsx';

interface RenameDialogProps {
  image: ImageInfo;
  onChange(image: ImageInfo): void;
  onClose(): void;
}

/** Changes the name of a file. The extension stays, so that the name never lies about the format. */
export function RenameDialog({ image, onChange, onClose }: RenameDialogProps) {
  const dot = image.filename.lastIndexOf('.');
  const extension = dot > 0 ? image.filename.slice(dot) : '';
  const [stem, setStem] = useState(dot > 0 ? image.filename.slice(0, dot) : image.filename);
  return (
    <ConfirmDialog
      title={t('library-rename-title')}
      action={t('library-lightbox-rename')}
      onClose={onClose}
      onConfirm={async () => {
        onChange(await api.patch<ImageInfo>(`/image/${image.id}`, { filename: `${stem.trim()}${extension}` }));
        toast(t('library-rename-done'));
        onClose();
      }}
    >
      <TextField
        label={t('library-rename-name')}
        hint={extension === '' ? undefined : t('library-rename-extension', { extension })}
        value={stem}
        maxLength={255 - extension.length}
        required
        dir="auto"
        autocomplete="off"
        onInput={({ currentTarget }) => setStem(currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
