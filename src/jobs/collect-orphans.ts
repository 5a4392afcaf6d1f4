import { type GarbageDeps, sweepStrays } from '../actions/operations/collect-garbage.ts';
import { claimStores, type MarkedStores } from '../actions/operations/store-ownership.ts';
import { keyPrefixAt } from '../blobs/port.ts';
import { payloadOf } from '../catalog/operations/jobs.ts';
import type { JobKind } from './runner.ts';

const KIND = 'sweep-strays';
const EVERY_MS = 15 * 60_000;
/** Far longer than any upload needs between its first blob and its commit. */
const GRACE_MS = 3_600_000;

/** Looks, a piece of time after the other, for blobs that an upload left when its process died. */
export function collectOrphansJob(deps: GarbageDeps & MarkedStores): JobKind {
  return {
    kind: KIND,
    everyMs: EVERY_MS,
    async run(payload) {
      const doubt = await claimStores(deps);
      if (doubt !== undefined) throw new Error(`Strays are not swept. ${doubt.text}.`);
      const before = keyPrefixAt(deps.clock.now() - GRACE_MS);
      await deps.blobs.abandonUnfinished(before);
      await sweepStrays(deps, sweptUpTo(payload), before);
      return { sweptUpTo: before };
    },
  };
}

/**
 * The same at the start of a service that alone uses its store: whatever has no row now was left by an earlier run,
 * so there is nothing to wait for. The blobs must have been claimed.
 */
export async function collectOrphansAtStart(deps: GarbageDeps): Promise<number> {
  return sweepStrays(deps, sweptUpTo(await payloadOf(deps.db, KIND)), '~');
}

function sweptUpTo(payload: unknown): string {
  const known = payload !== null && typeof payload === 'object' && 'sweptUpTo' in payload ? payload.sweptUpTo : '';
  return typeof known === 'string' ? known : '';
}
