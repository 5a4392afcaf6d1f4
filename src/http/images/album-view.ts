import type { Album } from '../../api/albums.ts';
import type { AlbumSummary } from '../../catalog/images/albums.ts';
import { linksOf } from '../../core/links.ts';
import { timestamp } from '../../core/time.ts';

/** An album as its owner sees it. */
export function albumView(album: AlbumSummary, imageHost: string): Album {
  const { cover, public_token: token } = album;
  return {
    id: album.id,
    name: album.name,
    description: album.description,
    image_count: album.image_count,
    total_size: album.total_size,
    cover: cover && { id: cover.id, thumbnail: linksOf(imageHost, cover.id, cover.format).thumbnail },
    created_at: timestamp(album.created_at),
    updated_at: timestamp(album.updated_at),
    public: token !== null,
    public_url: token === null ? null : publicAlbumUrl(imageHost, token),
  };
}

/** Where a public album is looked at. */
export function publicAlbumUrl(imageHost: string, token: string): string {
  return `${imageHost}/a/${token}`;
}
