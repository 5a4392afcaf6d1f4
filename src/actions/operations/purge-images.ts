import { findPurged, type PurgeOutcome, updatePurges } from '../../catalog/images/deletions.ts';
import type { PurgePayload } from '../../catalog/images/removals.ts';
import type { Db } from '../../catalog/schema.ts';
import { edgeCopiesOf, type PublicUrls, type ServedKinds } from '../../core/links.ts';
import type { Edge, EdgeError } from '../../edge/port.ts';
import type { Clock } from '../../lib/clock.ts';

export interface PurgeDeps extends ServedKinds {
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
  const copies = due.map(({ imageId, format, made }) => edgeCopiesOf(links, imageId, format, made));
  const outcomes = await deps.edge.purge(copies);
  await recordOutcomes(deps, due, outcomes);
  return requests.map((request) => outcomes[due.indexOf(request)]);
}

/** Deletions with the same outcome share a statement. */
async function recordOutcomes(
  { db, clock, edge }: PurgeDeps,
  requests: readonly PurgeRequest[],
  failures: readonly (EdgeError | undefined)[],
): Promise<void> {
  const now = clock.now();
  const outcomes = new Map<string, { ids: string[]; outcome: PurgeOutcome }>();
  for (const [i, { deletionId, attempts, last }] of requests.entries()) {
    if (deletionId === null) continue;
    const outcome = edge.present
      ? outcomeOf(failures[i], attempts, last, now)
      : ({ edge_state: 'none', edge_error: null } as const);
    const key = JSON.stringify(outcome);
    const same = outcomes.get(key) ?? { ids: [] as string[], outcome };
    same.ids.push(deletionId);
    outcomes.set(key, same);
  }
  for (const { ids, outcome } of outcomes.values()) await updatePurges(db, ids, outcome);
}

function outcomeOf(failure: EdgeError | undefined, attempts: number, last: boolean, nowMs: number) {
  if (failure === undefined) {
    return { edge_state: 'purged', edge_at: nowMs, edge_attempts: attempts, edge_error: null } as const;
  }
  return { edge_state: last ? 'failed' : 'pending', edge_attempts: attempts, edge_error: failure.summary } as const;
}
