import { deleteUnusedVariants, listLeastRecentlyUsed, sumVariantBytes } from '../../catalog/blobs/variants.ts';
import { type GarbageDeps, removeGarbage } from './collect-garbage.ts';

/** Variants of one transaction. */
const BATCH = 50;
/** Short enough that other jobs and a stop of the service do not wait for it. */
const MAX_MS = 5_000;

/** The periodic job. Its payload holds the figures. */
export const EVICT_VARIANTS_JOB = 'evict-variants';

export interface VariantFigures {
  /** What all variants take, after the last run. A blob that several variants share counts for each of them. */
  bytes: number;
  /** Variants evicted so far. */
  evicted: number;
}

/** @param payload of the job; undefined before its first run */
export function variantFiguresOf(payload: unknown): VariantFigures {
  return { bytes: 0, evicted: 0, ...(payload as Partial<VariantFigures> | null | undefined) };
}

/**
 * Deletes the least recently used variants until all of them take at most `maxBytes`, or the time is up. Rows go before
 * their bytes, as in every deletion: what a stop of the process leaves is garbage. Copies at an edge stay: the bytes at
 * an address are made again from the same original.
 * @param maxBytes 0 = unlimited
 * @returns the figures of this run
 * @throws errors of the catalog; bytes that the store does not delete stay garbage
 */
export async function evictVariants(deps: GarbageDeps, maxBytes: number): Promise<VariantFigures> {
  const endsAt = performance.now() + MAX_MS;
  let bytes = await sumVariantBytes(deps.db);
  let evicted = 0;
  while (maxBytes > 0 && bytes > maxBytes && performance.now() < endsAt) {
    const oldest = await listLeastRecentlyUsed(deps.db, BATCH);
    if (oldest.length === 0) break;
    let kept = bytes;
    const victims = oldest.filter(({ sizeBytes }) => {
      const isNeeded = kept > maxBytes;
      if (isNeeded) kept -= sizeBytes;
      return isNeeded;
    });
    const removed = await deps.db.transaction().execute((tx) => deleteUnusedVariants(tx, victims, deps.clock.now()));
    for (const { sizeBytes } of removed) bytes -= sizeBytes;
    evicted += removed.length;
    const keys = removed.map(({ blobKey }) => blobKey);
    await removeGarbage(deps, keys);
  }
  return { bytes, evicted };
}
