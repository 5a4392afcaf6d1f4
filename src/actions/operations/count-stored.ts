import { setTimeout as pause } from 'node:timers/promises';
import { countPart } from '../../catalog/operations/statistics.ts';
import type { Db } from '../../catalog/schema.ts';

/** The periodic job. Its payload holds the figures. */
export const COUNT_STORED_JOB = 'count-stored';

/** Requests wait for a statement where the catalog is embedded. Rows on a slow disk take much longer than those in memory. */
const PART_MS = 3;
const [LEAST_ROWS, MOST_ROWS] = [200, 5_000];
/** Short enough that other jobs and a stop of the service do not wait for it. */
const MAX_MS = 1_000;

/** What the service stores. */
export interface StoredFigures {
  images: number;
  /** Of all blobs: duplicate content counts once; thumbnails, variants and parts of uploads in progress count too. */
  bytes: number;
}

/** A count under way. */
interface Progress extends StoredFigures {
  table: 'images' | 'blobs';
  /** The last key that is counted. */
  after: string;
}

interface Payload {
  /** The last complete count. */
  figures?: StoredFigures;
  progress?: Progress;
}

/** @param payload of the job @returns undefined before the first count is complete */
export function storedFiguresOf(payload: unknown): StoredFigures | undefined {
  return (payload as Payload | null | undefined)?.figures;
}

/**
 * Counts images and bytes in small parts, until the time of a run is up: a count of the whole table would hold up an
 * embedded catalog, and so would parts without pauses, because their promises resolve within one event-loop tick.
 * The next run goes on where this one has stopped.
 * @param payload of the last run @returns the payload of the next one
 */
export async function countStored({ db }: { db: Db }, payload: unknown): Promise<Payload> {
  const { figures, progress } = (payload ?? {}) as Payload;
  const count: Progress = progress ?? { images: 0, bytes: 0, table: 'images', after: '' };
  let limit = LEAST_ROWS;
  const endsAt = performance.now() + MAX_MS;
  while (performance.now() < endsAt) {
    const begunAt = performance.now();
    const { rows, bytes, last } = await countPart(db, count.table, count.after, limit);
    if (count.table === 'images') count.images += rows;
    else count.bytes += bytes;
    if (last !== undefined && rows === limit) count.after = last;
    else if (count.table === 'images') Object.assign(count, { table: 'blobs', after: '' });
    else return { figures: { images: count.images, bytes: count.bytes } };
    const tookMs = performance.now() - begunAt;
    limit = Math.round(Math.min(Math.max((limit * PART_MS) / tookMs, LEAST_ROWS), MOST_ROWS));
    // Requests have at least half of the time.
    await pause(tookMs);
  }
  return { ...(figures && { figures }), progress: count };
}
