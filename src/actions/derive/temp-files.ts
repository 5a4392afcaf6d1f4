import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBase62 } from '../../core/ids.ts';
import { outputFiles } from '../../imaging/port.ts';

/** One request's temporary files, removed when the request is over. */
export interface Workspace extends AsyncDisposable {
  /** A path for a new file. */
  newPath(): string;
  /** A path for a decoder to name its files after. */
  newOutputPath(): string;
  /** Of the files that may have been made there, these have, and no others. */
  made(outputPath: string, files: readonly string[]): void;
  /** The file has been moved away. */
  forget(path: string): void;
}

export function openWorkspace(tempDir: string): Workspace {
  const id = randomBase62(16);
  let count = 0;
  const files = new Set<string>();
  const newName = () => join(tempDir, `${id}-${count++}`);
  return {
    newPath() {
      const path = newName();
      files.add(path);
      return path;
    },
    newOutputPath() {
      const outputPath = newName();
      for (const file of outputFiles(outputPath)) files.add(file);
      return outputPath;
    },
    made(outputPath, made) {
      for (const file of outputFiles(outputPath)) if (!made.includes(file)) files.delete(file);
    },
    forget: (path) => void files.delete(path),
    // The request is decided: what cannot be removed goes at the next start, and is no reason to call it failed.
    async [Symbol.asyncDispose]() {
      await Promise.allSettled([...files].filter((path) => existsSync(path)).map((path) => rm(path, { force: true })));
    },
  };
}
