import { useId, useState } from 'preact/hooks';
import type { ImageInfo } from '../../../src/api/images.ts';
import { useAlbums } from '../albums.ts';
import { common } from '../texts/common.ts';
import { library } from '../texts/library.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { useUsage } from '../usage.ts';
import { updateImages } from './bulk-requests.ts';
import { toastOutcome } from './toast-outcome.ts';

interface MoveDialogProps {
  ids: readonly string[];
  onDone(changed: readonly ImageInfo[]): void;
  onClose(): void;
}

/** Moves images to an album, or out of all albums. */
export function MoveDialog({ ids, onDone, onClose }: MoveDialogProps) {
  const [name, setName] = useState('');
  const albums = useAlbums();
  const limits = useUsage()?.limits;
  const listId = useId();
  return (
    <ConfirmDialog
      title={library.moveTitle(ids.length)}
      action={common.save}
      onClose={onClose}
      onConfirm={async () => {
        const outcome = await updateImages(ids, { album: name.trim() === '' ? null : name });
        toastOutcome(outcome, library.moved);
        onClose();
        onDone(outcome.done.map(({ data }) => data));
      }}
    >
      <TextField
        label={library.moveName}
        hint={library.moveHint}
        value={name}
        list={listId}
        maxLength={limits?.max_album_length ?? 255}
        autocomplete="off"
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
      <datalist id={listId}>
        {albums.map((album) => (
          <option key={album.id} value={album.name} />
        ))}
      </datalist>
    </ConfirmDialog>
  );
}
