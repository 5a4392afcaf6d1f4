import type { Album } from '../../../../src/api/albums.ts';
import { t } from '../../i18n/i18n.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';

interface AlbumCardProps {
  album: Album;
  onShare(): void;
  onEdit(): void;
  onDelete(): void;
}

/** An album in the list: its cover, its figures, and its actions. */
export function AlbumCard({ album, onShare, onEdit, onDelete }: AlbumCardProps) {
  const { name, cover } = album;
  return (
    <li class="album-item">
      <a class="album-card" href={`/albums/${album.id}`}>
        <span class="album-cover">
          {cover === null ? <Icon name="album" /> : <img src={cover.thumbnail} alt="" loading="lazy" />}
        </span>
        <span class="album-name">
          <bdi>{name}</bdi>
        </span>
        <span class="album-facts">
          {t('albums-count', { count: album.image_count, bytes: album.total_size })}
          {album.public && (
            <span class="album-shared">
              <Icon name="link" /> {album.share?.ended === true ? t('albums-link-ended') : t('albums-shared')}
            </span>
          )}
        </span>
      </a>
      <button
        type="button"
        class="icon-button album-share"
        aria-label={t('albums-share-named', { name })}
        title={t('albums-share')}
        onClick={onShare}
      >
        <Icon name="link" />
      </button>
      <Menu
        label={t('albums-actions-for', { name })}
        trigger={<Icon name="more" />}
        items={[
          { label: t('albums-share'), onSelect: onShare },
          { label: t('albums-edit'), onSelect: onEdit },
          { label: t('albums-delete'), danger: true, onSelect: onDelete },
        ]}
      />
    </li>
  );
}

/** Cards while the albums load: of the same size, so that nothing moves when they come. */
export function AlbumCardsLoading() {
  return (
    <ul class="album-cards" aria-busy="true" aria-label={t('common-loading')}>
      {Array.from({ length: 8 }, (_, i) => (
        <li key={i} class="album-item album-waiting" aria-hidden="true">
          <span class="album-card">
            <span class="album-cover" />
            <span class="album-name">&nbsp;</span>
            <span class="album-facts">&nbsp;</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
