import { findPurged, updatePurge } from '../../catalog/images/deletions.ts';
import type { PurgePayload } from '../../catalog/images/removals.ts';
import type { Db } from '../../catalog/schema.ts';
import { edgeCopiesOf, type PublicUrls, type VariantKinds } from '../../core/links.ts';
import type { Edge, EdgeError } from '../../edge/port.ts';
import type { Clock } from '../../lib/clock.ts';

export interface PurgeDeps extends VariantKinds {
  db: Db;
  clock: Clock;
  edge: Edge;
  urls: PublicUrls;
}

export interface PurgeRequest extends PurgePayload {
  /** Number of attempts including this one. */
  attempts: number;
  /** Whether this is the last attempt. */
  last: boolean;
}

/**
 * Purges images from the edge and records the results in their deletions. A retry after a crash skips the recorded ones.
 * @returns the error of each request, undefined = success
 */
export async function purgeImages(
  deps: PurgeDeps,
  requests: readonly PurgeRequest[],
): Promise<readonly (EdgeError | undefined)[]> {
  const done = await findPurged(
    deps.db,
    requests.map(({ deletionId }) => deletionId).filter((id) => id !== null),
  );
  const due = requests.filter(({ deletionId }) => deletionId === null || !done.has(deletionId));
  const { variantWidths, variantPresets } = deps;
  const links = { imageHost: deps.urls.imageHost, variantWidths, variantPresets };
  const copies = due.map(({ imageId, format }) => edgeCopiesOf(links, imageId, format));
  const outcomes = await deps.edge.purge(copies);
  for (const [i, request] of due.entries()) await recordOutcome(deps, request, outcomes[i]);
  return requests.map((request) => outcomes[due.indexOf(request)]);
}

async function recordOutcome(deps: PurgeDeps, request: PurgeRequest, failure: EdgeError | undefined): Promise<void> {
  const { deletionId, attempts: edge_attempts, last } = request;
  if (deletionId === null) return;
  if (!deps.edge.present) return updatePurge(deps.db, deletionId, { edge_state: 'none', edge_error: null });
  await updatePurge(
    deps.db,
    deletionId,
    failure === undefined
      ? { edge_state: 'purged', edge_at: deps.clock.now(), edge_attempts, edge_error: null }
      : { edge_state: last ? 'failed' : 'pending', edge_attempts, edge_error: failure.summary },
  );
}
