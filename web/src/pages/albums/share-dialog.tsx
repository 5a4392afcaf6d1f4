import { useState } from 'preact/hooks';
import type { Album } from '../../../../src/api/albums.ts';
import { api } from '../../api/api.ts';
import { explain } from '../../texts/errors.ts';
import { albums as words } from '../../texts/library.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { toast } from '../../ui/toast.tsx';

interface ShareDialogProps {
  album: Album;
  onChange(album: Album): void;
  onClose(): void;
}

/** Creates, shows and revokes the share link of an album. */
export function ShareDialog({ album, onChange, onClose }: ShareDialogProps) {
  const [busy, setBusy] = useState(false);
  const [errorMessage, setErrorMessage] = useState<string>();
  const share = async (isPublic: boolean) => {
    setBusy(true);
    setErrorMessage(undefined);
    try {
      onChange(await api.patch<Album>(`/albums/${album.id}`, { public: isPublic }));
      if (!isPublic) toast(words.shareStopped);
    } catch (error) {
      setErrorMessage(explain(error));
    }
    setBusy(false);
  };
  return (
    <Dialog title={words.shareTitle} onClose={onClose}>
      <p>{words.shareText}</p>
      {album.public_url !== null && <CopyField label={words.shareLink} text={album.public_url} />}
      {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
      <div class="choices end">
        {album.public ? (
          <Button kind="danger" busy={busy} onClick={() => void share(false)}>
            {words.shareStop}
          </Button>
        ) : (
          <Button busy={busy} onClick={() => void share(true)}>
            {words.shareStart}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
