import Type from 'typebox';
import { changeImage, type ImageChange } from '../../actions/images/change-image.ts';
import { claimImage } from '../../actions/images/claim-images.ts';
import { type DeletedImage, deleteImage, requireDeletion } from '../../actions/images/delete-image.ts';
import { getImage } from '../../actions/images/get-image.ts';
import { type Trashed, trashImage } from '../../actions/images/trash-images.ts';
import { reportImage } from '../../actions/moderation/report-image.ts';
import type { GarbageDeps } from '../../actions/operations/collect-garbage.ts';
import type { Statistics } from '../../actions/operations/statistics.ts';
import { IdParams } from '../../api/envelope.ts';
import {
  type DeletedImage as DeletedImageView,
  DeleteImageQuery,
  type DeletionProgress,
  ImageBodies,
  type ImageChange as ImageChangeBody,
  ImageResponses,
  type TrashedImage,
} from '../../api/images.ts';
import { ModerationBodies, ModerationResponses } from '../../api/moderation.ts';
import type { Deletion } from '../../catalog/images/deletions.ts';
import type { Removals } from '../../catalog/images/removals.ts';
import type { AccountCaller } from '../../core/caller.ts';
import { parseTags, parseText } from '../../core/image-texts.ts';
import type { PublicUrls } from '../../core/links.ts';
import { parseAlbumName } from '../../core/names.ts';
import { parsePlanExpiry, timestamp, timestampOrNull } from '../../core/time.ts';
import { callerAddress } from '../../limits/caller-address.ts';
import type { AttemptGuard } from '../../limits/limits.ts';
import { isUnchanged } from '../protocol/conditional.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';
import { IMAGE_INFO_CACHE, imageInfoAnswer, infoView, JSON_TYPE, type Variants } from './image-view.ts';

/** Dependencies of the endpoints about images and albums. */
export interface ImageDeps extends PublicUrls, GarbageDeps, Variants {
  removals: Removals;
  statistics: Statistics;
  /** Limits the reports of one address. */
  reportAttempts: AttemptGuard;
  /** Total size of the images of one account; 0 = no limit. */
  maxAccountBytes: number;
  /** How long an image stays in the trash; 0 = there is none. */
  trashDays: number;
  maxExpiryHours: number;
  maxAlbumLength: number;
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
    errors: ['IMAGE_NOT_FOUND'],
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
    summary: 'Change album, file name, texts, tags or expiry',
    tag: 'Images',
    access: 'images:write',
    params: IdParams,
    body: ImageBodies.changeImage,
    answer: ImageResponses.image,
    errors: ['INVALID_ALBUM', 'INVALID_EXPIRY', 'IMAGE_NOT_FOUND'],
    async handler({ caller, params, body }) {
      const changed = await changeImage(deps, params.id, imageChange(deps, body, caller), caller);
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
    isIdempotent: true,
    errors: ['STORAGE_QUOTA_EXCEEDED', 'IMAGE_NOT_FOUND', 'IMAGE_ALREADY_OWNED'],
    async handler(request) {
      const claim = { id: request.params.id, deleteToken: request.body.delete_token };
      return success(infoView(await claimImage(deps, claim, request.caller), deps), 'Image claimed');
    },
  });

  route(api, {
    method: 'DELETE',
    path: '/image/:id',
    operationId: 'deleteImage',
    summary: 'Delete an image',
    description:
      'For good, with an API key of the owner, or with the delete token of the image as bearer credential. `trash=true` moves an own image to the trash instead.',
    tag: 'Images',
    access: 'image-owner',
    params: IdParams,
    query: DeleteImageQuery,
    answer: ImageResponses.deleted,
    errors: ['INSUFFICIENT_SCOPE', 'IMAGE_NOT_FOUND'],
    async handler({ caller, params, query }) {
      if (query.trash !== 'true')
        return success(deletedView(await deleteImage(deps, params.id, caller)), 'Image deleted');
      const trashed = await trashImage(deps, params.id, caller);
      const message = trashed.deletion === null ? 'Image moved to the trash' : 'Image deleted';
      return success(trashedView(trashed), message);
    },
  });
}

/** The changes of a JSON body. @throws AppError INVALID_ALBUM, INVALID_EXPIRY, INVALID_PARAMETER */
export function imageChange(
  { maxAlbumLength, maxExpiryHours, clock }: ImageDeps,
  body: ImageChangeBody,
  { plan }: AccountCaller,
): ImageChange {
  const { album, filename, expiry, expires_in, expires_at } = body;
  const isExpiryGiven = expiry !== undefined || expires_in !== undefined || expires_at !== undefined;
  const given = { expiry: expiry?.toString(), expires_in: expires_in?.toString(), expires_at: expires_at ?? '' };
  const text = (name: 'title' | 'alt' | 'description') =>
    body[name] === undefined ? undefined : parseText(name, body[name]);
  const tags = (name: 'tags' | 'add_tags' | 'remove_tags') => body[name] && parseTags(body[name], name);
  return {
    album: album === undefined ? undefined : parseAlbumName(album ?? '', maxAlbumLength),
    filename,
    expiry: isExpiryGiven ? parsePlanExpiry(given, plan, maxExpiryHours, clock.now()) : undefined,
    title: text('title'),
    alt: text('alt'),
    description: text('description'),
    tags: tags('tags'),
    addTags: tags('add_tags'),
    removeTags: tags('remove_tags'),
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
    isIdempotent: true,
    errors: ['IMAGE_NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
    preHandler: ({ ip }) => deps.reportAttempts.count(callerAddress(ip), REPORTING),
    async handler({ body, params }) {
      const { reason, comment, email } = body;
      await reportImage(deps, params.id, { reason, comment: comment || null, email: email ?? null });
      return success({ reported: true }, 'Image reported');
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
    errors: ['DELETION_NOT_FOUND'],
    async handler({ params }) {
      const deletion = await requireDeletion(deps, params.id);
      const { image_id, cause, created_at } = deletion;
      const view = { ...progressView(deletion), image_id, cause, deleted_at: timestamp(created_at) };
      return success(view, 'Deletion found');
    },
  });
}

/** What became of an image that its owner moved to the trash. */
export function trashedView(trashed: Trashed): TrashedImage | DeletedImageView {
  const { id, filename, deletion } = trashed;
  if (deletion !== null) return deletedView({ filename, deletion });
  const { trashedAtMs, purgeAtMs } = trashed;
  return { id, filename, trashed: true, trashed_at: timestamp(trashedAtMs), purge_at: timestamp(purgeAtMs) };
}

/** A new deletion. */
export function deletedView({ filename, deletion }: DeletedImage): DeletedImageView {
  return {
    id: deletion.image_id,
    filename,
    deleted: true,
    deleted_at: timestamp(deletion.created_at),
    deletion: progressView(deletion),
  };
}

/** Bytes that other images share count as gone: a deletion does not reveal whether somebody else has the same picture. */
function progressView(deletion: Deletion): DeletionProgress {
  const { storage_state: state, storage_at: at, created_at: deletedAt } = deletion;
  return {
    id: deletion.id,
    storage: state === 'shared' ? { state: 'gone', at: timestamp(deletedAt) } : { state, at: timestampOrNull(at) },
    edge: {
      state: deletion.edge_state,
      at: timestampOrNull(deletion.edge_at),
      attempts: deletion.edge_attempts,
      last_error: deletion.edge_error,
    },
  };
}
