import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CopyProgress } from '../actions/operations/copy-blobs.ts';

/** Keeps how far a copy has come in a file of its own for each target, which survives the end of the process. */
export function createCopyProgress(directory: string, target: string): CopyProgress {
  const name = createHash('sha256').update(target).digest('hex').slice(0, 16);
  const path = join(directory, `copied-to-${name}`);
  return {
    load: () => readFile(path, 'utf8').catch(() => ''),
    async save(key) {
      await writeFile(`${path}.new`, key);
      await rename(`${path}.new`, path);
    },
  };
}
