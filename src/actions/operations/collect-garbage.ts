import type { BlobStore } from '../../blobs/port.ts';
import { deleteGarbageRows, findGarbage, listGarbage } from '../../catalog/blobs/blobs.ts';
import { settleDeletions } from '../../catalog/images/deletions.ts';
import type { Db } from '../../catalog/schema.ts';
import type { Clock } from '../../lib/clock.ts';

const PAGE = 200;

export interface GarbageDeps {
  db: Db;
  clock: Clock;
  blobs: BlobStore;
}

/**
 * Deletes all garbage blobs.
 * @throws errors of the store; the remaining keys stay garbage
 */
export async function collectGarbage({ db, clock, blobs }: GarbageDeps): Promise<void> {
  for (;;) {
    const keys = await listGarbage(db, PAGE);
    if (keys.length === 0) break;
    for (const key of keys) await blobs.delete(key);
    await deleteGarbageRows(db, keys, clock.now());
  }
  await settleDeletions(db, clock.now());
}

/** Deletes those of the blobs that are garbage. A blob that the store fails to delete stays garbage. */
export async function removeGarbage({ db, clock, blobs }: GarbageDeps, keys: readonly string[]): Promise<void> {
  const garbage = await findGarbage(db, keys);
  const results = await Promise.allSettled(garbage.map((key) => blobs.delete(key)));
  const deleted = garbage.filter((_, i) => results[i]?.status === 'fulfilled');
  await deleteGarbageRows(db, deleted, clock.now());
}
