import { randomUUID } from 'node:crypto';
import { closeSync, createReadStream, fsync as fsyncFile, openSync, statfsSync } from 'node:fs';
import { mkdir, open, opendir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '../core/errors.ts';
import { createCoalescedRun } from '../lib/coalesce.ts';
import { type BlobStore, OWNER_TOKEN_KEY, type StoredBlob } from './port.ts';

/** Sent to clients while the disk fails. */
const RETRY_AFTER_SECONDS = 30;
/** Deletes may remove the target directory between two steps of a put. */
const MOVE_ATTEMPTS = 10;
const MAX_KNOWN_DIRECTORIES = 1_000;

const fsync = promisify(fsyncFile);

/**
 * Blobs as files below one directory, which must be on the file system of the files to put. After the steps of `put` a
 * file survives a loss of power: fsync of the file, rename, fsync of the directory.
 */
export async function createDiskBlobs(root: string): Promise<BlobStore> {
  await mkdir(root, { recursive: true });
  const tree = createTree(root);
  return {
    async put(key, path) {
      await orUnavailable(async () => {
        await syncPath(path);
        await tree.moveIn(path, join(root, key));
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
      await tree.removeEmptyParents(target);
    },
    async *list(after = '') {
      for await (const blob of walk(root, '', after)) if (!blob.key.startsWith(OWNER_TOKEN_KEY)) yield blob;
    },
    // A put becomes visible by one rename: nothing is ever half done.
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
      // The kernel answers from memory, faster than a hand-over to the thread pool.
      const { bavail, bsize } = await orUnavailable(async () => statfsSync(root));
      return { freeBytes: bavail * bsize };
    },
  };
}

/** The directories below the root, created and synced on demand and removed when empty. */
function createTree(root: string) {
  /** Directories whose entry in their parent is known to be on the disk. */
  const durable = new Set<string>([root]);
  let removals = 0;
  // Concurrent puts move their files into the same directory and share its fsync.
  const syncDirectory = createCoalescedRun(syncPath);

  async function ensureDirectory(path: string): Promise<void> {
    if (durable.has(path)) return;
    await ensureDirectory(dirname(path));
    await mkdir(path, { recursive: true });
    await syncPath(dirname(path));
    // Every minute has its own directory, so the set must be bounded.
    if (durable.size > MAX_KNOWN_DIRECTORIES) durable.clear();
    durable.add(root).add(path);
  }

  async function renameInto(path: string, target: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await ensureDirectory(dirname(target));
        await rename(path, target);
        return;
      } catch (error) {
        if (!isMissing(error) || attempt === MOVE_ATTEMPTS) throw error;
        // A delete has just removed the empty directory, or one above it.
        durable.clear();
        durable.add(root);
      }
    }
  }

  /** Syncs the entry of a moved file and those of its directories. */
  async function syncEntries(target: string, removalsBefore: number): Promise<void> {
    const directory = dirname(target);
    await syncDirectory(directory);
    if (removals === removalsBefore) return;
    // Another put may have recreated a removed directory whose entry is not on the disk yet.
    for (let above = directory; above !== root; above = dirname(above)) await syncDirectory(dirname(above));
  }

  return {
    /** Moves a file in. When it rejects, the file is not visible. */
    async moveIn(path: string, target: string): Promise<void> {
      const removalsBefore = removals;
      await renameInto(path, target);
      try {
        await syncEntries(target, removalsBefore);
      } catch (error) {
        // A file that is not durable must not be visible. The next put syncs the directory again.
        durable.delete(dirname(target));
        await rm(target, { force: true });
        throw error;
      }
    },
    async removeEmptyParents(target: string): Promise<void> {
      for (let directory = dirname(target); directory !== root; directory = dirname(directory)) {
        try {
          await rmdir(directory);
          removals++;
          durable.delete(directory);
        } catch {
          // Not empty, or already removed.
          return;
        }
      }
    },
  };
}

/** Files below a directory in the order of their keys. It does not open directories that sort before `after`. */
async function* walk(root: string, prefix: string, after: string): AsyncGenerator<StoredBlob> {
  const entries = [];
  try {
    for await (const entry of await opendir(join(root, prefix))) entries.push(entry);
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  // A directory sorts with its slash: the keys "a.x" and "a/b" sort in another order than the names "a" and "a.x".
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

/** Opens and closes synchronously, which is faster than a hand-over to the thread pool; the fsync itself is not. */
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
    throw unavailable(error);
  }
}

/** Absence is a value; every other failure is the store's. */
async function orUndefined<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw unavailable(error);
  }
}

function unavailable(cause: unknown): AppError {
  return new AppError('STORAGE_UNAVAILABLE', { cause, retryAfterSeconds: RETRY_AFTER_SECONDS });
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
