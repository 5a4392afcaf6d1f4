import { join, resolve } from 'node:path';
import { createCachedBlobs } from './blobs/cached.ts';
import { createDiskBlobs } from './blobs/disk.ts';
import type { BlobStore } from './blobs/port.ts';
import { s3PlaceOf } from './blobs/s3-place.ts';
import type { Config } from './config.ts';

export interface OpenedBlobs {
  blobs: BlobStore;
  /** @throws Error, in one line that names the setting to look at, when the store cannot be used */
  probe(): Promise<void>;
}

/**
 * Opens the blob store of the settings, without asking it anything yet.
 * @throws SettingsError when a setting of the store is missing
 */
export async function openBlobs({ storage }: Config, dataDir: string): Promise<OpenedBlobs> {
  if (storage.blobs === 'disk') {
    return { blobs: await createDiskBlobs(join(dataDir, 'blobs')), probe: async () => {} };
  }
  const place = s3PlaceOf(storage);
  // The SDK takes a while to load, and memory.
  const { createS3Blobs } = await import('./blobs/s3.ts');
  const blobs = createS3Blobs(place);
  return { blobs, probe: blobs.probe };
}

/**
 * Puts the cache of the settings before a store that is not on this machine. What reads blobs to examine them must not
 * use it.
 */
export async function openBlobCache(
  { storage }: Config,
  blobs: BlobStore,
): Promise<{ cached: BlobStore; close(): void }> {
  if (storage.blobs === 'disk' || storage.blobCacheBytes === 0) return { cached: blobs, close: () => {} };
  const cached = await createCachedBlobs(blobs, {
    directory: resolve(storage.blobCacheDir ?? join(storage.dataDir, 'blob-cache')),
    maxBytes: storage.blobCacheBytes,
    maxAgeMs: storage.blobCacheHours * 3_600_000,
  });
  return { cached, close: cached.close };
}
