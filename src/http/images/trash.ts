import { asOwned } from '../../actions/images/for-each-image.ts';
import type { BlobReading } from '../../actions/images/open-blob.ts';
import { emptyTrash, listAccountTrash, requireTrashed, restoreImages } from '../../actions/images/trash-images.ts';
import { IdParams, PageQuery } from '../../api/envelope.ts';
import { ImageResponses } from '../../api/images.ts';
import { Picture } from '../../api/moderation.ts';
import { TrashBodies, type TrashedInfo, TrashResponses } from '../../api/trash.ts';
import type { TrashedImage } from '../../catalog/images/trash.ts';
import { AppError } from '../../core/errors.ts';
import { timestamp } from '../../core/time.ts';
import { type Derivation, openPrivately } from '../delivery/representation.ts';
import { counted, success } from '../protocol/success.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';
import { eachView } from './bulk-view.ts';
import type { ImageDeps } from './image.ts';
import { infoView } from './image-view.ts';
import { endPage, pageOf } from './images.ts';

/** Images that one request for the whole trash deletes: some seconds of work. */
const MAX_EMPTIED = 1_000;
/** The browser of the owner keeps a thumbnail while the page is used. */
const THUMBNAIL_CACHE = 'private, max-age=300';

/** /trash: lists, shows, restores and deletes the images in the caller's trash. */
export function trashRoutes(api: App, deps: ImageDeps & BlobReading & { derive: Derivation }): void {
  route(api, {
    method: 'GET',
    path: '/trash',
    operationId: 'listTrash',
    summary: "The images in the account's trash, the latest first",
    tag: 'Images',
    access: 'images:read',
    query: PageQuery,
    answer: TrashResponses.trash,
    async handler(request, reply) {
      const { limit, cursor } = pageOf(request.query);
      const page = await listAccountTrash(deps, request.caller.accountId, limit, cursor);
      const images = page.items.map((image) => trashedView(image, deps));
      return success({ images, ...endPage(deps, request, reply, page) }, counted(images.length, 'image'));
    },
  });

  route(api, {
    method: 'GET',
    path: '/trash/:id/thumbnail',
    operationId: 'getTrashThumbnail',
    summary: 'The thumbnail of an image in the trash, for its owner',
    tag: 'Images',
    access: 'images:read',
    counted: false,
    params: IdParams,
    answers: { 200: Picture },
    errors: ['IMAGE_NOT_FOUND', 'THUMBNAIL_NOT_FOUND', 'STORAGE_UNAVAILABLE'],
    async handler({ params, caller }, reply) {
      const find = () => requireTrashed(deps, params.id, caller);
      const { headers, body } = await openPrivately(deps, find, 'thumbnail', caller);
      return reply.headers({ ...headers, 'cache-control': THUMBNAIL_CACHE }).send(body);
    },
  });

  route(api, {
    method: 'POST',
    path: '/trash/restore',
    operationId: 'restoreImages',
    summary: 'Take images out of the trash',
    tag: 'Images',
    access: 'images:write',
    body: TrashBodies.restore,
    answer: ImageResponses.imagesChanged,
    isIdempotent: true,
    errors: ['IMAGE_NOT_FOUND'],
    async handler(request) {
      const outcomes = await restoreImages(deps, request.body.ids, request.caller);
      const data = eachView(outcomes, (image) => infoView(image, deps));
      return success(data, `${data.succeeded} of ${data.total} images restored`);
    },
  });

  route(api, {
    method: 'DELETE',
    path: '/trash',
    operationId: 'emptyTrash',
    summary: 'Delete images in the trash for good',
    description: `The whole trash with \`all\`: at most ${MAX_EMPTIED} images a request, until \`remaining\` is 0.`,
    tag: 'Images',
    access: 'images:delete',
    body: TrashBodies.empty,
    answer: TrashResponses.emptied,
    async handler({ caller, body: { ids, all } }) {
      if ((ids === undefined) === (all === undefined)) {
        throw new AppError('INVALID_PARAMETER', { detail: 'Give ids or all.', param: 'ids' });
      }
      const emptied = await emptyTrash(deps, ids, caller, MAX_EMPTIED);
      return success(emptied, `${counted(emptied.deleted, 'image')} deleted for good`);
    },
  });
}

/** An image in the trash, for its owner. */
function trashedView(image: TrashedImage, deps: ImageDeps): TrashedInfo {
  const { id, trashed_at: trashedAt, purge_at: purgeAt, expires_at: expiresAt } = image;
  return {
    ...infoView(asOwned(image), { imageHost: deps.imageHost }),
    trashed_at: timestamp(trashedAt),
    purge_at: timestamp(Math.min(purgeAt, expiresAt ?? purgeAt)),
    thumbnail_url: `${deps.baseUrl}/api/v1/trash/${id}/thumbnail`,
  };
}
