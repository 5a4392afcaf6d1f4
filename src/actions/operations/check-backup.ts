import type { Manifest } from '../../backup/manifest.ts';
import { type BackupTarget, inParallel, poolKey, readBlobList } from '../../backup/target.ts';
import type { NewBlob } from '../../catalog/blobs/blobs.ts';
import { verifyBlob } from './verify-checksums.ts';

/** A file of a backup with other bytes than the manifest says. */
export interface DamagedFile {
  /** Key in the target. */
  path: string;
  fault: 'missing' | 'size' | 'sha256' | 'unreadable';
}

export interface CheckOptions {
  parallel: number;
  onProgress(done: number, of: number, bytes: number): void;
}

/** Reads every byte of a backup and compares all sizes and checksums. @returns the damaged files; empty = none */
export async function checkBackup(
  target: BackupTarget,
  manifest: Manifest,
  { parallel, onProgress }: CheckOptions,
): Promise<DamagedFile[]> {
  const damaged = await checkFiles(target, manifest);
  // A damaged list would accuse the wrong blobs.
  if (damaged.some(({ path }) => path === manifest.blobList.key)) return damaged;
  let done = 0;
  let bytes = 0;
  await inParallel(readBlobList(target, manifest.blobList), parallel, async ({ sha256, sizeBytes }) => {
    const found = await check(target, { key: poolKey(sha256), sha256, sizeBytes });
    if (found !== undefined) damaged.push(found);
    bytes += sizeBytes;
    onProgress(++done, manifest.blobs.count, bytes);
  });
  return damaged.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** Checks the catalog and the list of blobs, without the blobs. */
export async function checkFiles(target: BackupTarget, { catalog, blobList }: Manifest): Promise<DamagedFile[]> {
  const damaged: DamagedFile[] = [];
  for (const file of [catalog, blobList]) {
    const found = await check(target, file);
    if (found !== undefined) damaged.push(found);
  }
  return damaged;
}

async function check(target: BackupTarget, file: NewBlob): Promise<DamagedFile | undefined> {
  const fault = await verifyBlob(target.store, file).catch(() => 'unreadable' as const);
  return fault && { path: file.key, fault };
}
