import { countPart } from '../../catalog/operations/statistics.ts';
import type { Db } from '../../catalog/schema.ts';

/** The periodic job. Its payload holds the figures. */
export const COUNT_STORED_JOB = 'count-stored';

/** Rows of one statement: few enough that an embedded catalog holds up no request. */
const PART_ROWS = 5_000;
/** Short enough that other jobs and a stop of the service do not wait for it. */
const MAX_MS = 500;

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
 * embedded catalog. The next run goes on where this one has stopped.
 * @param payload of the last run @returns the payload of the next one
 */
export async function countStored({ db }: { db: Db }, payload: unknown): Promise<Payload> {
  const { figures, progress } = (payload ?? {}) as Payload;
  const count: Progress = progress ?? { images: 0, bytes: 0, table: 'images', after: '' };
  const endsAt = performance.now() + MAX_MS;
  while (performance.now() < endsAt) {
    const { rows, bytes, last } = await countPart(db, count.table, count.after, PART_ROWS);
    if (count.table === 'images') count.images += rows;
    else count.bytes += bytes;
    if (last !== undefined && rows === PART_ROWS) count.after = last;
    else if (count.table === 'images') Object.assign(count, { table: 'blobs', after: '' });
    else return { figures: { images: count.images, bytes: count.bytes } };
  }
  return { ...(figures && { figures }), progress: count };
}
