import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** By folder, how many files share a process at most. Those of other folders start programs, or measure their process. */
const FILES_OF_BATCH: Readonly<Record<string, number>> = {
  'test/api/': 12,
  'test/unit/cli/': 1,
  'test/unit/': 30,
  'test/web/': 6,
};

/**
 * Groups test files that share a process. It loads and compiles the modules of the service once for all of them, which
 * takes longer than the tests of most files. In a batch each file is a suite with its path as the name.
 * @param files paths from the root of the checkout
 * @param directory gets an entry file for each batch
 * @returns paths for the test runner: the entry files, which take longest, then files with a process of their own
 */
export function batchFiles(files: readonly string[], directory: string): string[] {
  const define = JSON.stringify(new URL('define-batch.ts', import.meta.url).href);
  const folders = Map.groupBy(files, (path) => Object.keys(FILES_OF_BATCH).find((folder) => path.startsWith(folder)));
  const parts = [...folders].flatMap(([folder = '', members]) => inParts(members, FILES_OF_BATCH[folder] ?? 1));
  const entries = parts
    .filter((part) => part.length > 1)
    .map((part, index) => {
      const entry = join(directory, `batch-${index + 1}.mjs`);
      writeFileSync(entry, `import { defineBatch } from ${define};\ndefineBatch(${JSON.stringify(part)});\n`);
      return entry;
    });
  return [...entries, ...parts.filter((part) => part.length === 1).flat()];
}

/** Deals files out like cards: neighbours, which take about as long, are in different parts. */
function inParts(files: readonly string[], most: number): string[][] {
  const count = Math.ceil(files.length / most);
  return Array.from({ length: count }, (_, part) => files.filter((_, index) => index % count === part));
}
