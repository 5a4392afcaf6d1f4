import type { Manifest } from '../../backup/manifest.ts';
import { type BackupTarget, inParallel, poolKey, readBlobList } from '../../backup/target.ts';
import type { NewBlob } from '../../catalog/blobs/blobs.ts';
import { verifyBlob } from './verify-checksums.ts';

/** A file of a backup with other bytes than the manifest says. */
export interface CorruptFile {
  /** Key in the target. */
  path: string;
  fault: 'missing' | 'size' | 'sha256' | 'unreadable';
}

export interface CheckOptions {
  parallel: number;
  onProgress(done: number, of: number, bytes: number): void;
}

/** Reads every byte of a backup and compares all sizes and checksums. @returns the corrupt files; empty = none */
export async function checkBackup(
  target: BackupTarget,
  manifest: Manifest,
  { parallel, onProgress }: CheckOptions,
): Promise<CorruptFile[]> {
  const corrupt = await checkFiles(target, manifest);
  // A corrupt list would accuse the wrong blobs.
  if (corrupt.some(({ path }) => path === manifest.blobList.key)) return corrupt;
  let done = 0;
  let bytes = 0;
  await inParallel(readBlobList(target, manifest.blobList), parallel, async ({ sha256, sizeBytes }) => {
    const found = await check(target, { key: poolKey(sha256), sha256, sizeBytes });
    if (found !== undefined) corrupt.push(found);
    bytes += sizeBytes;
    onProgress(++done, manifest.blobs.count, bytes);
  });
  return corrupt.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** Checks the catalog and the list of blobs, without the blobs. */
export async function checkFiles(target: BackupTarget, { catalog, blobList }: Manifest): Promise<CorruptFile[]> {
  const corrupt: CorruptFile[] = [];
  for (const file of [catalog, blobList]) {
    const found = await check(target, file);
    if (found !== undefined) corrupt.push(found);
  }
  return corrupt;
}

async function check(target: BackupTarget, file: NewBlob): Promise<CorruptFile | undefined> {
  const fault = await verifyBlob(target.store, file).catch(() => 'unreadable' as const);
  return fault && { path: file.key, fault };
}
