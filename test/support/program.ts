import { fileURLToPath } from 'node:url';
import { isBundleCurrent } from '../../bin/sources.js';

/**
 * The program of the commands and services that tests start: the bundle where it is current, as in CI, and the sources
 * otherwise. A start from the bundle takes a quarter of the processor time.
 */
export const PROGRAM = fileURLToPath(
  new URL(isBundleCurrent() ? 'start-bundle.js' : '../../bin/imgd.js', import.meta.url),
);
