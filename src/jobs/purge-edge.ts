import { type PurgeDeps, purgeImages } from '../actions/operations/purge-images.ts';
import { PURGE_JOB, type PurgePayload } from '../catalog/images/removals.ts';
import type { BatchKind } from './batch-runner.ts';

/** As many as the most generous edge takes in one call. */
const AT_MOST = 100;
/** With the waits between them a day: an edge that is away for longer needs a person. */
const MAX_ATTEMPTS = 32;
const POLL_MS = 250;

/** Makes the edge forget what was removed or changed, many images at once. */
export function purgeEdgeJob(deps: PurgeDeps): BatchKind {
  return {
    kind: PURGE_JOB,
    atMost: AT_MOST,
    maxAttempts: MAX_ATTEMPTS,
    pollMs: POLL_MS,
    async runAll(jobs) {
      const requests = jobs.map(({ payload, attempts }) => ({
        ...(payload as PurgePayload),
        attempts,
        last: attempts >= MAX_ATTEMPTS,
      }));
      const failures = await purgeImages(deps, requests);
      return failures.map((error) => error && { error, retryAfterMs: error.retryAfterMs });
    },
  };
}
