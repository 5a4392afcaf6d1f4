import { reportImage } from '../../actions/moderation/report-image.ts';
import { IdParams } from '../../api/envelope.ts';
import { ModerationBodies, ModerationResponses } from '../../api/moderation.ts';
import { callerAddress } from '../../limits/limits.ts';
import { idempotentJson } from '../guards/idempotency.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';
import type { ImageDeps } from './deps.ts';

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
