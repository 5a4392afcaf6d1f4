import { Readable } from 'node:stream';
import { requireKeptImage } from '../../actions/images/get-image.ts';
import { openBlob } from '../../actions/images/open-blob.ts';
import { takeDownImage } from '../../actions/moderation/take-down-image.ts';
import { IdParams } from '../../api/envelope.ts';
import { ModerationBodies, ModerationResponses, Picture } from '../../api/moderation.ts';
import { FORMATS } from '../../core/formats.ts';
import { type Part, requireRepresentation } from '../delivery/representation.ts';
import { idempotentJson } from '../guards/idempotency.ts';
import { counted, success } from '../protocol/success.ts';
import { route } from '../route.ts';
import type { App } from '../routing.ts';
import type { AdminDeps } from './deps.ts';

/** /admin/images: takes images down, and sends their bytes even in quarantine. */
export function adminImageRoutes(api: App, deps: AdminDeps): void {
  route(api, {
    method: 'POST',
    path: '/admin/images/:id/takedown',
    operationId: 'takeDownImage',
    summary: 'Remove an image and its duplicates, and block the picture',
    tag: 'Administration',
    access: 'admin',
    params: IdParams,
    body: ModerationBodies.takedown,
    answer: ModerationResponses.takenDown,
    async handler(request, reply) {
      return idempotentJson(deps, request, reply, async () => {
        const { id } = request.params;
        const { reason, block = true } = request.body;
        const takedown = { actorId: request.caller.accountId, reason, block };
        const { copies, blockId } = await takeDownImage(deps, id, takedown);
        const taken = copies.length;
        return success({ id, taken_down: taken, block_id: blockId }, `${counted(taken, 'image')} taken down`);
      });
    },
  });
  bytesRoute(api, deps, 'original', 'getOriginalAsAdmin');
  bytesRoute(api, deps, 'thumbnail', 'getThumbnailAsAdmin');
}

function bytesRoute(api: App, deps: AdminDeps, part: Part, operationId: string): void {
  route(api, {
    method: 'GET',
    path: `/admin/images/:id/${part}`,
    operationId,
    summary: `The ${part} of an image, in quarantine or not`,
    tag: 'Administration',
    access: 'admin',
    params: IdParams,
    answers: { 200: Picture },
    async handler({ params }, reply) {
      const { headers, body } = await open(deps, params.id, part);
      return reply.headers(headers).send(body);
    },
  });
}

/** @throws AppError IMAGE_NOT_FOUND, THUMBNAIL_NOT_FOUND */
async function open(deps: AdminDeps, id: string, part: Part) {
  const image = await requireKeptImage(deps, id);
  const { blobKey, sizeBytes, format } = await requireRepresentation(deps, image, part);
  const body = await openBlob(deps, blobKey, sizeBytes);
  if (body === undefined) {
    // Either the image has just been deleted, or the store has lost the blob.
    await requireKeptImage(deps, id);
    throw new Error(`the blob ${blobKey} of image ${id} is missing`);
  }
  const headers = {
    'cache-control': 'no-store',
    'content-length': sizeBytes,
    'content-security-policy': "default-src 'none'; sandbox",
    'content-type': FORMATS[format].mimeType,
    'x-content-type-options': 'nosniff',
  };
  const isReady = Buffer.isBuffer(body) || body instanceof Readable;
  return { headers, body: isReady ? body : Readable.from(body, { objectMode: false }) };
}
