import { existsSync } from 'node:fs';
import { rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBase62 } from '../core/base62.ts';

/** One request's temporary files, removed when the request is over. Nothing of it exists before it is needed. */
export interface Workspace extends AsyncDisposable {
  /** A path for a new file. */
  newPath(): string;
  /** A path for a new directory, which whoever uses it makes. */
  newDirectory(): string;
}

export function openWorkspace(tempDir: string): Workspace {
  const id = randomBase62(16);
  const files: string[] = [];
  const directories: string[] = [];
  const newName = (names: string[]) => {
    const path = join(tempDir, `${id}-${files.length + directories.length}`);
    names.push(path);
    return path;
  };
  return {
    newPath: () => newName(files),
    newDirectory: () => newName(directories),
    // The request is decided: what cannot be removed goes at the next start, and is no reason to call it failed.
    async [Symbol.asyncDispose]() {
      const left = files.filter((path) => existsSync(path)).map((path) => rm(path, { force: true }));
      await Promise.allSettled([...left, ...directories.filter((path) => existsSync(path)).map(removeDirectory)]);
    },
  };
}

/** Most are empty by now, since what was in them has been moved into the store. */
function removeDirectory(path: string): Promise<void> {
  return rmdir(path).catch(() => rm(path, { recursive: true, force: true }));
}
