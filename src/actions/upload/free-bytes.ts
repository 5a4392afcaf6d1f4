import { statfs } from 'node:fs/promises';
import type { BlobStore } from '../../blobs/port.ts';
import { AppError } from '../../core/errors.ts';

const RETRY_AFTER_SECONDS = 30;

/**
 * Bytes that are free where uploads go: in the store, where it has a bound, and in the directory of temporary files.
 * @throws AppError STORAGE_UNAVAILABLE when either cannot be asked
 */
export async function freeBytes({ blobs, tempDir }: { blobs: BlobStore; tempDir: string }): Promise<number> {
  const { freeBytes: inStore } = await blobs.check();
  // A store that has a bound shares its file system with the temporary files.
  if (inStore !== null) return inStore;
  try {
    const { bavail, bsize } = await statfs(tempDir);
    return bavail * bsize;
  } catch (cause) {
    throw new AppError('STORAGE_UNAVAILABLE', { cause, retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}
