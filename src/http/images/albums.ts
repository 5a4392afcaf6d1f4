import {
  changeAlbum,
  createAlbum,
  deleteAlbum,
  getAlbum,
  listAccountAlbums,
  type ShareChange,
} from '../../actions/albums/albums.ts';
import { listAccountImages } from '../../actions/images/list-account-images.ts';
import { type Album, AlbumBodies, type AlbumChange, AlbumResponses, DeleteAlbumQuery } from '../../api/albums.ts';
import { IdParams, PageQuery } from '../../api/envelope.ts';
import { ImageResponses } from '../../api/images.ts';
import { ImageListQuery } from '../../api/library.ts';
import type { AlbumSummary } from '../../catalog/images/albums.ts';
import { requireScope } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { linksOf, publicAlbumUrl } from '../../core/links.ts';
import { cleanDescription, parseAlbumName } from '../../core/names.ts';
import { parseTime, timestamp, timestampOrNull } from '../../core/time.ts';
import { counted, success } from '../protocol/success.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';
import type { ImageDeps } from './image.ts';
import { infoView } from './image-view.ts';
import { endPage, imageQueryOf, pageOf } from './images.ts';

/** /albums: lists, creates, shows, changes and deletes the caller's albums, and lists the images in an album. */
export function albumRoutes(api: App, deps: ImageDeps): void {
  listRoutes(api, deps);

  route(api, {
    method: 'POST',
    path: '/albums',
    operationId: 'createAlbum',
    summary: 'Create an album',
    tag: 'Albums',
    access: 'albums:write',
    body: AlbumBodies.createAlbum,
    answer: AlbumResponses.album,
    isIdempotent: true,
    errors: ['INVALID_ALBUM', 'ALBUM_EXISTS'],
    async handler(request) {
      const { name, description = null } = request.body;
      const wanted = { name: requireName(name, deps.maxAlbumLength), description: cleanDescription(description) };
      const album = await createAlbum(deps, request.caller.accountId, wanted);
      return success(albumView(album, deps), 'Album created');
    },
  });

  route(api, {
    method: 'GET',
    path: '/albums/:id',
    operationId: 'getAlbum',
    summary: 'An album',
    tag: 'Albums',
    access: 'albums:read',
    params: IdParams,
    answer: AlbumResponses.album,
    errors: ['ALBUM_NOT_FOUND'],
    async handler({ caller, params }) {
      const album = await getAlbum(deps, caller.accountId, params.id);
      return success(albumView(album, deps), 'Album found');
    },
  });

  route(api, {
    method: 'PATCH',
    path: '/albums/:id',
    operationId: 'changeAlbum',
    summary: 'Change name, description or cover; share the album by a public link, or end the link',
    description: 'A link may have a password and an end. A new link has neither.',
    tag: 'Albums',
    access: 'albums:write',
    params: IdParams,
    body: AlbumBodies.changeAlbum,
    answer: AlbumResponses.album,
    errors: ['INVALID_ALBUM', 'IMAGE_NOT_FOUND', 'ALBUM_NOT_FOUND', 'ALBUM_EXISTS'],
    async handler({ caller, params, body }) {
      const { name, description, cover_image_id: coverImageId, public: isPublic, share } = body;
      const album = await changeAlbum(deps, caller.accountId, params.id, {
        name: name === undefined ? undefined : requireName(name, deps.maxAlbumLength),
        description: description === undefined ? undefined : cleanDescription(description),
        coverImageId,
        isPublic,
        share: share && shareChange(share),
      });
      return success(albumView(album, deps), 'Album changed');
    },
  });

  route(api, {
    method: 'DELETE',
    path: '/albums/:id',
    operationId: 'deleteAlbum',
    summary: 'Delete an album',
    description:
      'Its images stay, in no album; `images=trash` moves them to the trash, `images=delete` deletes them for good.',
    tag: 'Albums',
    access: 'albums:write',
    params: IdParams,
    query: DeleteAlbumQuery,
    answer: AlbumResponses.albumDeleted,
    errors: ['ALBUM_NOT_FOUND'],
    async handler({ caller, params: { id }, query }) {
      const fate = query.images ?? 'keep';
      if (fate !== 'keep') requireScope(caller, 'images:delete');
      const { deleted, trashed } = await deleteAlbum(deps, caller.accountId, id, fate);
      const data = { id, deleted: true, images_deleted: deleted, images_trashed: trashed } as const;
      return success(data, 'Album deleted');
    },
  });
}

function listRoutes(api: App, deps: ImageDeps): void {
  route(api, {
    method: 'GET',
    path: '/albums',
    operationId: 'listAlbums',
    summary: "The account's albums, the newest first",
    tag: 'Albums',
    access: 'albums:read',
    query: PageQuery,
    answer: AlbumResponses.albums,
    async handler(request, reply) {
      const { limit, cursor } = pageOf(request.query);
      const page = await listAccountAlbums(deps, request.caller.accountId, limit, cursor);
      const albums = page.items.map((album) => albumView(album, deps));
      return success({ albums, ...endPage(deps, request, reply, page) }, counted(albums.length, 'album'));
    },
  });

  route(api, {
    method: 'GET',
    path: '/albums/:id/images',
    operationId: 'listAlbumImages',
    summary: 'The images in an album',
    tag: 'Albums',
    access: 'albums:read',
    params: IdParams,
    query: ImageListQuery,
    answer: ImageResponses.images,
    errors: ['ALBUM_NOT_FOUND'],
    async handler(request, reply) {
      const { limit, cursor } = pageOf(request.query);
      const { maxAlbumLength } = deps;
      const query = { ...imageQueryOf(request.query, maxAlbumLength), album: undefined, albumId: request.params.id };
      const page = await listAccountImages(deps, request.caller.accountId, query, limit, cursor);
      const images = page.items.map((image) => infoView(image, { imageHost: deps.imageHost }));
      return success({ images, ...endPage(deps, request, reply, page) }, counted(images.length, 'image'));
    },
  });
}

function shareChange({ password, expires_at, download }: NonNullable<AlbumChange['share']>): ShareChange {
  const expiresAt = expires_at == null ? expires_at : parseTime(expires_at, 'share.expires_at');
  return { password, expiresAt, download };
}

/** An album for its owner. */
function albumView(album: AlbumSummary, { imageHost, clock }: Pick<ImageDeps, 'imageHost' | 'clock'>): Album {
  const { cover, public_token: token, share_expires_at: endsAt } = album;
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
    share:
      token === null
        ? null
        : {
            has_password: album.share_password_hash !== null,
            expires_at: timestampOrNull(endsAt),
            ended: endsAt !== null && endsAt <= clock.now(),
            download: album.share_download === 1,
          },
  };
}

/** @throws AppError INVALID_ALBUM */
function requireName(given: string, maxLength: number): string {
  const name = parseAlbumName(given, maxLength, 'name');
  if (name === null) throw new AppError('INVALID_ALBUM', { detail: 'It is empty.', param: 'name' });
  return name;
}
