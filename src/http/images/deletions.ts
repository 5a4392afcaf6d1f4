import { requireDeletion } from '../../actions/images/delete-image.ts';
import { ErrorResponse, IdParams } from '../../api/envelope.ts';
import { ImageResponses } from '../../api/images.ts';
import { timestamp } from '../../core/time.ts';
import type { HttpDeps } from '../deps.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing.ts';
import { deletionView } from './deletion-view.ts';

/** GET /deletions/{id}: what has become of a deleted image. Who knows the id may ask. */
export function deletionRoutes(api: App, deps: HttpDeps): void {
  api.get(
    '/deletions/:id',
    {
      schema: {
        operationId: 'getDeletion',
        summary: 'What has become of a deleted image',
        description: 'Whoever knows the id may ask; the answer to a delete holds it. It is kept for 30 days.',
        tags: ['Images'],
        params: IdParams,
        security: [{}, { apiKey: [] }],
        response: { 200: ImageResponses.deletion, '4xx': ErrorResponse, '5xx': ErrorResponse },
      },
    },
    async (request) => {
      const deletion = await requireDeletion(deps, request.params.id);
      const { image_id, cause, created_at } = deletion;
      return success(
        { ...deletionView(deletion), image_id, cause, deleted_at: timestamp(created_at) },
        'Deletion found',
      );
    },
  );
}
