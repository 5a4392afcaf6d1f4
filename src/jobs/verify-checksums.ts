import { verifyChecksums } from '../actions/operations/verify-checksums.ts';
import type { BlobStore } from '../blobs/port.ts';
import { type CorruptBlob, recordCorruptBlob } from '../catalog/blobs/blob-integrity.ts';
import type { Db } from '../catalog/schema.ts';
import type { Clock } from '../lib/clock.ts';
import type { JobKind } from './runner.ts';

/** Stored in the catalog, so its old word stays. */
const VERIFY_CHECKSUMS_JOB = 'scrub-blobs';
/** Short enough that a stop of the service does not wait for it. */
const SLICE_SECONDS = 5;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Progress of a pass over all blobs, and when it began. Passes begin at least a day apart. */
interface Progress {
  /** The last key read; '' = the pass is complete. */
  after: string;
  begunAt: number;
}

/**
 * Verifies the checksums of all blobs, one slice a minute, and resumes after a restart. Corrupt blobs are recorded, and
 * the storage stays degraded until `imgd doctor --repair` has repaired them.
 * @param bytesPerSecond the average over a minute
 * @param sliceSeconds the part of each minute in which a slice is read
 */
export function verifyChecksumsJob(
  deps: { db: Db; clock: Clock; blobs: BlobStore },
  bytesPerSecond: number,
  onCorruptBlob: (found: CorruptBlob) => void,
  sliceSeconds = SLICE_SECONDS,
): JobKind {
  return {
    kind: VERIFY_CHECKSUMS_JOB,
    everyMs: MINUTE_MS,
    async run(payload): Promise<Progress> {
      const progress: Progress = { after: '', begunAt: 0, ...(payload as Partial<Progress> | null) };
      const now = deps.clock.now();
      if (progress.after === '' && now - progress.begunAt < DAY_MS) return progress;
      const begunAt = progress.after === '' ? now : progress.begunAt;
      const maxBytes = bytesPerSecond * (MINUTE_MS / 1_000);
      const bounds = { after: progress.after, maxBytes, bytesPerSecond: maxBytes / sliceSeconds };
      const { corrupt, next } = await verifyChecksums(deps, bounds);
      for (const found of corrupt) {
        await recordCorruptBlob(deps.db, found, now);
        onCorruptBlob(found);
      }
      return { after: next, begunAt };
    },
  };
}
