import type { GarbageDeps } from '../actions/operations/collect-garbage.ts';
import { collectOrphans } from '../actions/operations/collect-garbage.ts';
import { claimStores, type OwnershipDeps } from '../actions/operations/store-ownership.ts';
import { keyPrefixAt } from '../blobs/port.ts';
import { payloadOf } from '../catalog/operations/jobs.ts';
import type { JobKind } from './runner.ts';

// The kind and its payload are stored in the catalog, so their old words stay.
const COLLECT_ORPHANS_JOB = 'sweep-strays';
interface Progress {
  /** The key prefix before which orphans have been collected. */
  sweptUpTo: string;
}
const EVERY_MS = 15 * 60_000;
/** Far longer than any upload takes from its first blob to its commit. */
const GRACE_MS = 3_600_000;

/** Collects the orphans of uploads whose process died. Each run covers the time since the one before. */
export function collectOrphansJob(deps: GarbageDeps & OwnershipDeps): JobKind {
  return {
    kind: COLLECT_ORPHANS_JOB,
    everyMs: EVERY_MS,
    async run(payload): Promise<Progress> {
      const problem = await claimStores(deps);
      if (problem !== undefined) throw new Error(`Orphans are not collected. ${problem.text}.`);
      const before = keyPrefixAt(deps.clock.now() - GRACE_MS);
      await deps.blobs.abandonUnfinished(before);
      await collectOrphans(deps, collectedUpTo(payload), before);
      return { sweptUpTo: before };
    },
  };
}

/**
 * Collects all orphans at the start of a service that alone uses its store. No upload is running, so there is no grace
 * period. The caller must own the store.
 * @returns the number of blobs removed
 */
export async function collectOrphansAtStart(deps: GarbageDeps): Promise<number> {
  return collectOrphans(deps, collectedUpTo(await payloadOf(deps.db, COLLECT_ORPHANS_JOB)), '~');
}

function collectedUpTo(payload: unknown): string {
  return (payload as Partial<Progress> | null | undefined)?.sweptUpTo ?? '';
}
