import { requireDeletion } from '../../actions/images/delete-image.ts';
import { IdParams } from '../../api/envelope.ts';
import { type DeletedImage, type DeletionProgress, ImageResponses } from '../../api/images.ts';
import type { Deletion } from '../../catalog/images/deletions.ts';
import { timestamp, timestampOrNull } from '../../core/time.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';
import type { ImageDeps } from './deps.ts';

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
    async handler({ params }) {
      const deletion = await requireDeletion(deps, params.id);
      const { image_id, cause, created_at } = deletion;
      const view = { ...progressView(deletion), image_id, cause, deleted_at: timestamp(created_at) };
      return success(view, 'Deletion found');
    },
  });
}

/** A new deletion. */
export function deletedView(deletion: Deletion): DeletedImage {
  return {
    id: deletion.image_id,
    deleted: true,
    deleted_at: timestamp(deletion.created_at),
    deletion: progressView(deletion),
  };
}

function progressView(deletion: Deletion): DeletionProgress {
  return {
    id: deletion.id,
    storage: { state: deletion.storage_state, at: timestampOrNull(deletion.storage_at) },
    edge: {
      state: deletion.edge_state,
      at: timestampOrNull(deletion.edge_at),
      attempts: deletion.edge_attempts,
      last_error: deletion.edge_error,
    },
  };
}
