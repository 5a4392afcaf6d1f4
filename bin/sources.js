import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';

const ROOT = new URL('../', import.meta.url);
const STAMP = new URL('dist/sources', ROOT);
/** What the bundle is made of; npm writes the last one at each installation. */
const INPUTS = ['src', 'packages/client/src', 'packages/upload/src', 'package.json', 'node_modules/.package-lock.json'];

/** Names, sizes and times of all files that the bundle in dist/ is made of, as a digest. */
export function digestOfSources() {
  const digest = createHash('sha256');
  const add = (path) => {
    const found = statSync(new URL(path, ROOT), { throwIfNoEntry: false });
    digest.update(`${path}\0${found?.size}\0${found?.mtimeMs}\n`);
  };
  for (const input of INPUTS) {
    add(input);
    if (!input.endsWith('src')) continue;
    for (const entry of readdirSync(new URL(input, ROOT), { recursive: true }).sort()) add(`${input}/${entry}`);
  }
  return digest.digest('hex');
}

/** Notes which sources the bundle in dist/ was built from. */
export function stampBundle(sources) {
  writeFileSync(STAMP, sources);
}

/** Whether the bundle was built from the sources as they are now. */
export function isBundleCurrent() {
  try {
    return readFileSync(STAMP, 'utf8') === digestOfSources();
  } catch {
    return false;
  }
}
