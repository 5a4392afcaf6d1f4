import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBase62 } from '../core/base62.ts';
import { AppError } from '../core/errors.ts';

/** A directory for one request's temporary files, removed with all that is in it when the request is over. */
export interface Workspace extends AsyncDisposable {
  /** A path for a new file. */
  newPath(): string;
  /** A new directory inside. @throws AppError STORAGE_UNAVAILABLE */
  newDirectory(): Promise<string>;
}

/** @throws AppError STORAGE_UNAVAILABLE when it cannot be made */
export async function openWorkspace(tempDir: string): Promise<Workspace> {
  const root = join(tempDir, randomBase62(16));
  let files = 0;
  await makeDirectory(root);
  const newPath = () => join(root, String(files++));
  return {
    newPath,
    async newDirectory() {
      const path = newPath();
      await makeDirectory(path);
      return path;
    },
    // The request is decided: what cannot be removed goes at the next start, and is no reason to call it failed.
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }).catch(() => {}),
  };
}

async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    throw new AppError('STORAGE_UNAVAILABLE', { cause: error });
  }
}
