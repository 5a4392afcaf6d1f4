import type { GarbageDeps } from '../actions/operations/collect-garbage.ts';
import { scrubBlobs } from '../actions/operations/verify-checksums.ts';
import { type CorruptBlob, recordCorruptBlob } from '../catalog/blobs/blob-integrity.ts';
import type { JobKind } from './runner.ts';

/** Short enough that stopping the service does not wait for it, long enough that slices are few. */
const SLICE_SECONDS = 5;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Reads all blobs again, slice by slice, and goes on where it stopped, also after a restart. CorruptBlob is written down,
 * which shows in the health of the storage until `imgd doctor --repair` has dealt with it.
 * @param bytesPerSecond on the average
 * @param sliceSeconds in how many seconds of each minute that minute's share is read
 */
export function verifyChecksumsJob(
  deps: GarbageDeps,
  bytesPerSecond: number,
  onCorruptBlob: (damage: CorruptBlob) => void,
  sliceSeconds = SLICE_SECONDS,
): JobKind {
  return {
    kind: 'scrub-blobs',
    everyMs: MINUTE_MS,
    async run(payload) {
      const state = stateOf(payload);
      const now = deps.clock.now();
      if (state.after === '' && now - state.begunAt < DAY_MS) return state;
      const begunAt = state.after === '' ? now : state.begunAt;
      const maxBytes = bytesPerSecond * (MINUTE_MS / 1_000);
      const bounds = { after: state.after, maxBytes, bytesPerSecond: maxBytes / sliceSeconds };
      const { damage, next } = await scrubBlobs(deps, bounds);
      for (const found of damage) {
        await recordCorruptBlob(deps.db, found, now);
        onCorruptBlob(found);
      }
      return { after: next, begunAt };
    },
  };
}

/** Where the present round stands, and when it began; rounds begin a day apart at least. */
function stateOf(payload: unknown): { after: string; begunAt: number } {
  const { after = '', begunAt = 0 } = (payload ?? {}) as { after?: string; begunAt?: number };
  return { after, begunAt };
}
