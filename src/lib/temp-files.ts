import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The temporary files of one task; disposal removes them. */
export interface TempFiles extends AsyncDisposable {
  /** A path for a new file. */
  newPath(): string;
  /** A path that several new files are named after. @param filesOf their paths */
  newPrefix(filesOf: (prefix: string) => readonly string[]): string;
  /** Excludes files that were moved away or never written from the removal. */
  forget(...paths: string[]): void;
}

export function openTempFiles(directory: string): TempFiles {
  const id = randomUUID();
  let count = 0;
  const files = new Set<string>();
  const newName = () => join(directory, `${id}-${count++}`);
  return {
    newPath() {
      const path = newName();
      files.add(path);
      return path;
    },
    newPrefix(filesOf) {
      const prefix = newName();
      for (const file of filesOf(prefix)) files.add(file);
      return prefix;
    },
    forget(...paths) {
      for (const path of paths) files.delete(path);
    },
    // A file that cannot be removed does not fail the task: the next start of the service removes it.
    async [Symbol.asyncDispose]() {
      await Promise.allSettled([...files].filter((path) => existsSync(path)).map((path) => rm(path, { force: true })));
    },
  };
}
