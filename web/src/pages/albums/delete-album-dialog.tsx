import { useId, useState } from 'preact/hooks';
import type { Album } from '../../../../src/api/albums.ts';
import { api } from '../../api/api.ts';
import { announce } from '../../changes.ts';
import { t } from '../../i18n/i18n.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { useUsage } from '../../usage.ts';

interface DeleteAlbumDialogProps {
  album: Album;
  onDeleted(): void;
  onClose(): void;
}

/** Asks what becomes of an album's images, and deletes the album. */
export function DeleteAlbumDialog({ album, onDeleted, onClose }: DeleteAlbumDialogProps) {
  const [images, setImages] = useState<'keep' | 'trash'>('keep');
  const hasTrash = useUsage()?.limits.trash_days !== 0;
  const group = useId();
  const { image_count: count, name } = album;
  const choices = [
    ['keep', t('albums-delete-keep')],
    ['trash', hasTrash ? t('albums-delete-trash', { count }) : t('albums-delete-all', { count })],
  ] as const;
  return (
    <ConfirmDialog
      title={t('albums-delete-title', { name })}
      action={t('albums-delete')}
      danger
      onClose={onClose}
      onConfirm={async () => {
        await api.delete(`/albums/${album.id}`, { images });
        announce('albums');
        if (count > 0) announce('images');
        if (images === 'trash') announce('trash');
        toast(t('albums-deleted'));
        onDeleted();
      }}
    >
      {album.public && <p>{t('albums-delete-shared')}</p>}
      {count > 0 && (
        <fieldset class="radios">
          <legend>{t('albums-delete-images', { count })}</legend>
          {choices.map(([value, label]) => (
            <label key={value}>
              <input type="radio" name={group} checked={images === value} onChange={() => setImages(value)} />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
      )}
    </ConfirmDialog>
  );
}
