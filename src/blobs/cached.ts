import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { AppError } from '../core/errors.ts';
import { type CachedFile, openCacheFiles } from './cache-files.ts';
import { type Fill, startFill } from './cache-fill.ts';
import type { BlobStore, ByteRange } from './port.ts';

export interface CacheOptions {
  directory: string;
  /** Of all copies together. */
  maxBytes: number;
  /** Copies older than this are not used, so that deleted bytes do not stay on other nodes. */
  maxAgeMs: number;
}

export interface CachedBlobs extends BlobStore {
  /** Ends its background work. */
  close(): void;
}

/** The largest part of the cache that one blob may take. */
const LARGEST_PART = 1 / 8;
/** New blobs up to this size are kept at once: they are mostly looked at next. */
const KEEP_NEW_BYTES = 4 * 2 ** 20;
/** For how long nothing is written after the disk has refused. */
const PAUSE_MS = 60_000;
const SWEEP_MS = 10 * 60_000;

/**
 * A store with copies of its blobs on the local disk. What is read whole is fetched once, however many ask at the same
 * time, and again only when its copy was pushed out, is too old, or is not what it was. Keys are never reused, so a copy
 * stays right. A cache that cannot write serves from the store.
 */
export async function createCachedBlobs(store: BlobStore, options: CacheOptions): Promise<CachedBlobs> {
  const { maxBytes, maxAgeMs } = options;
  const files = await openCacheFiles(options.directory, maxBytes);
  const maxBlobBytes = maxBytes * LARGEST_PART;
  const reads = new Map<string, Promise<Buffer | undefined>>();
  const fills = new Map<string, Promise<Fill | undefined>>();
  /** Copies whose bytes were compared, with the time of change that they had then. */
  const trusted = new WeakMap<CachedFile, number>();
  let pausedUntilMs = 0;

  const pause = () => {
    pausedUntilMs = Date.now() + PAUSE_MS;
  };
  const find = (key: string) => {
    const file = files.find(key);
    return file !== undefined && Date.now() - file.addedAtMs <= maxAgeMs ? file : undefined;
  };

  /** Adds a finished file; a disk that refuses stops it for a while and nothing else. */
  async function keep(key: string, path: string, write: () => Promise<{ sizeBytes: number; sha256: string }>) {
    try {
      await files.add(key, path, await write());
    } catch {
      pause();
      await rm(path, { force: true }).catch(() => {});
    }
  }

  async function readCopy(key: string): Promise<Buffer | undefined> {
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
    if (await isIntact(handle, file, trusted).catch(() => false)) return handle;
    await handle.close();
    await files.drop(key);
    return undefined;
  }

  function fetchAndKeep(key: string): Promise<Buffer | undefined> {
    const fetching = store.read(key);
    const kept = fetching.then(async (bytes) => {
      if (bytes === undefined || bytes.length > maxBlobBytes || Date.now() < pausedUntilMs) return;
      const path = files.newPath();
      await keep(key, path, async () => {
        await writeFile(path, bytes);
        return { sizeBytes: bytes.length, sha256: sha256Of(bytes) };
      });
    });
    // Those who ask until it is kept share what was fetched.
    reads.set(key, fetching);
    void kept.catch(() => {}).finally(() => reads.delete(key));
    return fetching;
  }

  async function fill(key: string): Promise<Fill | undefined> {
    const body = await store.open(key);
    if (body === undefined) return undefined;
    const begun = await startFill(body, files.newPath(), maxBlobBytes).catch((error) => {
      pause();
      if ('destroy' in body && typeof body.destroy === 'function') body.destroy();
      throw error;
    });
    void begun.done
      .then(async (copied) => {
        if (typeof copied === 'object') return keep(key, begun.path, async () => copied);
        if (copied === 'not written') pause();
        await rm(begun.path, { force: true });
      })
      .catch(() => rm(begun.path, { force: true }))
      .catch(pause)
      .finally(() => fills.delete(key));
    return begun;
  }

  async function openWhole(key: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    if (Date.now() < pausedUntilMs) return store.open(key);
    let filling = fills.get(key);
    if (filling === undefined) {
      filling = fill(key);
      fills.set(key, filling);
      filling.then(
        (begun) => begun ?? fills.delete(key),
        () => fills.delete(key),
      );
    }
    try {
      const begun = await filling;
      return await begun?.follow(async (offset) => rest(store, key, offset));
    } catch (error) {
      if (error instanceof AppError) throw error;
      // The copy cannot be made, or it has just been finished and moved.
      return store.open(key);
    }
  }

  const sweeping = setInterval(() => void files.dropAddedBefore(Date.now() - maxAgeMs).catch(() => {}), SWEEP_MS);
  sweeping.unref();

  return {
    ...store,
    async put(key, path) {
      const put = await store.put(key, path);
      if (put.moved) return put;
      const { size } = await stat(path).catch(() => ({ size: Number.POSITIVE_INFINITY }));
      if (size > Math.min(KEEP_NEW_BYTES, maxBlobBytes)) return put;
      await keep(key, path, async () => ({ sizeBytes: size, sha256: sha256Of(await readFile(path)) }));
      return put;
    },
    async read(key) {
      return (await readCopy(key)) ?? reads.get(key) ?? fetchAndKeep(key);
    },
    async open(key, range?: ByteRange) {
      const copy = await openCopy(key);
      if (copy !== undefined) return createReadStream('', { fd: copy, ...range });
      return range === undefined ? openWhole(key) : store.open(key, range);
    },
    async delete(key) {
      await files.drop(key);
      await store.delete(key);
    },
    close: () => clearInterval(sweeping),
  };
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Compares a copy with what it has to be, by its bytes unless that was done and it has not changed since. */
async function isIntact(handle: FileHandle, file: CachedFile, trusted: WeakMap<CachedFile, number>): Promise<boolean> {
  const { size, mtimeMs } = await handle.stat();
  if (size !== file.sizeBytes) return false;
  if (trusted.get(file) === mtimeMs) return true;
  const hash = createHash('sha256');
  for await (const chunk of handle.createReadStream({ start: 0, autoClose: false })) hash.update(chunk);
  if (hash.digest('hex') !== file.sha256) return false;
  trusted.set(file, mtimeMs);
  return true;
}

/** What is left of a blob from an offset on. */
async function rest(store: BlobStore, key: string, offset: number): Promise<AsyncIterable<Uint8Array>> {
  const size = await store.size(key);
  const body =
    size === undefined || size <= offset ? undefined : await store.open(key, { start: offset, end: size - 1 });
  if (body === undefined) throw new Error('the blob was deleted while it was read');
  return body;
}
