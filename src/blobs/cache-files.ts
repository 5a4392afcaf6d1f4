import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';

/** A copy of a blob. Size and checksum are part of the file name, so that a truncated or changed copy is detected. */
export interface CachedFile {
  path: string;
  sizeBytes: number;
  /** Hex. */
  sha256: string;
  addedAtMs: number;
}

/** Copies of blobs in a directory, with LRU eviction. They are not synced to the disk. */
export interface CacheFiles {
  /** The copy of a blob, which becomes the most recently used one. */
  find(key: string): CachedFile | undefined;
  /** A path for a new file that `add` accepts. */
  newPath(): string;
  /** Moves a finished file in, and evicts others beyond the size of the cache. */
  add(key: string, path: string, facts: Pick<CachedFile, 'sizeBytes' | 'sha256'>): Promise<void>;
  drop(key: string): Promise<void>;
  dropAddedBefore(ms: number): Promise<void>;
}

/**
 * Opens a cache directory with the copies of earlier runs, and removes all other files in it.
 * @param maxBytes of all copies together
 */
export async function openCacheFiles(directory: string, maxBytes: number): Promise<CacheFiles> {
  const temporary = join(directory, 'tmp');
  await rm(temporary, { recursive: true, force: true });
  await mkdir(temporary, { recursive: true });
  // A Map keeps the order of insertion: its first entry is the least recently used one.
  const files = new Map<string, CachedFile>();
  let bytes = 0;

  const evict = async (id: string) => {
    const file = files.get(id);
    if (file === undefined) return;
    files.delete(id);
    bytes -= file.sizeBytes;
    await rm(file.path, { force: true });
  };
  const shrink = async () => {
    for (const id of files.keys()) {
      if (bytes <= maxBytes) return;
      await evict(id);
    }
  };

  for (const { id, file } of await filesOfEarlierRuns(directory)) {
    await evict(id);
    files.set(id, file);
    bytes += file.sizeBytes;
  }
  await shrink();

  return {
    find(key) {
      const id = idOf(key);
      const file = files.get(id);
      if (file === undefined) return undefined;
      files.delete(id);
      files.set(id, file);
      return file;
    },
    newPath: () => join(temporary, randomUUID()),
    async add(key, path, { sizeBytes, sha256 }) {
      const id = idOf(key);
      const target = join(directory, id.slice(0, 2), `${id}.${sizeBytes}.${sha256}`);
      await mkdir(dirname(target), { recursive: true });
      await evict(id);
      await rename(path, target);
      files.set(id, { path: target, sizeBytes, sha256, addedAtMs: (await stat(target)).mtimeMs });
      bytes += sizeBytes;
      await shrink();
    },
    drop: (key) => evict(idOf(key)),
    async dropAddedBefore(ms) {
      for (const [id, { addedAtMs }] of files) if (addedAtMs < ms) await evict(id);
    },
  };
}

/** A digest, because keys may contain characters that are not allowed in file names. */
function idOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 40);
}

async function filesOfEarlierRuns(directory: string): Promise<{ id: string; file: CachedFile }[]> {
  const found: { id: string; file: CachedFile }[] = [];
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const [, id, size, sha256] = /^([0-9a-f]{40})\.(\d+)\.([0-9a-f]{64})$/.exec(entry.name) ?? [];
    const { size: actual, mtimeMs } = await stat(path);
    if (id === undefined || sha256 === undefined || Number(size) !== actual) await rm(path, { force: true });
    else found.push({ id, file: { path, sizeBytes: actual, sha256, addedAtMs: mtimeMs } });
  }
  return found.sort((a, b) => a.file.addedAtMs - b.file.addedAtMs);
}

const CHUNK_BYTES = 64 * 1024;

interface Copied {
  sizeBytes: number;
  /** Hex. */
  sha256: string;
}

/** A body that is being copied into a file, with any number of concurrent readers. */
export interface Fill {
  path: string;
  /**
   * A reader of the whole body, at its own speed.
   * @param openRest opens the body at an offset when the copy is abandoned
   */
  follow(openRest: (offset: number) => Promise<AsyncIterable<Uint8Array>>): Promise<Readable>;
  /** The copy, or the reason why it was abandoned. @throws the error of the body */
  done: Promise<Copied | 'too large' | 'not written'>;
}

/**
 * Starts to copy a body into a new file.
 * @param maxBytes larger copies are abandoned
 * @throws Error when the file cannot be created; the body has not been read then
 */
export async function startFill(body: AsyncIterable<Uint8Array>, path: string, maxBytes: number): Promise<Fill> {
  const file = await open(path, 'wx');
  let written = 0;
  let state: 'running' | 'done' | 'abandoned' | 'failed' = 'running';
  let failure: unknown;
  let progress = Promise.withResolvers<void>();
  const notifyReaders = () => {
    progress.resolve();
    progress = Promise.withResolvers();
  };

  async function copy(): Promise<Copied | 'too large' | 'not written'> {
    const hash = createHash('sha256');
    try {
      for await (const chunk of body) {
        const isTooLarge = written + chunk.length > maxBytes;
        if (isTooLarge || !(await isWritten(file, chunk))) {
          state = 'abandoned';
          return isTooLarge ? 'too large' : 'not written';
        }
        written += chunk.length;
        hash.update(chunk);
        notifyReaders();
      }
      state = 'done';
      return { sizeBytes: written, sha256: hash.digest('hex') };
    } catch (error) {
      state = 'failed';
      failure = error;
      throw error;
    } finally {
      await file.close().catch(() => {});
      notifyReaders();
    }
  }
  const done = copy();
  // The readers throw the failure; `done` may have no other handler.
  done.catch(() => {});

  async function* bytes(source: FileHandle, openRest: (offset: number) => Promise<AsyncIterable<Uint8Array>>) {
    for (let offset = 0; ; ) {
      while (offset < written) {
        const { bytesRead, buffer } = await source.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, offset);
        offset += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
      if (state === 'done') return;
      if (state === 'failed') throw failure;
      if (state === 'abandoned') {
        yield* await openRest(offset);
        return;
      }
      await progress.promise;
    }
  }

  return {
    path,
    async follow(openRest) {
      const source = await open(path);
      const reader = Readable.from(bytes(source, openRest), { objectMode: false });
      reader.once('close', () => void source.close().catch(() => {}));
      return reader;
    },
    done,
  };
}

/** A full disk ends the copy, not the transfer to the readers. */
async function isWritten(file: FileHandle, chunk: Uint8Array): Promise<boolean> {
  try {
    await file.writeFile(chunk);
    return true;
  } catch {
    return false;
  }
}
