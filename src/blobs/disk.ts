import { randomUUID } from 'node:crypto';
import { closeSync, createReadStream, fsync as fsyncFile, openSync, statfsSync } from 'node:fs';
import { mkdir, open, opendir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '../core/errors.ts';
import { createCoalescedRun } from '../lib/coalesce.ts';
import { type BlobStore, OWNER_TOKEN_KEY, type StoredBlob } from './port.ts';

/** What a client is told to wait when the disk refuses. */
const RETRY_AFTER_SECONDS = 30;
/** How often a file is moved into a directory that deletes keep removing. */
const MOVE_ATTEMPTS = 10;

const fsync = promisify(fsyncFile);

/**
 * Blobs as files below one directory, which must lie in the file system of the files that are put.
 * The steps of `put` are those after which a file survives a loss of power: fsync of the file, rename, fsync of the directory.
 */
export async function createDiskBlobs(root: string): Promise<BlobStore> {
  await mkdir(root, { recursive: true });
  // Directories whose entry in their parent is known to be on the disk.
  const durable = new Set<string>([root]);
  let removals = 0;
  // Files that come at the same time lie in the same directory.
  const syncDirectory = createCoalescedRun(syncPath);

  async function ensureDirectory(path: string): Promise<void> {
    if (durable.has(path)) return;
    await ensureDirectory(dirname(path));
    await mkdir(path, { recursive: true });
    await syncPath(dirname(path));
    // Keys begin with the minute they were made in: the set would otherwise grow for as long as the process runs.
    if (durable.size > 1_000) durable.clear();
    durable.add(root).add(path);
  }

  async function moveInto(path: string, target: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await ensureDirectory(dirname(target));
        await rename(path, target);
        return;
      } catch (error) {
        if (!isMissing(error) || attempt === MOVE_ATTEMPTS) throw error;
        // Deletes have just removed the empty directory, or one above it.
        durable.clear();
        durable.add(root);
      }
    }
  }

  /** Makes sure that the entry of a file just moved, and those of its directories, are on the disk. */
  async function syncEntries(target: string, removalsBefore: number): Promise<void> {
    const directory = dirname(target);
    await syncDirectory(directory);
    // One may have been removed and made anew by another put since this one began: its entry need not be there yet.
    if (removals === removalsBefore) return;
    for (let above = directory; above !== root; above = dirname(above)) await syncDirectory(dirname(above));
  }

  async function removeEmptyParents(target: string): Promise<void> {
    for (let directory = dirname(target); directory !== root; directory = dirname(directory)) {
      try {
        await rmdir(directory);
        removals++;
        durable.delete(directory);
      } catch {
        // Not empty, or somebody else has removed it: either way there is nothing to do.
        return;
      }
    }
  }

  return {
    async put(key, path) {
      const target = join(root, key);
      await orUnavailable(async () => {
        await syncPath(path);
        const removalsBefore = removals;
        await moveInto(path, target);
        try {
          await syncEntries(target, removalsBefore);
        } catch (error) {
          // Not known to be durable: it must not be there at all, and the directory is made anew next time.
          durable.delete(dirname(target));
          await rm(target, { force: true });
          throw error;
        }
      });
      return { moved: true };
    },
    read: (key) => orUndefined(() => readFile(join(root, key))),
    async open(key, range) {
      const file = await orUndefined(() => open(join(root, key)));
      return file && createReadStream('', { fd: file, ...range });
    },
    link: async () => undefined,
    size: (key) => orUndefined(async () => (await stat(join(root, key))).size),
    async delete(key) {
      const target = join(root, key);
      await orUnavailable(() => rm(target, { force: true }));
      await removeEmptyParents(target);
    },
    async *list(after = '') {
      for await (const blob of walk(root, '', after)) if (!blob.key.startsWith(OWNER_TOKEN_KEY)) yield blob;
    },
    // What was put is in place after one rename, or not there at all.
    abandonUnfinished: async () => 0,
    readOwnerToken: () => orUndefined(() => readFile(join(root, OWNER_TOKEN_KEY), 'utf8')),
    async writeOwnerToken(text) {
      const path = join(root, `${OWNER_TOKEN_KEY}-${randomUUID()}`);
      await orUnavailable(async () => {
        await writeFile(path, text);
        await syncPath(path);
        await rename(path, join(root, OWNER_TOKEN_KEY));
        await syncPath(root);
      });
    },
    async check() {
      // Answered from memory: sooner than another thread could be asked to.
      const { bavail, bsize } = await orUnavailable(async () => statfsSync(root));
      return { freeBytes: bavail * bsize };
    },
  };
}

/** Files below a directory in the order of their keys, leaving out what sorts up to `after` without opening it. */
async function* walk(root: string, prefix: string, after: string): AsyncGenerator<StoredBlob> {
  const entries = [];
  try {
    for await (const entry of await opendir(join(root, prefix))) entries.push(entry);
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  // A directory sorts as its name with the slash, or "a/" and "a.x" would come in another order than their keys.
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort();
  for (const name of names) {
    const key = prefix.split(sep).join('/') + name;
    if (name.endsWith('/')) {
      if (key > after || after.startsWith(key)) yield* walk(root, key, after);
    } else if (key > after) {
      const found = await orUndefined(() => stat(join(root, key)));
      if (found !== undefined) yield { key, sizeBytes: found.size };
    }
  }
}

/** Opening and closing what has just been written is quicker than handing it to another thread; the sync is not. */
async function syncPath(path: string): Promise<void> {
  const descriptor = openSync(path, 'r');
  try {
    await fsync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new AppError('STORAGE_UNAVAILABLE', { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}

/** Absence is a value; every other failure is the store's. */
async function orUndefined<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new AppError('STORAGE_UNAVAILABLE', { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
