import { globSync, statSync } from 'node:fs';
import { isBundleCurrent } from '../../bin/sources.js';

/** Written last by scripts/prepare.js. */
const STAMP = 'dist/sources';
/** What the web application is made of, besides what the bundle is made of. */
const WEB_SOURCES = ['web/*.*', 'web/src/**', 'locales/**'];

/** Whether the bundle and the web application were built from the sources as they are now. */
export function isBuildCurrent(): boolean {
  if (!isBundleCurrent()) return false;
  const builtMs = statSync(STAMP).mtimeMs;
  return globSync(WEB_SOURCES).every((path) => statSync(path).mtimeMs <= builtMs);
}
