import { type BlobStore, isBlobKey } from '../../blobs/port.ts';
import { findGarbage, forgetGarbage, knownKeys, listGarbage } from '../../catalog/blobs/blobs.ts';
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
 * Removes the bytes of those of the keys that are garbage.
 * What the store refuses to remove stays garbage and is tried again by the collector.
 */
export async function removeGarbage(deps: GarbageDeps, keys: readonly string[]): Promise<void> {
  const garbage = await findGarbage(deps.db, keys);
  const results = await Promise.allSettled(garbage.map((key) => deps.blobs.delete(key)));
  await forgetGarbage(
    deps.db,
    garbage.filter((_, i) => results[i]?.status === 'fulfilled'),
    deps.clock.now(),
  );
}

/**
 * Removes the bytes of all garbage keys.
 * @throws what the store throws; the keys it refused stay garbage
 */
export async function collectGarbage(deps: GarbageDeps): Promise<void> {
  for (;;) {
    const keys = await listGarbage(deps.db, PAGE);
    if (keys.length === 0) break;
    for (const key of keys) await deps.blobs.delete(key);
    await forgetGarbage(deps.db, keys, deps.clock.now());
  }
  await settleDeletions(deps.db, deps.clock.now());
}

/**
 * Removes blobs that nothing refers to: what an upload left that was cut off between its blobs and its commit. The blobs
 * must be known to be this catalog's.
 * @param after only keys that sort after it are looked at; keys sort by the time they were made
 * @param before only keys that sort before it, so that uploads under way are left alone
 * @returns how many were removed
 */
export async function sweepStrays(deps: GarbageDeps, after: string, before: string): Promise<number> {
  let swept = 0;
  const sweep = async (keys: string[]) => {
    const known = await knownKeys(deps.db, keys);
    for (const key of keys) {
      if (known.has(key)) continue;
      await deps.blobs.delete(key);
      swept++;
    }
  };
  const page: string[] = [];
  for await (const { key } of deps.blobs.list(after)) {
    if (key >= before) break;
    if (!isBlobKey(key)) continue;
    page.push(key);
    if (page.length === PAGE) await sweep(page.splice(0));
  }
  await sweep(page);
  return swept;
}
