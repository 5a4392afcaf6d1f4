import { payloadOf } from '../../catalog/operations/jobs.ts';
import { countPart } from '../../catalog/operations/statistics.ts';
import type { Db } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import { createKept } from '../../lib/coalesce.ts';
import { COUNT_STORED_JOB, storedFiguresOf } from '../operations/count-stored.ts';

const KEPT_MS = 5_000;
const ALL_ROWS = Number.MAX_SAFE_INTEGER;

/** The limit of the bytes of the whole service. */
export interface ServiceStorage {
  /** @throws AppError STORAGE_FULL where so many more bytes would exceed the limit */
  check(addedBytes: number): Promise<void>;
  /** Counts bytes that were stored since. */
  add(bytes: number): void;
}

/**
 * Compares with the figure of the job that counts stored bytes, and with what this node has stored since. What was stored
 * during a count may be in its figure or not, so it counts until the next figure: near the limit uploads are refused
 * rather a little early.
 */
export function createServiceStorage(db: Db, limitBytes: number): ServiceStorage {
  let figure = 0;
  let added = 0;
  let addedBefore = 0;
  const read = createKept(KEPT_MS, async () => {
    const counted = storedFiguresOf(await payloadOf(db, COUNT_STORED_JOB))?.bytes;
    // Before the first count of a new service there is little to count.
    const bytes = counted ?? (await countPart(db, 'blobs', '', ALL_ROWS)).bytes;
    if (bytes !== figure) [addedBefore, added] = [added, 0];
    figure = bytes;
  });
  return {
    async check(addedBytes) {
      await read();
      const used = figure + addedBefore + added;
      if (used + addedBytes <= limitBytes) return;
      throw new AppError('STORAGE_FULL', { details: { limit_bytes: limitBytes, used_bytes: used } });
    },
    add(bytes) {
      added += bytes;
    },
  };
}
