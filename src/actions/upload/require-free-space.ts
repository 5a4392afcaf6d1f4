import { statfs } from 'node:fs/promises';
import type { BlobStore } from '../../blobs/port.ts';
import { AppError } from '../../core/errors.ts';

const FULL_RETRY_AFTER_SECONDS = 60;
const FAILED_RETRY_AFTER_SECONDS = 30;

/**
 * Refuses new uploads while the storage is nearly full; reads and deletes go on.
 * @throws AppError STORAGE_UNAVAILABLE
 */
export async function requireFreeSpace(deps: {
  blobs: BlobStore;
  tempDir: string;
  minFreeBytes: number;
}): Promise<void> {
  if ((await freeBytes(deps)) >= deps.minFreeBytes) return;
  throw new AppError('STORAGE_UNAVAILABLE', {
    detail: 'The storage is full.',
    retryAfterSeconds: FULL_RETRY_AFTER_SECONDS,
  });
}

/**
 * Free bytes for uploads: those of the blob store, or of the temporary directory where the store has no bound.
 * @throws AppError STORAGE_UNAVAILABLE when neither can be read
 */
export async function freeBytes({ blobs, tempDir }: { blobs: BlobStore; tempDir: string }): Promise<number> {
  const { freeBytes: inStore } = await blobs.check();
  // A store that has a bound shares its file system with the temporary files.
  if (inStore !== null) return inStore;
  try {
    const { bavail, bsize } = await statfs(tempDir);
    return bavail * bsize;
  } catch (cause) {
    throw new AppError('STORAGE_UNAVAILABLE', { cause, retryAfterSeconds: FAILED_RETRY_AFTER_SECONDS });
  }
}
