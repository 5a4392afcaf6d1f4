import { reportImage } from '../../actions/moderation/report-image.ts';
import { ErrorResponse, IdParams } from '../../api/envelope.ts';
import { ModerationBodies, ModerationResponses } from '../../api/moderation.ts';
import { callerAddress } from '../../limits/limits.ts';
import type { HttpDeps } from '../deps.ts';
import { idempotentJson } from '../guards/idempotency.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing.ts';

/** What attempts to report are counted as. */
export const REPORTING = 'report';

/** POST /image/{id}/report: anybody tells the administrators of an image. */
export function reportRoute(api: App, deps: HttpDeps): void {
  api.post(
    '/image/:id/report',
    {
      schema: {
        operationId: 'reportImage',
        summary: 'Report an image to the operator',
        tags: ['Images'],
        params: IdParams,
        security: [{}, { apiKey: [] }],
        body: ModerationBodies.report,
        response: { 200: ModerationResponses.reported, '4xx': ErrorResponse, '5xx': ErrorResponse },
      },
    },
    async (request, reply) => {
      await deps.reportAttempts.count(callerAddress(request.ip), REPORTING);
      return idempotentJson(deps, request, reply, async () => {
        const { reason, comment, email } = request.body;
        await reportImage(deps, request.params.id, { reason, comment: comment || null, email: email ?? null });
        return success({ reported: true }, 'Image reported');
      });
    },
  );
}
