import { actOnUploader, requireUploader } from '../../actions/moderation/act-on-uploader.ts';
import { blockNetwork } from '../../actions/moderation/block-network.ts';
import { IdParams } from '../../api/envelope.ts';
import { MAX_UPLOADER_IMAGES, ModerationBodies, ModerationResponses, SinceQuery } from '../../api/moderation.ts';
import { countSameUploader, listSameUploader } from '../../catalog/moderation/uploaders.ts';
import { AppError } from '../../core/errors.ts';
import { counted, success } from '../protocol/success.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';
import type { AdminDeps } from './accounts.ts';
import { moderatedImageView } from './moderation.ts';

const HOUR_MS = 3_600_000;
const DEFAULT_HOURS = 24;
const SHOWN_IMAGES = 100;

/** /admin/images/{id}/same-uploader: what an anonymous uploader has sent lately, to be looked at, hidden or removed. */
export function adminUploaderRoutes(api: App, deps: AdminDeps): void {
  const sinceMs = (hours: number) => deps.clock.now() - hours * HOUR_MS;

  route(api, {
    method: 'GET',
    path: '/admin/images/:id/same-uploader',
    operationId: 'getSameUploader',
    summary: 'Images from the uploader of an anonymous image',
    tag: 'Administration',
    access: 'admin',
    params: IdParams,
    query: SinceQuery,
    answer: ModerationResponses.sameUploader,
    errors: ['IMAGE_NOT_FOUND', 'UPLOADER_UNKNOWN'],
    async handler({ params, query }) {
      const uploader = await requireUploader(deps, params.id);
      const wanted = { uploader, sinceMs: sinceMs(Number(query.since_hours || DEFAULT_HOURS)) };
      const images = await listSameUploader(deps.db, wanted, SHOWN_IMAGES);
      const total = await countSameUploader(deps.db, wanted, MAX_UPLOADER_IMAGES);
      const shown = await countSameUploader(deps.db, { ...wanted, only: 'shown' }, MAX_UPLOADER_IMAGES);
      const views = images.map((image) => moderatedImageView(image, deps.imageHost));
      return success({ total, shown, images: views }, counted(total, 'image'));
    },
  });

  route(api, {
    method: 'POST',
    path: '/admin/images/:id/same-uploader',
    operationId: 'actOnSameUploader',
    summary: 'Hide, show, delete or take down all images from an uploader, and block the uploader',
    tag: 'Administration',
    access: 'admin',
    params: IdParams,
    body: ModerationBodies.uploaderAct,
    answer: ModerationResponses.uploaderActed,
    isIdempotent: true,
    errors: ['IMAGE_NOT_FOUND', 'UPLOADER_UNKNOWN'],
    async handler(request) {
      const { params, body, caller } = request;
      const { action, since_hours = DEFAULT_HOURS, block_hours, max_images = MAX_UPLOADER_IMAGES } = body;
      const reason = body.reason ?? null;
      const uploader = await requireUploader(deps, params.id);
      if (action === undefined && block_hours === undefined) {
        throw new AppError('INVALID_PARAMETER', { detail: 'action or block_hours is needed.', param: 'action' });
      }
      const endsAt = deps.clock.now() + (block_hours ?? 0) * HOUR_MS;
      const target = { uploader, imageId: params.id };
      const wanted = { target, reason, endsAt };
      const block = block_hours === undefined ? null : await blockNetwork(deps, caller.accountId, wanted);
      deps.networkBlocks.forget();
      const act = { sinceMs: sinceMs(since_hours), maxImages: max_images, reason, actorId: caller.accountId };
      const { done, remaining, nextImageId } =
        action === undefined
          ? { done: 0, remaining: 0, nextImageId: null }
          : await actOnUploader(deps, params.id, { action, ...act });
      const data = { done, remaining, next_image_id: nextImageId, block_id: block?.id ?? null };
      return success(data, `${counted(done, 'image')} done`);
    },
  });
}
