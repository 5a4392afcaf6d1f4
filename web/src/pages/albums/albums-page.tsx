import { useEffect, useState } from 'preact/hooks';
import type { Album, AlbumPage } from '../../../../src/api/albums.ts';
import { api } from '../../api/api.ts';
import { usePageTitle } from '../../page-title.ts';
import { navigate } from '../../router.ts';
import { common } from '../../texts/common.ts';
import { explain } from '../../texts/errors.ts';
import { albums as words } from '../../texts/library.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { AlbumDialog } from './album-dialog.tsx';
import './albums.css';

/** The albums of the account, newest first. */
export default function AlbumsPage() {
  usePageTitle(words.title);
  const [albums, setAlbums] = useState<readonly Album[]>();
  const [cursor, setCursor] = useState<string | null>(null);
  const [errorMessage, setErrorMessage] = useState<string>();
  const [creating, setCreating] = useState(false);
  const [busy, setBusy] = useState(false);

  const load = async (after: string | null) => {
    setBusy(true);
    setErrorMessage(undefined);
    try {
      const page = await api.get<AlbumPage>('/albums', { limit: 60, cursor: after });
      setAlbums((now) => [...(after === null ? [] : (now ?? [])), ...page.albums]);
      setCursor(page.next_cursor);
    } catch (error) {
      setErrorMessage(explain(error));
    }
    setBusy(false);
  };
  useEffect(() => void load(null), []);

  const create = (
    <Button onClick={() => setCreating(true)}>
      <Icon name="plus" />
      {words.create}
    </Button>
  );
  return (
    <div class="page">
      <PageHead title={words.title}>{albums?.length !== 0 && create}</PageHead>
      {albums === undefined && errorMessage === undefined && <Spinner label={common.loading} />}
      {albums?.length === 0 && (
        <EmptyState icon="album" title={words.empty} text={words.emptyText}>
          {create}
        </EmptyState>
      )}
      <ul class="album-cards">
        {albums?.map((album) => (
          <AlbumCard key={album.id} album={album} />
        ))}
      </ul>
      {errorMessage !== undefined && (
        <ErrorMessage>
          <p>{errorMessage}</p>
          <Button kind="quiet" small onClick={() => void load(cursor)}>
            {common.tryAgain}
          </Button>
        </ErrorMessage>
      )}
      {cursor !== null && (
        <div class="choices">
          <Button kind="quiet" busy={busy} onClick={() => void load(cursor)}>
            {words.showMore}
          </Button>
        </div>
      )}
      {creating && (
        <AlbumDialog
          title={words.create}
          action={words.createAction}
          onSave={async (given) => {
            const album = await api.post<Album>('/albums', given);
            navigate(`/albums/${album.id}`);
          }}
          onClose={() => setCreating(false)}
        />
      )}
    </div>
  );
}

function AlbumCard({ album }: { album: Album }) {
  return (
    <li>
      <a class="album-card" href={`/albums/${album.id}`}>
        <span class="album-cover">
          {album.cover === null ? <Icon name="album" /> : <img src={album.cover.thumbnail} alt="" loading="lazy" />}
        </span>
        <span class="album-name">
          <bdi>{album.name}</bdi>
        </span>
        <span class="album-facts">
          {words.count(album.image_count, album.total_size)}
          {album.public && (
            <>
              {' · '}
              <Icon name="link" /> {words.shared}
            </>
          )}
        </span>
      </a>
    </li>
  );
}
