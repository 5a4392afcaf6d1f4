import type { Album, AlbumChange, AlbumPage, DeletedAlbum, NewAlbum } from '../api/albums.ts';
import type { ImagePage } from '../api/images.ts';
import { type ImageListOptions, type PageOptions, queryOf } from './query.ts';
import type { Call } from './send.ts';

/** Calls about the account's albums. */
export interface AlbumCalls {
  /** The newest first. */
  list(options?: PageOptions): Promise<AlbumPage>;
  create(album: NewAlbum): Promise<Album>;
  get(id: string): Promise<Album>;
  change(id: string, change: AlbumChange): Promise<Album>;
  /** @param options.images `delete` deletes its images too; default `keep` */
  delete(id: string, options?: { images?: 'keep' | 'delete' }): Promise<DeletedAlbum>;
  images(id: string, options?: Omit<ImageListOptions, 'album' | 'album_id'>): Promise<ImagePage>;
}

/** @param call sends a request and resolves to `data` of the response */
export function albumCalls(
  call: <T>(method: Call['method'], path: string, rest?: Omit<Call, 'method' | 'path'>) => Promise<T>,
): AlbumCalls {
  const pathOf = (id: string) => `/albums/${encodeURIComponent(id)}`;
  return {
    list: (options = {}) => call('GET', `/albums${queryOf(options)}`),
    create: (album) => call('POST', '/albums', { json: album }),
    get: (id) => call('GET', pathOf(id)),
    change: (id, change) => call('PATCH', pathOf(id), { json: change }),
    delete: (id, options = {}) => call('DELETE', `${pathOf(id)}${queryOf(options)}`),
    images: (id, options = {}) => call('GET', `${pathOf(id)}/images${queryOf(options)}`),
  };
}
