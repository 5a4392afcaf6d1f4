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
  /** Of the files after a prefix only these were written. */
  narrow(prefix: string, written: readonly string[]): void;
  /** Excludes files that were moved away from the removal. */
  forget(...paths: string[]): void;
}

export function openTempFiles(directory: string): TempFiles {
  const id = randomUUID();
  let count = 0;
  const files = new Set<string>();
  // Their names are made at the removal: most tasks narrow their prefix before.
  const prefixes = new Map<string, (prefix: string) => readonly string[]>();
  const newName = () => join(directory, `${id}-${count++}`);
  return {
    newPath() {
      const path = newName();
      files.add(path);
      return path;
    },
    newPrefix(filesOf) {
      const prefix = newName();
      prefixes.set(prefix, filesOf);
      return prefix;
    },
    narrow(prefix, written) {
      prefixes.delete(prefix);
      for (const path of written) files.add(path);
    },
    forget(...paths) {
      for (const path of paths) files.delete(path);
    },
    // A file that cannot be removed does not fail the task: the next start of the service removes it.
    async [Symbol.asyncDispose]() {
      const ofPrefixes = [...prefixes].flatMap(([prefix, filesOf]) => filesOf(prefix));
      const left = [...files, ...ofPrefixes].filter((path) => existsSync(path));
      await Promise.allSettled(left.map((path) => rm(path, { force: true })));
    },
  };
}
