import { useEffect, useRef, useState } from 'preact/hooks';
import type { Album, AlbumPage } from '../../../../src/api/albums.ts';
import { api } from '../../api/api.ts';
import { useRetry } from '../../api/use-retry.ts';
import { announce, onChange } from '../../changes.ts';
import { explain } from '../../error-message.ts';
import { t } from '../../i18n/i18n.ts';
import { usePageTitle } from '../../page-title.ts';
import { navigate } from '../../router.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { toast } from '../../ui/toast.tsx';
import { AlbumCard, AlbumCardsLoading } from './album-card.tsx';
import { AlbumDialog } from './album-dialog.tsx';
import { ALBUM_SORTS, type AlbumSort, sortAlbums, storedSort, storeSort } from './album-sort.ts';
import './albums.css';
import { DeleteAlbumDialog } from './delete-album-dialog.tsx';
import { ShareDialog } from './share-dialog.tsx';

const PAGE = 100;
/** Orders other than that of the server need all albums; beyond this number, the newest ones. */
const MAX_SORTED = 2_000;

/** The albums of the account. */
export default function AlbumsPage() {
  usePageTitle(t('albums-title'));
  const [sort, setSort] = useState<AlbumSort>(storedSort);
  const { albums, hasMore, busy, error, load, replace } = useAlbumList(sort);
  const [dialog, setDialog] = useState<{ kind: 'create' } | { kind: 'share' | 'edit' | 'delete'; id: string }>();
  const close = () => setDialog(undefined);
  const chosen = dialog !== undefined && 'id' in dialog ? albums?.find(({ id }) => id === dialog.id) : undefined;
  const create = (
    <Button onClick={() => setDialog({ kind: 'create' })}>
      <Icon name="plus" />
      {t('albums-create')}
    </Button>
  );
  return (
    <div class="page albums-page">
      <PageHead title={t('albums-title')}>
        {albums?.length !== 0 && (
          <>
            <SortField value={sort} onChange={setSort} />
            {create}
          </>
        )}
      </PageHead>
      {albums === undefined && error === undefined && <AlbumCardsLoading />}
      {albums?.length === 0 && (
        <EmptyState icon="album" title={t('albums-empty')} text={t('albums-empty-text')}>
          {create}
        </EmptyState>
      )}
      <ul class="album-cards">
        {sortAlbums(albums ?? [], sort).map((album) => (
          <AlbumCard
            key={album.id}
            album={album}
            onShare={() => setDialog({ kind: 'share', id: album.id })}
            onEdit={() => setDialog({ kind: 'edit', id: album.id })}
            onDelete={() => setDialog({ kind: 'delete', id: album.id })}
          />
        ))}
      </ul>
      {error !== undefined && (
        <ErrorMessage>
          <p>{explain(error)}</p>
          <Button kind="quiet" small onClick={() => void load()}>
            {t('common-try-again')}
          </Button>
        </ErrorMessage>
      )}
      {hasMore && (
        <div class="choices">
          <Button kind="quiet" busy={busy} onClick={() => void load((albums?.length ?? 0) + PAGE)}>
            {t('albums-show-more')}
          </Button>
        </div>
      )}
      {dialog?.kind === 'create' && (
        <AlbumDialog
          title={t('albums-create')}
          action={t('albums-create-action')}
          onSave={async (given) => {
            const album = await api.post<Album>('/albums', given);
            announce('albums');
            navigate(`/albums/${album.id}`);
          }}
          onClose={close}
        />
      )}
      {dialog?.kind === 'edit' && chosen !== undefined && (
        <AlbumDialog
          title={t('albums-edit-title')}
          action={t('common-save')}
          name={chosen.name}
          description={chosen.description}
          onSave={async (given) => {
            await api.patch<Album>(`/albums/${chosen.id}`, given);
            announce('albums');
            close();
            toast(t('common-saved'));
          }}
          onClose={close}
        />
      )}
      {dialog?.kind === 'share' && chosen !== undefined && (
        <ShareDialog album={chosen} onChange={replace} onClose={close} />
      )}
      {dialog?.kind === 'delete' && chosen !== undefined && (
        <DeleteAlbumDialog album={chosen} onDeleted={close} onClose={close} />
      )}
    </div>
  );
}

function SortField({ value, onChange: onSort }: { value: AlbumSort; onChange(sort: AlbumSort): void }) {
  return (
    <div class="album-sort">
      <SelectField
        label={t('albums-sort')}
        value={value}
        onChange={({ currentTarget }) => {
          const sort = currentTarget.value as AlbumSort;
          storeSort(sort);
          onSort(sort);
        }}
      >
        {ALBUM_SORTS.map((one) => (
          <option key={one} value={one}>
            {t(`albums-sort-${one}`)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

/** The albums of the account, newest first; refreshed after every change in any tab. */
function useAlbumList(sort: AlbumSort) {
  const [albums, setAlbums] = useState<readonly Album[]>();
  const [hasMore, setHasMore] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const wanted = useRef(PAGE);
  const turn = useRef(0);

  /** @param count how many albums to load at least, if there are as many; by default as many as before */
  const load = async (count = wanted.current) => {
    wanted.current = count;
    turn.current += 1;
    const own = turn.current;
    setBusy(true);
    setError(undefined);
    try {
      const found = await loadAlbums(count);
      if (own !== turn.current) return;
      setAlbums(found.albums);
      setHasMore(found.hasMore);
    } catch (caught) {
      if (own === turn.current) setError(caught);
    }
    if (own === turn.current) setBusy(false);
  };
  useEffect(() => void load(sort === 'newest' ? wanted.current : MAX_SORTED), [sort]);
  useEffect(() => {
    const stops = [onChange('albums', () => void load()), onChange('images', () => void load())];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  useRetry(error, () => void load());
  const replace = (album: Album) => setAlbums((now) => now?.map((one) => (one.id === album.id ? album : one)));
  return { albums, hasMore, busy, error, load, replace };
}

async function loadAlbums(count: number): Promise<{ albums: readonly Album[]; hasMore: boolean }> {
  const albums = new Map<string, Album>();
  let cursor: string | null = null;
  do {
    const page: AlbumPage = await api.get<AlbumPage>('/albums', { limit: PAGE, cursor });
    for (const album of page.albums) albums.set(album.id, album);
    cursor = page.next_cursor;
  } while (cursor !== null && albums.size < count);
  return { albums: [...albums.values()], hasMore: cursor !== null };
}
