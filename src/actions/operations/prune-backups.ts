import { MANIFEST_FILE } from '../../backup/manifest.ts';
import {
  type BackupTarget,
  fileKey,
  listBackups,
  listPool,
  poolKey,
  readBlobList,
  readManifest,
} from '../../backup/target.ts';
import type { NewBlob } from '../../catalog/blobs/blobs.ts';

/** What a target held too much. */
export interface Pruned {
  kept: number;
  removed: number;
  blobsRemoved: number;
  /** Why no blob was removed: a manifest or a list cannot be read. */
  problem: string | null;
}

/**
 * Removes all but the newest backups, the remains of unfinished ones, and the blobs that no kept backup needs. While one
 * kept backup cannot be read, it removes no blob.
 * @param keep number of finished backups
 */
export async function pruneBackups(target: BackupTarget, keep: number): Promise<Pruned> {
  const found = await listBackups(target);
  const finished = found.filter(({ isFinished }) => isFinished);
  const kept = finished.slice(-keep);
  const superfluous = found.filter((backup) => !kept.includes(backup));
  for (const { name, files } of superfluous) {
    // Without its manifest a backup is unfinished, whatever remains of it.
    await target.store.delete(fileKey(name, MANIFEST_FILE));
    for (const key of files) await target.store.delete(key);
  }
  const pruned = { kept: kept.length, removed: finished.length - kept.length, blobsRemoved: 0, problem: null };
  if (superfluous.length === 0) return pruned;
  try {
    const lists: NewBlob[] = [];
    for (const { name } of kept) lists.push((await readManifest(target, name)).blobList);
    const doomed = await unneeded(target, lists);
    for (const key of doomed) await target.store.delete(key);
    return { ...pruned, blobsRemoved: doomed.length };
  } catch (error) {
    return { ...pruned, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** The keys of the pool that are in no list. The listing and the lists are sorted by checksum. */
async function unneeded(target: BackupTarget, lists: readonly NewBlob[]): Promise<string[]> {
  const readers = lists.map((list) => readBlobList(target, list));
  const heads = await Promise.all(readers.map((reader) => reader.next()));
  const doomed: string[] = [];
  for await (const { key } of listPool(target)) {
    let isNeeded = false;
    for (const [index, reader] of readers.entries()) {
      let head = heads[index] as IteratorResult<NewBlob>;
      while (head.done !== true && poolKey(head.value.sha256) < key) head = await reader.next();
      heads[index] = head;
      if (head.done !== true && poolKey(head.value.sha256) === key) isNeeded = true;
    }
    if (!isNeeded) doomed.push(key);
  }
  return doomed;
}

/** Refuses a place with backups of another catalog. @throws Error */
export async function requireOwnTarget(target: BackupTarget, catalogId: string): Promise<void> {
  const newest = (await listBackups(target)).findLast(({ isFinished }) => isFinished);
  if (newest === undefined) return;
  const manifest = await readManifest(target, newest.name).catch(() => undefined);
  if (manifest === undefined || manifest.catalogId === catalogId) return;
  throw new Error(`${target.name} holds backups of another catalog. Choose a place of its own for each catalog.`);
}
