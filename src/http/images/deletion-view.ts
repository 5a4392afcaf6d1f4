import type { DeletedImage, DeletionProgress } from '../../api/images.ts';
import type { Deletion } from '../../catalog/images/deletions.ts';
import { timestamp } from '../../core/time.ts';

/** How far a deletion is, as the API shows it. */
export function deletionView(deletion: Deletion): DeletionProgress {
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

/** A deletion just made, as `data` of the answer to the request for it. */
export function deletedView(deletion: Deletion): DeletedImage {
  return {
    id: deletion.image_id,
    deleted: true,
    deleted_at: timestamp(deletion.created_at),
    deletion: deletionView(deletion),
  };
}

function timestampOrNull(ms: number | null): string | null {
  return ms === null ? null : timestamp(ms);
}
