import { fileURLToPath } from 'node:url';
import { isBundleCurrent } from '../../bin/sources.js';

/** A run that measures the line coverage counts the processes that tests start, but no lines of the bundle. */
const isMeasured = process.env.NODE_V8_COVERAGE !== undefined;

/**
 * The program of the commands and services that tests start: the bundle where it is current, as in CI, and the sources
 * otherwise. A start from the bundle takes a quarter of the processor time.
 */
export const PROGRAM = fileURLToPath(
  new URL(isBundleCurrent() && !isMeasured ? 'start-bundle.js' : '../../bin/imgd.js', import.meta.url),
);

/** The same from the sources, whose modules a test can replace: the bundle has none. */
export const PROGRAM_OF_SOURCES = fileURLToPath(new URL('../../bin/imgd.js', import.meta.url));
