import type { FastifyRequest } from 'fastify';
import { changeAlbum, createAlbum, getAlbum, listAccountAlbums } from '../../actions/albums/albums.ts';
import { deleteAlbum } from '../../actions/albums/delete-album.ts';
import { listAccountImages } from '../../actions/images/list-account-images.ts';
import { AlbumBodies, AlbumResponses, DeleteAlbumQuery } from '../../api/albums.ts';
import { ErrorResponse, IdParams } from '../../api/envelope.ts';
import { ImageListQuery, ImageResponses } from '../../api/images.ts';
import { PageQuery } from '../../api/pages.ts';
import { requireScope } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { cleanDescription, parseAlbumName } from '../../core/names.ts';
import type { HttpDeps } from '../deps.ts';
import { idempotentJson } from '../guards/idempotency.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing.ts';
import { albumView } from './album-view.ts';
import { infoView } from './image-view.ts';
import { counted, imageQueryOf, nextLink, pageOf, pageView } from './list-query.ts';

const common = { tags: ['Albums'], security: [{ session: [] }, { sessionCookie: [] }, { apiKey: [] }] };
const failures = { '4xx': ErrorResponse, '5xx': ErrorResponse };
const config = { needsCredential: true };
// Who may not is told so before the body is looked at.
const readers = { config, onRequest: async ({ caller }: FastifyRequest) => void requireScope(caller, 'albums:read') };
const writers = { config, onRequest: async ({ caller }: FastifyRequest) => void requireScope(caller, 'albums:write') };

/** /albums: list, make, look at, change, delete; and the images in one. */
export function albumRoutes(api: App, deps: HttpDeps): void {
  api.get(
    '/albums',
    {
      schema: {
        ...common,
        operationId: 'listAlbums',
        summary: "The account's albums, the newest first",
        querystring: PageQuery,
        response: { 200: AlbumResponses.albums, ...failures },
      },
      ...readers,
    },
    async (request, reply) => {
      const { accountId } = requireScope(request.caller, 'albums:read');
      const { limit, cursor } = pageOf(request.query);
      const page = await listAccountAlbums(deps, accountId, limit, cursor);
      reply.headers(nextLink(deps.baseUrl, request.url, page.nextCursor));
      const albums = page.items.map((album) => albumView(album, deps.imageHost));
      return success({ albums, ...pageView(page) }, counted(albums.length, 'album'));
    },
  );

  api.post(
    '/albums',
    {
      schema: {
        ...common,
        operationId: 'createAlbum',
        summary: 'Make an album',
        body: AlbumBodies.createAlbum,
        response: { 200: AlbumResponses.album, ...failures },
      },
      ...writers,
    },
    async (request, reply) => {
      const { accountId } = requireScope(request.caller, 'albums:write');
      return idempotentJson(deps, request, reply, async () => {
        const { name, description = null } = request.body;
        const wanted = { name: requireName(name, deps.maxAlbumLength), description: cleanDescription(description) };
        return success(albumView(await createAlbum(deps, accountId, wanted), deps.imageHost), 'Album created');
      });
    },
  );

  api.get(
    '/albums/:id',
    {
      schema: {
        ...common,
        operationId: 'getAlbum',
        summary: 'An album',
        params: IdParams,
        response: { 200: AlbumResponses.album, ...failures },
      },
      ...readers,
    },
    async (request) => {
      const { accountId } = requireScope(request.caller, 'albums:read');
      const album = await getAlbum(deps, accountId, request.params.id);
      return success(albumView(album, deps.imageHost), 'Album found');
    },
  );

  api.patch(
    '/albums/:id',
    {
      schema: {
        ...common,
        operationId: 'changeAlbum',
        summary: 'Change name, description or cover; share it by link or end that',
        params: IdParams,
        body: AlbumBodies.changeAlbum,
        response: { 200: AlbumResponses.album, ...failures },
      },
      ...writers,
    },
    async (request) => {
      const { accountId } = requireScope(request.caller, 'albums:write');
      const { name, description, cover_image_id: coverImageId, public: isPublic } = request.body;
      const album = await changeAlbum(deps, accountId, request.params.id, {
        name: name === undefined ? undefined : requireName(name, deps.maxAlbumLength),
        description: description === undefined ? undefined : cleanDescription(description),
        coverImageId,
        isPublic,
      });
      return success(albumView(album, deps.imageHost), 'Album changed');
    },
  );

  api.delete(
    '/albums/:id',
    {
      schema: {
        ...common,
        operationId: 'deleteAlbum',
        summary: 'Delete an album',
        description: 'Its images stay, in no album, or are deleted too with `images=delete`.',
        params: IdParams,
        querystring: DeleteAlbumQuery,
        response: { 200: AlbumResponses.albumDeleted, ...failures },
      },
      ...writers,
    },
    async (request) => {
      const { accountId } = requireScope(request.caller, 'albums:write');
      const { id } = request.params;
      const withImages = request.query.images === 'delete';
      if (withImages) requireScope(request.caller, 'images:delete');
      const deleted = await deleteAlbum(deps, accountId, id, withImages);
      return success({ id, deleted: true, images_deleted: deleted }, 'Album deleted');
    },
  );

  api.get(
    '/albums/:id/images',
    {
      schema: {
        ...common,
        operationId: 'listAlbumImages',
        summary: 'The images in an album',
        params: IdParams,
        querystring: ImageListQuery,
        response: { 200: ImageResponses.images, ...failures },
      },
      ...readers,
    },
    async (request, reply) => {
      const { accountId } = requireScope(request.caller, 'albums:read');
      const { limit, cursor } = pageOf(request.query);
      const query = {
        ...imageQueryOf(request.query, deps.maxAlbumLength),
        album: undefined,
        albumId: request.params.id,
      };
      const page = await listAccountImages(deps, accountId, query, limit, cursor);
      reply.headers(nextLink(deps.baseUrl, request.url, page.nextCursor));
      const images = page.items.map((image) => infoView(image, { imageHost: deps.imageHost }));
      return success({ images, ...pageView(page) }, counted(images.length, 'image'));
    },
  );
}

/** @throws AppError INVALID_ALBUM */
function requireName(given: string, maxLength: number): string {
  const name = parseAlbumName(given, maxLength, 'name');
  if (name === null) throw new AppError('INVALID_ALBUM', { detail: 'It is empty.', param: 'name' });
  return name;
}
