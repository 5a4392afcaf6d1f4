import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);

/**
 * Makes a suite of each test file, so that its hooks hold for its tests alone. `import` would run the file outside the
 * suite; so no test file can have a top-level `await`.
 * @param paths from the root of the checkout
 */
export function defineBatch(paths: readonly string[]): void {
  for (const path of paths) describe(path, () => require(join(ROOT, path)));
}
