import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { AppError } from '../core/errors.ts';
import type { CacheUse } from '../lib/bounded-cache.ts';
import { type CachedFile, type CacheFiles, type Fill, openCacheFiles, startFill } from './cache-files.ts';
import type { BlobStore, ByteRange } from './port.ts';

export interface CacheOptions {
  directory: string;
  /** Of all copies together. */
  maxBytes: number;
  /** Older copies are not used, so that deleted bytes do not stay on other nodes. */
  maxAgeMs: number;
}

export interface CachedBlobs extends BlobStore {
  /** Reads of whole blobs and of ranges, by whether a copy on the disk answered them. */
  readonly use: CacheUse;
  /** Stops the background work. */
  close(): void;
}

/** The largest share of the cache for one blob. */
const MAX_SHARE = 1 / 8;
/** New blobs up to this size are cached by the put: most of them are viewed next. */
const CACHE_NEW_BYTES = 4 * 2 ** 20;
/** Pause of all writes after a write error. */
const PAUSE_MS = 60_000;
const EXPIRE_EVERY_MS = 10 * 60_000;

/**
 * Caches the blobs of a store on the local disk. Concurrent reads of the same blob share one fetch. A copy is fetched
 * again when it was evicted, has expired or fails its checksum; it needs no invalidation, because keys are never reused.
 * Without a writable disk all reads go to the store.
 */
export async function createCachedBlobs(store: BlobStore, options: CacheOptions): Promise<CachedBlobs> {
  const { directory, maxBytes, maxAgeMs } = options;
  const files = await openCacheFiles(directory, maxBytes);
  const copies = createCopies(files, maxAgeMs);
  const maxBlobBytes = maxBytes * MAX_SHARE;
  const reads = new Map<string, Promise<Buffer | undefined>>();
  const fills = new Map<string, Promise<Fill | undefined>>();

  function fetchAndKeep(key: string): Promise<Buffer | undefined> {
    const fetching = store.read(key);
    const kept = fetching.then(async (bytes) => {
      if (bytes === undefined || bytes.length > maxBlobBytes || copies.isPaused()) return;
      const path = files.newPath();
      await copies.keep(key, path, async () => {
        await writeFile(path, bytes);
        return { sizeBytes: bytes.length, sha256: sha256Of(bytes) };
      });
    });
    // Reads share the fetched bytes until the copy is stored.
    reads.set(key, fetching);
    void kept.catch(() => {}).finally(() => reads.delete(key));
    return fetching;
  }

  async function fill(key: string): Promise<Fill | undefined> {
    const body = await store.open(key);
    if (body === undefined) return undefined;
    const started = await startFill(body, files.newPath(), maxBlobBytes).catch((error) => {
      copies.pause();
      if ('destroy' in body && typeof body.destroy === 'function') body.destroy();
      throw error;
    });
    void started.done
      .then(async (copied) => {
        if (typeof copied === 'object') return copies.keep(key, started.path, async () => copied);
        if (copied === 'not written') copies.pause();
        await rm(started.path, { force: true });
      })
      .catch(() => rm(started.path, { force: true }))
      .catch(copies.pause)
      .finally(() => fills.delete(key));
    return started;
  }

  async function openWhole(key: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    if (copies.isPaused()) return store.open(key);
    let filling = fills.get(key);
    if (filling === undefined) {
      filling = fill(key);
      fills.set(key, filling);
      filling.then(
        (started) => started ?? fills.delete(key),
        () => fills.delete(key),
      );
    }
    try {
      return await (await filling)?.follow((offset) => openRest(store, key, offset));
    } catch (error) {
      if (error instanceof AppError) throw error;
      // The copy cannot be written, or it has just been finished and moved.
      return store.open(key);
    }
  }

  const expiring = setInterval(
    () => void files.dropAddedBefore(Date.now() - maxAgeMs).catch(() => {}),
    EXPIRE_EVERY_MS,
  );
  expiring.unref();

  return {
    ...store,
    use: copies.use,
    async put(key, path) {
      const put = await store.put(key, path);
      if (put.moved) return put;
      const { size } = await stat(path).catch(() => ({ size: Number.POSITIVE_INFINITY }));
      if (size > Math.min(CACHE_NEW_BYTES, maxBlobBytes)) return put;
      await copies.keep(key, path, async () => ({ sizeBytes: size, sha256: sha256Of(await readFile(path)) }));
      return put;
    },
    read: async (key) => (await copies.read(key)) ?? reads.get(key) ?? fetchAndKeep(key),
    async open(key, range?: ByteRange) {
      const copy = await copies.open(key);
      if (copy !== undefined) return createReadStream('', { fd: copy, ...range });
      return range === undefined ? openWhole(key) : store.open(key, range);
    },
    async delete(key) {
      await files.drop(key);
      await store.delete(key);
    },
    close: () => clearInterval(expiring),
  };
}

/** Access to the copies on the disk, each verified by its checksum. */
function createCopies(files: CacheFiles, maxAgeMs: number) {
  /** Modification time of each verified copy. */
  const verified = new WeakMap<CachedFile, number>();
  let pausedUntilMs = 0;
  const use = { hits: 0, misses: 0 };

  const pause = () => {
    pausedUntilMs = Date.now() + PAUSE_MS;
  };
  const find = (key: string) => {
    const file = files.find(key);
    return file !== undefined && Date.now() - file.addedAtMs <= maxAgeMs ? file : undefined;
  };

  async function read(key: string): Promise<Buffer | undefined> {
    const file = find(key);
    if (file === undefined) return undefined;
    const bytes = await readFile(file.path).catch(() => undefined);
    if (bytes !== undefined && sha256Of(bytes) === file.sha256) return bytes;
    await files.drop(key);
    return undefined;
  }

  async function openCopy(key: string): Promise<FileHandle | undefined> {
    const file = find(key);
    const handle = file && (await open(file.path).catch(() => undefined));
    if (file === undefined || handle === undefined) return undefined;
    if (await isIntact(handle, file, verified).catch(() => false)) return handle;
    await handle.close();
    await files.drop(key);
    return undefined;
  }

  async function counted<T>(reading: Promise<T | undefined>): Promise<T | undefined> {
    const copy = await reading;
    use[copy === undefined ? 'misses' : 'hits']++;
    return copy;
  }

  return {
    use,
    pause,
    isPaused: () => Date.now() < pausedUntilMs,
    /** Adds a finished file. A write error pauses the cache and is not thrown. */
    async keep(key: string, path: string, write: () => Promise<{ sizeBytes: number; sha256: string }>): Promise<void> {
      try {
        await files.add(key, path, await write());
      } catch {
        pause();
        await rm(path, { force: true }).catch(() => {});
      }
    },
    read: (key: string) => counted(read(key)),
    open: (key: string) => counted(openCopy(key)),
  };
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Verifies a copy by its checksum, unless it was verified before and has not changed since. */
async function isIntact(handle: FileHandle, file: CachedFile, verified: WeakMap<CachedFile, number>): Promise<boolean> {
  const { size, mtimeMs } = await handle.stat();
  if (size !== file.sizeBytes) return false;
  if (verified.get(file) === mtimeMs) return true;
  const hash = createHash('sha256');
  for await (const chunk of handle.createReadStream({ start: 0, autoClose: false })) hash.update(chunk);
  if (hash.digest('hex') !== file.sha256) return false;
  verified.set(file, mtimeMs);
  return true;
}

/** The bytes of a blob from an offset. */
async function openRest(store: BlobStore, key: string, offset: number): Promise<AsyncIterable<Uint8Array>> {
  const size = await store.size(key);
  const body =
    size === undefined || size <= offset ? undefined : await store.open(key, { start: offset, end: size - 1 });
  if (body === undefined) throw new Error('the blob was deleted during the read');
  return body;
}
