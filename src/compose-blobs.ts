import { join, resolve } from 'node:path';
import { createCachedBlobs } from './blobs/cached.ts';
import { createDiskBlobs } from './blobs/disk.ts';
import { createFallbackBlobs } from './blobs/fallback.ts';
import type { BlobPlace, BlobStore } from './blobs/port.ts';
import { s3PlaceOf } from './blobs/s3-place.ts';
import type { Config } from './config.ts';

export interface OpenedBlobs {
  blobs: BlobStore;
  /** The new place, and behind it the old one while blobs are moved. */
  places: readonly BlobPlace[];
  /** @throws Error, in one line that names the setting to look at, when the store cannot be used */
  probe(): Promise<void>;
}

/**
 * Opens the blob store of the settings, without asking it anything yet; with the old one behind it while it is moved.
 * @throws SettingsError when a setting of the store is missing
 */
export async function openBlobs(config: Config, dataDir: string): Promise<OpenedBlobs> {
  const opened = await openPlace(config, config.storage.blobs, dataDir);
  const { blobsFallback } = config.storage;
  if (blobsFallback === undefined || blobsFallback === config.storage.blobs) return opened;
  const old = await openPlace(config, blobsFallback, dataDir);
  return {
    blobs: createFallbackBlobs(opened.blobs, old.blobs),
    places: [...opened.places, ...old.places],
    async probe() {
      await opened.probe();
      await old.probe();
    },
  };
}

/** The two stores of a move. @throws Error when the settings name only one */
export async function openMove(config: Config, dataDir: string): Promise<{ from: BlobStore; to: BlobStore }> {
  const { blobs, blobsFallback } = config.storage;
  if (blobsFallback === undefined || blobsFallback === blobs) {
    throw new Error('IMGD_BLOBS_FALLBACK has to name the place to copy from, and IMGD_BLOBS another one.');
  }
  const [from, to] = [await openPlace(config, blobsFallback, dataDir), await openPlace(config, blobs, dataDir)];
  await from.probe();
  await to.probe();
  return { from: from.blobs, to: to.blobs };
}

async function openPlace({ storage }: Config, kind: 'disk' | 's3', dataDir: string): Promise<OpenedBlobs> {
  if (kind === 'disk') {
    const root = join(dataDir, 'blobs');
    const blobs = await createDiskBlobs(root);
    return { blobs, places: [{ name: `${root} (IMGD_DATA_DIR)`, blobs }], probe: async () => {} };
  }
  const place = s3PlaceOf(storage);
  // The SDK takes a while to load, and memory.
  const { createS3Blobs } = await import('./blobs/s3.ts');
  const blobs = createS3Blobs(place);
  const name = `s3://${place.bucket}/${place.prefix} (IMGD_S3_BUCKET, IMGD_S3_PREFIX)`;
  return { blobs, places: [{ name, blobs }], probe: blobs.probe };
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

const EXAMPLE = { method: 'GET', seconds: 1, contentType: '', contentDisposition: '', cacheControl: '' } as const;

/** How originals are fetched from the store itself; undefined unless the settings want it and the store can. */
export async function openLinks(
  { storage }: Config,
  { blobs, places: [newest] }: Pick<OpenedBlobs, 'blobs' | 'places'>,
): Promise<{ link: BlobStore['link']; origin: string } | undefined> {
  const example = storage.s3Redirect ? await newest?.blobs.link('example', EXAMPLE) : undefined;
  return example === undefined ? undefined : { link: blobs.link, origin: new URL(example).origin };
}
