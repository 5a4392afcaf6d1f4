import type { BlobStore } from '../blobs/port.ts';
import { AppError } from '../core/errors.ts';

const RETRY_AFTER_SECONDS = 60;

/**
 * Refuses new uploads while the store is nearly full, so that reading and deleting can go on.
 * @throws AppError STORAGE_UNAVAILABLE
 */
export async function requireFreeSpace(deps: { blobs: BlobStore; minFreeBytes: number }): Promise<void> {
  const { freeBytes } = await deps.blobs.check();
  if (freeBytes === null || freeBytes >= deps.minFreeBytes) return;
  throw new AppError('STORAGE_UNAVAILABLE', { detail: 'The storage is full.', retryAfterSeconds: RETRY_AFTER_SECONDS });
}
