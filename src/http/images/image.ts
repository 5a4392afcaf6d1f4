import Type from 'typebox';
import { changeImage, type ImageChange } from '../../actions/images/change-image.ts';
import { claimImage } from '../../actions/images/claim-images.ts';
import { deleteImage, requireDeletion } from '../../actions/images/delete-image.ts';
import { getImage } from '../../actions/images/get-image.ts';
import { reportImage } from '../../actions/moderation/report-image.ts';
import type { GarbageDeps } from '../../actions/operations/collect-garbage.ts';
import type { Statistics } from '../../actions/operations/statistics.ts';
import { IdParams } from '../../api/envelope.ts';
import {
  type DeletedImage,
  type DeletionProgress,
  ImageBodies,
  type ImageChange as ImageChangeBody,
  ImageResponses,
} from '../../api/images.ts';
import { ModerationBodies, ModerationResponses } from '../../api/moderation.ts';
import type { Deletion } from '../../catalog/images/deletions.ts';
import type { Removals } from '../../catalog/images/removals.ts';
import type { PublicUrls } from '../../core/links.ts';
import { parseAlbumName } from '../../core/names.ts';
import { parseExpiryHours, timestamp, timestampOrNull } from '../../core/time.ts';
import { type AttemptGuard, callerAddress } from '../../limits/limits.ts';
import { idempotentJson } from '../guards/idempotency.ts';
import { isUnchanged } from '../protocol/conditional.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';
import { IMAGE_INFO_CACHE, imageInfoAnswer, infoView, JSON_TYPE } from './image-view.ts';

/** Dependencies of the endpoints about images and albums. */
export interface ImageDeps extends PublicUrls, GarbageDeps {
  removals: Removals;
  statistics: Statistics;
  /** Limits the reports of one address. */
  reportAttempts: AttemptGuard;
  /** Total size of the images of one account; 0 = no limit. */
  maxAccountBytes: number;
  maxExpiryHours: number;
  maxAlbumLength: number;
  /** Widths of variants in pixels. */
  variantWidths: readonly number[];
  /** Signs the cursors of lists; the same in all processes. */
  cursorSecret: Uint8Array;
}

/** /image/{id}: shows, changes, claims and deletes an image. */
export function imageRoutes(api: App, deps: ImageDeps): void {
  route(api, {
    method: 'GET',
    path: '/image/:id',
    operationId: 'getImage',
    summary: 'Image info',
    tag: 'Images',
    access: 'any',
    params: IdParams,
    answer: ImageResponses.image,
    answers: { 304: Type.Null() },
    async handler({ caller, params, headers }, reply) {
      const { body, text, etag } = imageInfoAnswer(await getImage(deps, params.id, caller), deps);
      reply.headers({ 'cache-control': IMAGE_INFO_CACHE, etag });
      if (isUnchanged(headers, { etag })) return reply.code(304).send();
      return reply
        .type(JSON_TYPE)
        .serializer(() => text)
        .send(body);
    },
  });

  route(api, {
    method: 'PATCH',
    path: '/image/:id',
    operationId: 'changeImage',
    summary: 'Change album, file name or expiry',
    tag: 'Images',
    access: 'images:write',
    params: IdParams,
    body: ImageBodies.changeImage,
    answer: ImageResponses.image,
    async handler({ caller, params, body }) {
      const changed = await changeImage(deps, params.id, imageChange(deps, body), caller);
      return success(infoView(changed, deps), 'Image changed');
    },
  });

  route(api, {
    method: 'POST',
    path: '/image/:id/claim',
    operationId: 'claimImage',
    summary: 'Move an anonymous image into the account',
    tag: 'Images',
    access: 'images:write',
    params: IdParams,
    body: ImageBodies.claimImage,
    answer: ImageResponses.image,
    async handler(request, reply) {
      return idempotentJson(deps, request, reply, async () => {
        const claim = { id: request.params.id, deleteToken: request.body.delete_token };
        return success(infoView(await claimImage(deps, claim, request.caller), deps), 'Image claimed');
      });
    },
  });

  route(api, {
    method: 'DELETE',
    path: '/image/:id',
    operationId: 'deleteImage',
    summary: 'Delete an image',
    description: 'With an API key of the owner, or with the delete token of the image as bearer credential.',
    tag: 'Images',
    access: 'image-owner',
    params: IdParams,
    answer: ImageResponses.deleted,
    async handler({ caller, params }) {
      return success(deletedView(await deleteImage(deps, params.id, caller)), 'Image deleted');
    },
  });
}

/** The changes of a JSON body. @throws AppError INVALID_ALBUM, INVALID_EXPIRY */
export function imageChange(
  { maxAlbumLength, maxExpiryHours }: ImageDeps,
  { album, filename, expiry }: ImageChangeBody,
): ImageChange {
  return {
    album: album === undefined ? undefined : parseAlbumName(album ?? '', maxAlbumLength),
    filename,
    expiryHours: expiry === undefined ? undefined : parseExpiryHours(String(expiry), maxExpiryHours),
  };
}

/** Name of reports among the limited attempts. */
export const REPORTING = 'report';

/** /image/{id}/report: reports an image to the administrators. */
export function reportRoute(api: App, deps: ImageDeps): void {
  route(api, {
    method: 'POST',
    path: '/image/:id/report',
    operationId: 'reportImage',
    summary: 'Report an image to the operator',
    tag: 'Images',
    access: 'any',
    params: IdParams,
    body: ModerationBodies.report,
    answer: ModerationResponses.reported,
    async handler(request, reply) {
      await deps.reportAttempts.count(callerAddress(request.ip), REPORTING);
      return idempotentJson(deps, request, reply, async () => {
        const { reason, comment, email } = request.body;
        await reportImage(deps, request.params.id, { reason, comment: comment || null, email: email ?? null });
        return success({ reported: true }, 'Image reported');
      });
    },
  });
}

/** /deletions/{id}: the progress of a deletion. Its id is the only credential. */
export function deletionRoute(api: App, deps: ImageDeps): void {
  route(api, {
    method: 'GET',
    path: '/deletions/:id',
    operationId: 'getDeletion',
    summary: 'The progress of a deletion',
    description: 'Its id, which the response to the delete contains, is the only credential. Available for 30 days.',
    tag: 'Images',
    access: 'any',
    params: IdParams,
    answer: ImageResponses.deletion,
    async handler({ params }) {
      const deletion = await requireDeletion(deps, params.id);
      const { image_id, cause, created_at } = deletion;
      const view = { ...progressView(deletion), image_id, cause, deleted_at: timestamp(created_at) };
      return success(view, 'Deletion found');
    },
  });
}

/** A new deletion. */
export function deletedView(deletion: Deletion): DeletedImage {
  return {
    id: deletion.image_id,
    deleted: true,
    deleted_at: timestamp(deletion.created_at),
    deletion: progressView(deletion),
  };
}

function progressView(deletion: Deletion): DeletionProgress {
  return {
    id: deletion.id,
    storage: { state: deletion.storage_state, at: timestampOrNull(deletion.storage_at) },
    edge: {
      state: deletion.edge_state,
      at: timestampOrNull(deletion.edge_at),
      attempts: deletion.edge_attempts,
      last_error: deletion.edge_error,
    },
  };
}
