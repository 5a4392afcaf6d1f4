import type { Album } from '../../../../src/api/albums.ts';
import type { ImagePage } from '../../../../src/api/images.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useLoaded } from '../../use-loaded.ts';

interface CoverDialogProps {
  album: Album;
  /** @param imageId null = the newest image */
  onChoose(imageId: string | null): void;
  onClose(): void;
}

/** Offers the newest images of an album as its cover. Any other one is chosen in the grid. */
export function CoverDialog({ album, onChoose, onClose }: CoverDialogProps) {
  const { value, errorMessage } = useLoaded(() => api.get<ImagePage>(`/albums/${album.id}/images`, { limit: 100 }));
  return (
    <Dialog title={t('albums-cover-title')} onClose={onClose}>
      {value === undefined && errorMessage === undefined && <Spinner label={t('common-loading')} />}
      {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
      <ul class="cover-choices">
        {value?.images.map((image) => (
          <li key={image.id}>
            <button
              type="button"
              aria-pressed={album.cover?.id === image.id}
              aria-label={image.filename}
              onClick={() => onChoose(image.id)}
            >
              <img src={image.links.thumbnail} alt="" loading="lazy" />
            </button>
          </li>
        ))}
      </ul>
      <div class="choices end">
        <Button kind="quiet" onClick={() => onChoose(null)}>
          {t('albums-cover-newest')}
        </Button>
      </div>
    </Dialog>
  );
}
