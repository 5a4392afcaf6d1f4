import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Album } from '../../../../src/api/albums.ts';
import type { ImagePage } from '../../../../src/api/images.ts';
import { api } from '../../api/api.ts';
import { announce, onChange } from '../../changes.ts';
import { ImageCollection } from '../../grid/image-collection.tsx';
import { createImageList } from '../../grid/image-list.ts';
import { t } from '../../i18n/i18n.ts';
import { usePageTitle } from '../../page-title.ts';
import { navigate, type PageProps } from '../../router.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { useOpenAlbum } from '../../upload/open-album.ts';
import { useLoaded } from '../../use-loaded.ts';
import { AddImages } from './add-images.tsx';
import { AlbumDialog } from './album-dialog.tsx';
import './albums.css';
import { CoverDialog } from './cover-dialog.tsx';
import { DeleteAlbumDialog } from './delete-album-dialog.tsx';
import { ShareDialog } from './share-dialog.tsx';

export default function AlbumPage({ params }: PageProps) {
  const id = params.id ?? '';
  return <AlbumOf key={id} id={id} />;
}

function AlbumOf({ id }: { id: string }) {
  const path = `/albums/${encodeURIComponent(id)}`;
  const { value, errorMessage, reload } = useLoaded(() => api.get<Album>(path));
  const [changed, setChanged] = useState<Album>();
  const [dialog, setDialog] = useState<'edit' | 'share' | 'cover' | 'delete'>();
  const close = () => setDialog(undefined);
  const list = useMemo(
    () => createImageList({ fetchPage: (cursor) => api.get<ImagePage>(`${path}/images`, { limit: 100, cursor }) }),
    [path],
  );
  const refresh = () => {
    setChanged(undefined);
    reload();
  };
  useEffect(() => {
    const stops = [onChange('albums', refresh), onChange('images', refresh)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  const album = changed ?? value;
  useOpenAlbum(album?.name);
  usePageTitle(album?.name ?? t('albums-title'));
  if (album === undefined) {
    return (
      <div class="page">
        {errorMessage === undefined ? (
          <Spinner label={t('common-loading')} />
        ) : (
          <ErrorMessage>{errorMessage}</ErrorMessage>
        )}
      </div>
    );
  }
  const choose = async (imageId: string | null) => {
    try {
      setChanged(await api.patch<Album>(path, { cover_image_id: imageId }));
      announce('albums');
      toast(t('library-cover-done'));
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <div class="page">
      <p class="album-back">
        <a href="/albums">← {t('albums-back')}</a>
      </p>
      <PageHead
        title={<bdi>{album.name}</bdi>}
        text={
          <>
            {t('albums-count', { count: album.image_count, bytes: album.total_size })}
            {album.description !== null && (
              <>
                <br />
                <bdi>{album.description}</bdi>
              </>
            )}
          </>
        }
      >
        {album.image_count > 0 && <AddImages albumName={album.name} />}
        <Button kind="quiet" onClick={() => setDialog('share')}>
          <Icon name="link" />
          {album.public ? t('albums-shared') : t('albums-share')}
        </Button>
        <Menu
          label={t('albums-actions-for', { name: album.name })}
          trigger={<Icon name="more" />}
          items={[
            { label: t('albums-edit'), onSelect: () => setDialog('edit') },
            ...(album.image_count > 0 ? [{ label: t('albums-cover'), onSelect: () => setDialog('cover') }] : []),
            { label: t('albums-delete'), danger: true, onSelect: () => setDialog('delete') },
          ]}
        />
      </PageHead>
      <ImageCollection
        list={list}
        label={t('albums-grid', { name: album.name })}
        total={album.image_count}
        staysInList={(image) => image.album?.id === id}
        onCover={(imageId) => void choose(imageId)}
        onRemove={refresh}
        empty={
          <EmptyState icon="image" title={t('albums-empty-album')} text={t('albums-empty-album-text')}>
            <AddImages albumName={album.name} isMain />
          </EmptyState>
        }
      />
      {dialog === 'edit' && (
        <AlbumDialog
          title={t('albums-edit-title')}
          action={t('common-save')}
          name={album.name}
          description={album.description}
          onSave={async (given) => {
            setChanged(await api.patch<Album>(path, given));
            announce('albums');
            close();
            toast(t('common-saved'));
          }}
          onClose={close}
        />
      )}
      {dialog === 'share' && <ShareDialog album={album} onChange={setChanged} onClose={close} />}
      {dialog === 'cover' && (
        <CoverDialog
          album={album}
          onChoose={(imageId) => {
            close();
            void choose(imageId);
          }}
          onClose={close}
        />
      )}
      {dialog === 'delete' && (
        <DeleteAlbumDialog album={album} onDeleted={() => navigate('/albums', { replace: true })} onClose={close} />
      )}
    </div>
  );
}
