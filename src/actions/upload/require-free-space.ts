import type { BlobStore } from '../../blobs/port.ts';
import { AppError } from '../../core/errors.ts';
import { freeBytes } from './free-bytes.ts';

const RETRY_AFTER_SECONDS = 60;

/**
 * Refuses new uploads while the store is nearly full, so that reading and deleting can go on.
 * @throws AppError STORAGE_UNAVAILABLE
 */
export async function requireFreeSpace(deps: {
  blobs: BlobStore;
  tempDir: string;
  minFreeBytes: number;
}): Promise<void> {
  if ((await freeBytes(deps)) >= deps.minFreeBytes) return;
  throw new AppError('STORAGE_UNAVAILABLE', { detail: 'The storage is full.', retryAfterSeconds: RETRY_AFTER_SECONDS });
}
