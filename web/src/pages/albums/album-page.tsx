import { useMemo, useState } from 'preact/hooks';
import type { Album } from '../../../../src/api/albums.ts';
import type { ImagePage } from '../../../../src/api/images.ts';
import { api } from '../../api/api.ts';
import { ImageCollection } from '../../grid/image-collection.tsx';
import { createImageList } from '../../grid/image-list.ts';
import { usePageTitle } from '../../page-title.ts';
import type { PageProps } from '../../router.ts';
import { common } from '../../texts/common.ts';
import { library, albums as words } from '../../texts/library.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { useLoaded } from '../../use-loaded.ts';
import { AlbumDialog } from './album-dialog.tsx';
import './albums.css';
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
  const [dialog, setDialog] = useState<'edit' | 'share' | 'delete'>();
  const close = () => setDialog(undefined);
  const list = useMemo(
    () => createImageList((cursor) => api.get<ImagePage>(`${path}/images`, { limit: 100, cursor })),
    [path],
  );
  const album = changed ?? value;
  usePageTitle(album?.name ?? words.title);
  if (album === undefined) {
    return (
      <div class="page">
        {errorMessage === undefined ? <Spinner label={common.loading} /> : <ErrorMessage>{errorMessage}</ErrorMessage>}
      </div>
    );
  }
  const refresh = () => {
    setChanged(undefined);
    reload();
  };
  const choose = async (imageId: string) => {
    try {
      setChanged(await api.patch<Album>(path, { cover_image_id: imageId }));
      toast(library.coverDone);
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <div class="page">
      <p class="album-back">
        <a href="/albums">← {words.back}</a>
      </p>
      <PageHead
        title={<bdi>{album.name}</bdi>}
        text={
          <>
            {words.count(album.image_count, album.total_size)}
            {album.description !== null && (
              <>
                <br />
                <bdi>{album.description}</bdi>
              </>
            )}
          </>
        }
      >
        <Button kind="quiet" onClick={() => setDialog('share')}>
          <Icon name="link" />
          {album.public ? words.shared : words.share}
        </Button>
        <Menu
          label={words.actionsFor(album.name)}
          trigger={<Icon name="more" />}
          items={[
            { label: words.edit, onSelect: () => setDialog('edit') },
            { label: words.delete, danger: true, onSelect: () => setDialog('delete') },
          ]}
        />
      </PageHead>
      <ImageCollection
        list={list}
        label={words.grid(album.name)}
        total={album.image_count}
        staysInList={(image) => image.album?.id === id}
        onCover={(imageId) => void choose(imageId)}
        onRemove={refresh}
        empty={
          <EmptyState icon="image" title={words.emptyAlbum} text={words.emptyAlbumText}>
            <a class="button" href="/">
              {library.upload}
            </a>
          </EmptyState>
        }
      />
      {dialog === 'edit' && (
        <AlbumDialog
          title={words.editTitle}
          action={common.save}
          name={album.name}
          description={album.description}
          onSave={async (given) => {
            setChanged(await api.patch<Album>(path, given));
            close();
            toast(common.saved);
          }}
          onClose={close}
        />
      )}
      {dialog === 'share' && <ShareDialog album={album} onChange={setChanged} onClose={close} />}
      {dialog === 'delete' && <DeleteAlbumDialog album={album} onClose={close} />}
    </div>
  );
}
