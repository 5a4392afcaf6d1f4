import { type BlobStore, isBlobKey } from '../../blobs/port.ts';
import { deleteGarbageRows, findGarbage, knownKeys, listGarbage } from '../../catalog/blobs/blobs.ts';
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

/**
 * Deletes orphans: blobs without a row, left by uploads that ended between their blobs and their commit. Call it only
 * when this catalog owns the store.
 * @param after checks only keys that sort after this one; keys sort by their time of creation
 * @param before checks only keys that sort before this one, so that uploads in progress keep their blobs
 * @returns number of deleted blobs
 */
export async function collectOrphans(
  { db, blobs }: Pick<GarbageDeps, 'db' | 'blobs'>,
  after: string,
  before: string,
): Promise<number> {
  let deleted = 0;
  const deleteOrphans = async (keys: string[]) => {
    const known = await knownKeys(db, keys);
    for (const key of keys) {
      if (known.has(key)) continue;
      await blobs.delete(key);
      deleted++;
    }
  };
  const page: string[] = [];
  for await (const { key } of blobs.list(after)) {
    if (key >= before) break;
    if (!isBlobKey(key)) continue;
    page.push(key);
    if (page.length === PAGE) await deleteOrphans(page.splice(0));
  }
  await deleteOrphans(page);
  return deleted;
}
