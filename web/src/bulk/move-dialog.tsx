import { useState } from 'preact/hooks';
import type { ImageInfo } from '../../../src/api/images.ts';
import { useAlbums } from '../albums.ts';
import { type BulkOutcome, type BulkTarget, countOf, updateImages } from '../bulk/bulk-requests.ts';
import { explain } from '../error-message.ts';
import { formatCount } from '../i18n/format.ts';
import { t } from '../i18n/i18n.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorMessage } from '../ui/error-message.tsx';
import { useUsage } from '../usage.ts';
import { AlbumPicker } from './album-picker.tsx';

interface MoveDialogProps {
  target: BulkTarget;
  onDone(outcome: BulkOutcome<ImageInfo>): void;
  onClose(): void;
}

/** Moves images to an album, or out of all albums, by one click on the album. */
export function MoveDialog({ target, onDone, onClose }: MoveDialogProps) {
  const [done, setDone] = useState<number>();
  const [errorMessage, setErrorMessage] = useState<string>();
  const albums = useAlbums();
  const limits = useUsage()?.limits;
  const count = countOf(target);
  const move = async (album: string | null) => {
    if (done !== undefined) return;
    setDone(0);
    setErrorMessage(undefined);
    try {
      const outcome = await updateImages(target, { album }, setDone);
      onClose();
      onDone(outcome);
    } catch (error) {
      setErrorMessage(explain(error));
      setDone(undefined);
    }
  };
  return (
    <Dialog title={t('library-move-title', { count })} onClose={onClose}>
      <AlbumPicker albums={albums} onPick={(name) => void move(name)} maxLength={limits?.max_album_length ?? 255} />
      {done !== undefined && (
        <p role="status">{t('library-progress', { done: formatCount(done), total: formatCount(count) })}</p>
      )}
      {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
    </Dialog>
  );
}
