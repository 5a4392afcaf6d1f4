import { takeDownImage } from '../../actions/moderation/take-down-image.ts';
import { IdParams } from '../../api/envelope.ts';
import { ModerationBodies, ModerationResponses } from '../../api/moderation.ts';
import type { HttpDeps } from '../deps.ts';
import { idempotentJson } from '../guards/idempotency.ts';
import { counted } from '../images/list-query.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing.ts';
import { adminFailures, adminOnly, adminSchema, requireAdmin } from './require-admin.ts';

/** /admin/images: what administrators do to an image. */
export function adminImageRoutes(api: App, deps: HttpDeps): void {
  api.post(
    '/admin/images/:id/takedown',
    {
      schema: {
        ...adminSchema,
        operationId: 'takeDownImage',
        summary: 'Remove an image and all that are the same file, and keep the picture from coming back',
        params: IdParams,
        body: ModerationBodies.takedown,
        response: { 200: ModerationResponses.takenDown, ...adminFailures },
      },
      ...adminOnly,
    },
    async (request, reply) => {
      const { accountId } = requireAdmin(request);
      return idempotentJson(deps, request, reply, async () => {
        const { id } = request.params;
        const { reason, block = true } = request.body;
        const { copies, blockId } = await takeDownImage(deps, id, { actorId: accountId, reason, block });
        const taken = copies.length;
        return success({ id, taken_down: taken, block_id: blockId }, `${counted(taken, 'image')} taken down`);
      });
    },
  );
}
