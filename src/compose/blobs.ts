import { join, resolve } from 'node:path';
import { createCachedBlobs } from '../blobs/cached.ts';
import { createDiskBlobs } from '../blobs/disk.ts';
import { createFallbackBlobs } from '../blobs/fallback.ts';
import { type LocationName, parseLocationName, s3LocationOf } from '../blobs/location.ts';
import type { BlobStore, StoreEvents, StoreLocation } from '../blobs/port.ts';
import type { Config } from '../config.ts';
import type { CacheUse } from '../lib/bounded-cache.ts';

export interface OpenedBlobs {
  blobs: BlobStore;
  /** The current location; during a move followed by the old one. */
  locations: readonly StoreLocation[];
  /** @throws Error in one line that names the setting, when the store is unusable */
  probe(): Promise<void>;
  /** Closes idle connections, which would keep the process alive. */
  close(): void;
}

/**
 * Opens the blob store of the settings without a request to it. During a move the old store is its fallback.
 * @param events hears of the requests to a remote store
 * @throws SettingsError when a setting of the store is missing
 */
export async function openBlobs(config: Config, dataDir: string, events?: StoreEvents): Promise<OpenedBlobs> {
  const { blobs, blobsFallback } = config.storage;
  const opened = await openLocation(config, { kind: blobs }, dataDir, events);
  if (blobsFallback === undefined) return opened;
  const old = await openLocation(config, parseLocationName(blobsFallback), dataDir, events);
  if (isSame(opened, old)) return opened;
  return {
    blobs: createFallbackBlobs(opened.blobs, old.blobs),
    locations: [...opened.locations, ...old.locations],
    async probe() {
      await opened.probe();
      await old.probe();
    },
    close() {
      opened.close();
      old.close();
    },
  };
}

/** The two locations of a move. */
export interface Move {
  from: StoreLocation;
  to: StoreLocation;
  /** For temporary files, on the file system of `to` if that is a disk. */
  tempDir: string;
  close(): void;
}

/**
 * Opens the locations of a move and probes both.
 * @param to target of a copy of the current location; undefined when the service uses the new location already, with
 *   the old one as its fallback
 * @throws Error when there is only one location, or one is unusable
 */
export async function openMove(config: Config, dataDir: string, to: string | undefined): Promise<Move> {
  const { blobs, blobsFallback } = config.storage;
  if (to !== undefined && blobsFallback !== undefined) {
    throw new Error(
      'IMGD_BLOBS_FALLBACK is set: a move is in progress; continue it with imgd blobs copy, without --to.',
    );
  }
  if (to === undefined && blobsFallback === undefined) {
    throw new Error('Give the target with --to, or set IMGD_BLOBS_FALLBACK to the location to copy from.');
  }
  const used: LocationName = { kind: blobs };
  const target: LocationName = to === undefined ? used : parseLocationName(to);
  const source = await openLocation(
    config,
    blobsFallback === undefined ? used : parseLocationName(blobsFallback),
    dataDir,
  );
  const opened = await openLocation(config, target, dataDir);
  if (isSame(source, opened)) throw new Error(`The blobs are in ${locationOf(opened).name} already.`);
  await source.probe();
  await opened.probe();
  const own = target.kind === 'disk' ? target.path : undefined;
  return {
    from: locationOf(source),
    to: locationOf(opened),
    tempDir: resolve(own ?? dataDir, 'copying'),
    close() {
      source.close();
      opened.close();
    },
  };
}

const locationOf = ({ locations }: OpenedBlobs) => locations[0] as StoreLocation;
const isSame = (one: OpenedBlobs, other: OpenedBlobs) => locationOf(one).name === locationOf(other).name;

/** Opens one location of blobs without a request to it. A directory is created. */
export async function openLocation(
  { storage }: Config,
  name: LocationName,
  dataDir: string,
  events?: StoreEvents,
): Promise<OpenedBlobs> {
  if (name.kind === 'disk') {
    const root = resolve(name.path ?? join(dataDir, 'blobs'));
    const blobs = await createDiskBlobs(root);
    const setting = name.path === undefined ? ' (IMGD_DATA_DIR)' : '';
    return { blobs, locations: [{ name: `${root}${setting}`, blobs }], probe: async () => {}, close: () => {} };
  }
  const { bucket: s3Bucket = storage.s3Bucket, prefix: s3Prefix = storage.s3Prefix } = name;
  const location = { ...s3LocationOf({ ...storage, s3Bucket, s3Prefix }), events };
  // The SDK takes time and memory to load.
  const { createS3Blobs } = await import('../blobs/s3.ts');
  const blobs = createS3Blobs(location);
  const settings = name.bucket === undefined ? ' (IMGD_S3_BUCKET, IMGD_S3_PREFIX)' : '';
  return {
    blobs,
    locations: [{ name: `s3://${location.bucket}/${location.prefix}${settings}`, blobs }],
    probe: blobs.probe,
    close: blobs.close,
  };
}

/**
 * Puts the cache of the settings in front of a remote store. Checksum verification must not use it.
 */
export async function openBlobCache(
  { storage }: Config,
  blobs: BlobStore,
): Promise<{ cached: BlobStore; use: CacheUse | undefined; close(): void }> {
  if (storage.blobs === 'disk' || storage.blobCacheBytes === 0) {
    return { cached: blobs, use: undefined, close: () => {} };
  }
  const cached = await createCachedBlobs(blobs, {
    directory: resolve(storage.blobCacheDir ?? join(storage.dataDir, 'blob-cache')),
    maxBytes: storage.blobCacheBytes,
    maxAgeMs: storage.blobCacheHours * 3_600_000,
  });
  return { cached, use: cached.use, close: cached.close };
}

const EXAMPLE = { method: 'GET', seconds: 1, contentType: '', contentDisposition: '', cacheControl: '' } as const;

/** Direct links to originals in the store; undefined when switched off or unsupported by the store. */
export async function openLinks(
  { storage }: Config,
  { blobs, locations: [newest] }: Pick<OpenedBlobs, 'blobs' | 'locations'>,
): Promise<{ link: BlobStore['link']; origin: string } | undefined> {
  const example = storage.s3Redirect ? await newest?.blobs.link('example', EXAMPLE) : undefined;
  return example === undefined ? undefined : { link: blobs.link, origin: new URL(example).origin };
}
