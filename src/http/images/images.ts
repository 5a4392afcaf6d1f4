import { changeImages } from '../../actions/images/change-image.ts';
import { claimImages } from '../../actions/images/claim-images.ts';
import { deleteImages } from '../../actions/images/delete-image.ts';
import { listAccountImages } from '../../actions/images/list-account-images.ts';
import { ImageBodies, ImageResponses, LibraryQuery } from '../../api/images.ts';
import { idempotentJson } from '../guards/idempotency.ts';
import { counted, success } from '../protocol/success.ts';
import { route } from '../route.ts';
import type { App } from '../routing.ts';
import { eachView } from './bulk-view.ts';
import { deletedView } from './deletions.ts';
import type { ImageDeps } from './deps.ts';
import { imageChange } from './image.ts';
import { infoView } from './image-view.ts';
import { endPage, imageQueryOf, pageOf } from './list-query.ts';

/** /images: lists the caller's images; changes, deletes and claims up to a hundred images, each with its own outcome. */
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
