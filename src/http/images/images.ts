import type { FastifyReply, FastifyRequest } from 'fastify';
import { changeImages } from '../../actions/images/change-image.ts';
import { claimImages } from '../../actions/images/claim-images.ts';
import { deleteImages } from '../../actions/images/delete-image.ts';
import { type ImageQuery, listAccountImages } from '../../actions/images/list-account-images.ts';
import type { PageEnd } from '../../api/envelope.ts';
import { ImageBodies, ImageResponses, LibraryQuery } from '../../api/images.ts';
import type { Page } from '../../core/cursor.ts';
import { AppError } from '../../core/errors.ts';
import type { FormatName } from '../../core/formats.ts';
import { parseAlbumName } from '../../core/names.ts';
import type { ImageOrder } from '../../core/states.ts';
import { idempotentJson } from '../guards/idempotency.ts';
import { counted, success } from '../protocol/success.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';
import { eachView } from './bulk-view.ts';
import { deletedView, type ImageDeps, imageChange } from './image.ts';
import { infoView } from './image-view.ts';

/** /images: lists the caller's images; changes, deletes and claims up to a hundred images, each with its own result. */
export function imageListRoutes(api: App, deps: ImageDeps): void {
  route(api, {
    method: 'GET',
    path: '/images',
    operationId: 'listImages',
    summary: "The account's images",
    description: 'Follow `next_cursor` while `has_more` is true: with `q` or `format` a page may be short, even empty.',
    tag: 'Images',
    access: 'images:read',
    query: LibraryQuery,
    answer: ImageResponses.images,
    async handler(request, reply) {
      const { limit, cursor } = pageOf(request.query);
      const query = imageQueryOf(request.query, deps.maxAlbumLength);
      const page = await listAccountImages(deps, request.caller.accountId, query, limit, cursor);
      const images = page.items.map((image) => infoView(image, { imageHost: deps.imageHost }));
      return success({ images, ...endPage(deps, request, reply, page) }, counted(images.length, 'image'));
    },
  });

  route(api, {
    method: 'POST',
    path: '/images/update',
    operationId: 'changeImages',
    summary: 'Change album or expiry of several images',
    tag: 'Images',
    access: 'images:write',
    body: ImageBodies.changeImages,
    answer: ImageResponses.imagesChanged,
    async handler(request, reply) {
      return idempotentJson(deps, request, reply, async () => {
        const { ids, ...change } = request.body;
        const outcomes = await changeImages(deps, ids, imageChange(deps, change), request.caller);
        const data = eachView(outcomes, (image) => infoView(image, deps));
        return success(data, `${data.succeeded} of ${data.total} images changed`);
      });
    },
  });

  route(api, {
    method: 'POST',
    path: '/images/delete',
    operationId: 'deleteImages',
    summary: 'Delete several images',
    tag: 'Images',
    access: 'images:delete',
    body: ImageBodies.deleteImages,
    answer: ImageResponses.imagesDeleted,
    async handler(request, reply) {
      return idempotentJson(deps, request, reply, async () => {
        const data = eachView(await deleteImages(deps, request.body.ids, request.caller), deletedView);
        return success(data, `${data.succeeded} of ${data.total} images deleted`);
      });
    },
  });

  route(api, {
    method: 'POST',
    path: '/images/claim',
    operationId: 'claimImages',
    summary: 'Move anonymous images into the account',
    tag: 'Images',
    access: 'images:write',
    body: ImageBodies.claimImages,
    answer: ImageResponses.imagesChanged,
    async handler(request, reply) {
      return idempotentJson(deps, request, reply, async () => {
        const claims = request.body.images.map(({ id, delete_token }) => ({ id, deleteToken: delete_token }));
        const data = eachView(await claimImages(deps, claims, request.caller), (image) => infoView(image, deps));
        return success(data, `${data.succeeded} of ${data.total} images claimed`);
      });
    },
  });
}

const DEFAULT_LIMIT = 50;

type Given = Partial<Record<'limit' | 'cursor' | 'format' | 'order' | 'q' | 'album' | 'album_id', string>>;

/** The requested part of a list. */
export function pageOf({ limit, cursor }: Given): { limit: number; cursor: string | undefined } {
  return { limit: Number(limit || DEFAULT_LIMIT), cursor: cursor || undefined };
}

/** The requested images. @throws AppError INVALID_ALBUM; INVALID_PARAMETER when the query names two albums */
export function imageQueryOf(given: Given, maxAlbumLength: number): ImageQuery {
  const { album, album_id, format, order, q } = given;
  if (album !== undefined && album_id) {
    throw new AppError('INVALID_PARAMETER', { detail: 'Give album or album_id.', param: 'album_id' });
  }
  return {
    album: album === undefined ? undefined : (parseAlbumName(album, maxAlbumLength) ?? ''),
    albumId: album_id || undefined,
    format: (format || undefined) as FormatName | undefined,
    text: q || undefined,
    order: (order || 'newest') as ImageOrder,
  };
}

/** The last members of a page. Sets the `Link` header to the next page (RFC 8288), where there is one. */
export function endPage(
  { baseUrl }: { readonly baseUrl: string },
  { url }: FastifyRequest,
  reply: FastifyReply,
  { nextCursor }: Page<unknown>,
): PageEnd {
  if (nextCursor === null) return { next_cursor: null, has_more: false };
  const [path = '', query = ''] = url.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('cursor', nextCursor);
  reply.header('link', `<${baseUrl}${path}?${parameters}>; rel="next"`);
  return { next_cursor: nextCursor, has_more: true };
}
