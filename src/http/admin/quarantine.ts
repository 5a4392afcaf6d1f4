import { quarantineImage, releaseFromQuarantine } from '../../actions/moderation/quarantine-image.ts';
import { IdParams } from '../../api/envelope.ts';
import { ModerationBodies, ModerationResponses } from '../../api/moderation.ts';
import { PageQuery } from '../../api/pages.ts';
import { listQuarantine } from '../../catalog/moderation/quarantine.ts';
import { readPage } from '../../core/cursor.ts';
import type { HttpDeps } from '../deps.ts';
import { idempotentJson } from '../guards/idempotency.ts';
import { counted, nextLink, pageOf, pageView } from '../images/list-query.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing.ts';
import { adminFailures, adminOnly, adminSchema, requireAdmin } from './require-admin.ts';
import { quarantinedView } from './views.ts';

/** Images that only administrators see: list, put there, release. */
export function adminQuarantineRoutes(api: App, deps: HttpDeps): void {
  api.get(
    '/admin/quarantine',
    {
      schema: {
        ...adminSchema,
        operationId: 'listQuarantine',
        summary: 'Images that only administrators see, the latest first',
        querystring: PageQuery,
        response: { 200: ModerationResponses.quarantine, ...adminFailures },
      },
      ...adminOnly,
    },
    async (request, reply) => {
      const page = await readPage(
        { secret: deps.cursorSecret, scope: ['quarantine'], ...pageOf(request.query) },
        (after, limit) => listQuarantine(deps.db, after, deps.clock.now(), limit),
        ({ id, quarantined_at }) => ({ id, value: quarantined_at ?? 0 }),
      );
      reply.headers(nextLink(deps.baseUrl, request.url, page.nextCursor));
      const images = page.items.map((image) => quarantinedView(image, deps.imageHost));
      return success({ images, ...pageView(page) }, counted(images.length, 'image'));
    },
  );

  api.post(
    '/admin/images/:id/quarantine',
    {
      schema: {
        ...adminSchema,
        operationId: 'quarantineImage',
        summary: 'Hide an image from everybody but administrators',
        params: IdParams,
        body: ModerationBodies.quarantine,
        response: { 200: ModerationResponses.quarantined, ...adminFailures },
      },
      ...adminOnly,
    },
    async (request, reply) => {
      const { accountId } = requireAdmin(request);
      return idempotentJson(deps, request, reply, async () => {
        const image = await quarantineImage(deps, accountId, request.params.id, request.body.reason ?? null);
        return success(quarantinedView(image, deps.imageHost), 'Image in quarantine');
      });
    },
  );

  api.post(
    '/admin/images/:id/release',
    {
      schema: {
        ...adminSchema,
        operationId: 'releaseImage',
        summary: 'Show an image in quarantine to everybody again',
        params: IdParams,
        response: { 200: ModerationResponses.released, ...adminFailures },
      },
      ...adminOnly,
    },
    async (request, reply) => {
      const { accountId } = requireAdmin(request);
      return idempotentJson(deps, request, reply, async () => {
        const { id } = request.params;
        await releaseFromQuarantine(deps, accountId, id);
        return success({ id, released: true }, 'Image released');
      });
    },
  );
}
