import { useId, useState } from 'preact/hooks';
import type { Album } from '../../../../src/api/albums.ts';
import { api } from '../../api/api.ts';
import { navigate } from '../../router.ts';
import { albums as words } from '../../texts/library.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.tsx';

/** Asks whether to keep an album's images, and deletes the album. */
export function DeleteAlbumDialog({ album, onClose }: { album: Album; onClose(): void }) {
  const [images, setImages] = useState<'keep' | 'delete'>('keep');
  const group = useId();
  const choices = [
    ['keep', words.deleteKeep],
    ['delete', words.deleteAll],
  ] as const;
  return (
    <ConfirmDialog
      title={words.deleteTitle}
      action={words.delete}
      danger
      onClose={onClose}
      onConfirm={async () => {
        await api.delete(`/albums/${album.id}`, { images });
        toast(words.deleted);
        navigate('/albums', { replace: true });
      }}
    >
      <fieldset class="radios">
        <legend>{words.deleteImages}</legend>
        {choices.map(([value, label]) => (
          <label key={value}>
            <input type="radio" name={group} checked={images === value} onChange={() => setImages(value)} />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
    </ConfirmDialog>
  );
}
