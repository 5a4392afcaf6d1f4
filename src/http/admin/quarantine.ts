import { quarantineImage, releaseFromQuarantine } from '../../actions/moderation/quarantine-image.ts';
import { IdParams } from '../../api/envelope.ts';
import { ModerationBodies, ModerationResponses, type QuarantinedImage } from '../../api/moderation.ts';
import { PageQuery } from '../../api/pages.ts';
import type { ImageRecord } from '../../catalog/images/images.ts';
import { listQuarantine } from '../../catalog/moderation/quarantine.ts';
import { readPage } from '../../core/cursor.ts';
import { timestamp } from '../../core/time.ts';
import { idempotentJson } from '../guards/idempotency.ts';
import { endPage, pageOf } from '../images/list-query.ts';
import { counted, success } from '../protocol/success.ts';
import { route } from '../route.ts';
import type { App } from '../routing.ts';
import type { AdminDeps } from './deps.ts';
import { moderatedImageView } from './moderated-image-view.ts';

/** Lists images in quarantine, quarantines and releases images. Only administrators see an image in quarantine. */
export function adminQuarantineRoutes(api: App, deps: AdminDeps): void {
  route(api, {
    method: 'GET',
    path: '/admin/quarantine',
    operationId: 'listQuarantine',
    summary: 'Images in quarantine, the latest first',
    tag: 'Administration',
    access: 'admin',
    query: PageQuery,
    answer: ModerationResponses.quarantine,
    async handler(request, reply) {
      const page = await readPage(
        { secret: deps.cursorSecret, scope: ['quarantine'], ...pageOf(request.query) },
        (after, limit) => listQuarantine(deps.db, after, deps.clock.now(), limit),
        ({ id, quarantined_at }) => ({ id, value: quarantined_at ?? 0 }),
      );
      const images = page.items.map((image) => quarantinedView(image, deps.imageHost));
      return success({ images, ...endPage(deps, request, reply, page) }, counted(images.length, 'image'));
    },
  });

  route(api, {
    method: 'POST',
    path: '/admin/images/:id/quarantine',
    operationId: 'quarantineImage',
    summary: 'Hide an image from everybody but administrators',
    tag: 'Administration',
    access: 'admin',
    params: IdParams,
    body: ModerationBodies.quarantine,
    answer: ModerationResponses.quarantined,
    async handler(request, reply) {
      return idempotentJson(deps, request, reply, async () => {
        const { caller, params, body } = request;
        const image = await quarantineImage(deps, caller.accountId, params.id, body.reason ?? null);
        return success(quarantinedView(image, deps.imageHost), 'Image in quarantine');
      });
    },
  });

  route(api, {
    method: 'POST',
    path: '/admin/images/:id/release',
    operationId: 'releaseImage',
    summary: 'Show an image in quarantine to everybody again',
    tag: 'Administration',
    access: 'admin',
    params: IdParams,
    answer: ModerationResponses.released,
    async handler(request, reply) {
      return idempotentJson(deps, request, reply, async () => {
        const { id } = request.params;
        await releaseFromQuarantine(deps, request.caller.accountId, id);
        return success({ id, released: true }, 'Image released');
      });
    },
  });
}

/** @param image in quarantine */
function quarantinedView(image: ImageRecord, imageHost: string): QuarantinedImage {
  return {
    ...moderatedImageView(image, imageHost),
    quarantined_at: timestamp(image.quarantined_at ?? 0),
    cause: image.quarantine_cause ?? 'administrator',
    reason: image.quarantine_reason,
  };
}
