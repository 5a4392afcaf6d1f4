import { queryOf } from './query.ts';
import type { Call } from './send.ts';
import type {
  Album,
  AlbumChange,
  AlbumPage,
  DeletedAlbum,
  ImageListOptions,
  ImagePage,
  PageOptions,
} from './types-library.ts';

/** The calls about the account's albums. */
export interface AlbumCalls {
  /** The newest first. */
  list(options?: PageOptions): Promise<AlbumPage>;
  create(album: { name: string; description?: string | null }): Promise<Album>;
  get(id: string): Promise<Album>;
  change(id: string, change: AlbumChange): Promise<Album>;
  /** @param options.images what becomes of its images; kept unless it says `delete` */
  delete(id: string, options?: { images?: 'keep' | 'delete' }): Promise<DeletedAlbum>;
  images(id: string, options?: Omit<ImageListOptions, 'album' | 'album_id'>): Promise<ImagePage>;
}

/** @param call sends a request and gives `data` of its answer */
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
