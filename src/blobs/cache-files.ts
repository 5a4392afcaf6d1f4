import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A blob's copy. Its name holds what it has to be, so that a copy that is cut short or changed is told from a good one. */
export interface CachedFile {
  path: string;
  sizeBytes: number;
  /** Hex. */
  sha256: string;
  addedAtMs: number;
}

/** Copies of blobs in a directory, the ones used longest ago removed first. They need not survive anything. */
export interface CacheFiles {
  /** The copy of a blob, which counts as used then. */
  find(key: string): CachedFile | undefined;
  /** A path for a file that may be added. */
  newPath(): string;
  /** Moves a finished file in, and removes others to make room. */
  add(key: string, path: string, facts: Pick<CachedFile, 'sizeBytes' | 'sha256'>): Promise<void>;
  drop(key: string): Promise<void>;
  /** Removes copies that were added before. */
  dropAddedBefore(ms: number): Promise<void>;
}

/**
 * Opens a directory of copies, with those of earlier runs, and removes what does not belong there.
 * @param maxBytes of all copies together
 */
export async function openCacheFiles(directory: string, maxBytes: number): Promise<CacheFiles> {
  const temporary = join(directory, 'tmp');
  await rm(temporary, { recursive: true, force: true });
  await mkdir(temporary, { recursive: true });
  // A map keeps the order in which entries were set: the first is the one used longest ago.
  const files = new Map<string, CachedFile>();
  let bytes = 0;

  const forget = async (id: string) => {
    const file = files.get(id);
    if (file === undefined) return;
    files.delete(id);
    bytes -= file.sizeBytes;
    await rm(file.path, { force: true });
  };
  const shrink = async () => {
    for (const id of files.keys()) {
      if (bytes <= maxBytes) return;
      await forget(id);
    }
  };

  for (const { id, file } of await filesOfEarlierRuns(directory)) {
    await forget(id);
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
      await forget(id);
      await rename(path, target);
      files.set(id, { path: target, sizeBytes, sha256, addedAtMs: (await stat(target)).mtimeMs });
      bytes += sizeBytes;
      await shrink();
    },
    drop: (key) => forget(idOf(key)),
    async dropAddedBefore(ms) {
      for (const [id, { addedAtMs }] of files) if (addedAtMs < ms) await forget(id);
    },
  };
}

/** Keys may hold what file names may not. */
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
