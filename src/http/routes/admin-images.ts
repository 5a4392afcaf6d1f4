import { takeDownImage } from '../../actions/take-down.ts';
import { adminFailures, adminOnly, adminSchema, requireAdmin } from '../admin.ts';
import type { HttpDeps } from '../deps.ts';
import { idempotentJson } from '../idempotency.ts';
import { counted } from '../list-query.ts';
import type { App } from '../routing.ts';
import { IdParams } from '../schemas.ts';
import { AdminBodies, AdminResponses } from '../schemas-admin.ts';
import { success } from '../success.ts';

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
        body: AdminBodies.takedown,
        response: { 200: AdminResponses.takenDown, ...adminFailures },
      },
      ...adminOnly,
    },
    async (request, reply) => {
      const { accountId } = requireAdmin(request);
      return idempotentJson(deps, request, reply, async () => {
        const { id } = request.params;
        const { reason, block = true } = request.body;
        const { copies, blockId } = await takeDownImage(deps, accountId, id, { reason, block });
        const taken = copies.length;
        return success({ id, taken_down: taken, block_id: blockId }, `${counted(taken, 'image')} taken down`);
      });
    },
  );
}
