import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The full figures are asked for by the script; everything else is a sample. */
export const FULL = process.env.FAULTS_FULL === '1';

/** What decides every random choice of a run. */
export const SEED = Number(process.env.FAULTS_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** The root of the checkout. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Where the public corpus lies when there is one. */
export const CORPUS = process.env.FAULTS_CORPUS ?? join(ROOT, '../shared/corpus');

/** Beginning of the paths of all temporary directories of these tests. */
export const TEMP_PREFIX = join(tmpdir(), 'imgd-faults-');

/** Within what a killed part has to be of use again; a sample may share its machine with other work, and holds what hangs. */
export const RECOVERY_MS = FULL ? 5_000 : 30_000;

/** How often something is done: in the full run, and in a sample. */
export function times(full: number, sample: number): number {
  return FULL ? full : sample;
}
