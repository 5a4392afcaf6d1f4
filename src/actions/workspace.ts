import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBase62 } from '../core/base62.ts';
import { AppError } from '../core/errors.ts';

/** A directory for one request's temporary files, removed with all that is in it when the request is over. */
export interface Workspace extends AsyncDisposable {
  /** A path for a new file. */
  newPath(): string;
  /** A new directory inside. */
  newDirectory(): Promise<string>;
}

/** @throws AppError STORAGE_UNAVAILABLE when it cannot be made */
export async function openWorkspace(tempDir: string): Promise<Workspace> {
  const root = join(tempDir, randomBase62(16));
  let files = 0;
  try {
    await mkdir(root);
  } catch (error) {
    throw new AppError('STORAGE_UNAVAILABLE', { cause: error });
  }
  const newPath = () => join(root, String(files++));
  return {
    newPath,
    async newDirectory() {
      const path = newPath();
      await mkdir(path);
      return path;
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}
