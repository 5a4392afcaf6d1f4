import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '../../backup/manifest.ts';
import { type BackupTarget, fetchVerified, inParallel, poolKey, readBlobList } from '../../backup/target.ts';
import type { BlobStore } from '../../blobs/port.ts';
import { type CheckOptions, type CorruptFile, checkBackup, checkFiles } from './check-backup.ts';

export interface RestoreDeps {
  source: BackupTarget;
  /** Empty. */
  blobs: BlobStore;
  /** On the file system of the blobs if they are on a disk. */
  tempDir: string;
  /** Puts the verified file of the catalog into its place, which is empty. */
  placeCatalog(path: string): Promise<void>;
}

/**
 * Restores a backup: all blobs, then the catalog. It writes nothing before it has read and compared every byte.
 * @param options.partial leaves corrupt blobs out instead of refusing
 * @returns the blobs that were left out @throws Error that names the corrupt files
 */
export async function restoreBackup(
  { source, blobs, tempDir, placeCatalog }: RestoreDeps,
  manifest: Manifest,
  options: CheckOptions & { partial: boolean },
): Promise<CorruptFile[]> {
  const corrupt = await (options.partial ? checkFiles(source, manifest) : checkBackup(source, manifest, options));
  if (corrupt.length > 0) throw new Error(explain(source, corrupt));
  const leftOut: CorruptFile[] = [];
  let done = 0;
  let bytes = 0;
  await inParallel(readBlobList(source, manifest.blobList), options.parallel, async (blob) => {
    const path = join(tempDir, blob.sha256);
    const fault = await fetchVerified(source.store, poolKey(blob.sha256), blob, path).catch(
      () => 'unreadable' as const,
    );
    if (fault === undefined) await blobs.put(blob.key, path);
    else if (options.partial) leftOut.push({ path: poolKey(blob.sha256), fault });
    else throw new Error(explain(source, [{ path: poolKey(blob.sha256), fault }]));
    await rm(path, { force: true });
    bytes += blob.sizeBytes;
    options.onProgress(++done, manifest.blobs.count, bytes);
  });
  const catalog = join(tempDir, 'catalog');
  const fault = await fetchVerified(source.store, manifest.catalog.key, manifest.catalog, catalog);
  if (fault !== undefined) throw new Error(explain(source, [{ path: manifest.catalog.key, fault }]));
  await placeCatalog(catalog);
  await rm(catalog, { force: true });
  return leftOut;
}

function explain({ name }: BackupTarget, corrupt: readonly CorruptFile[]): string {
  const lines = corrupt.map(({ path, fault }) => `${path} (${fault})`);
  return `The backup in ${name} is corrupt: ${lines.join(', ')}. Choose another one by --at.`;
}
