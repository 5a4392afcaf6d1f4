import { type BlobStore, isBlobKey } from '../../blobs/port.ts';
import { knownKeys } from '../../catalog/blobs/blobs.ts';
import type { Db } from '../../catalog/schema.ts';

const PAGE = 200;

/**
 * Deletes orphans: blobs without a row, left by uploads that ended between their blobs and their commit. Call it only
 * when this catalog owns the store.
 * @param after checks only keys that sort after this one; keys sort by their time of creation
 * @param before checks only keys that sort before this one, so that uploads in progress keep their blobs
 * @returns number of deleted blobs
 */
export async function collectOrphans(
  { db, blobs }: { db: Db; blobs: BlobStore },
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
