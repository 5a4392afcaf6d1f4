import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Set by `npm run faults`; otherwise the tests run a sample. */
export const FULL = process.env.FAULTS_FULL === '1';

/** The seed of all random choices of a run. */
export const SEED = Number(process.env.FAULTS_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** The root of the checkout. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The folder of the public corpus, which may be missing. */
export const CORPUS = process.env.FAULTS_CORPUS ?? join(ROOT, '../shared/corpus');

/** Prefix of the temporary directories of these tests. */
export const TEMP_PREFIX = join(tmpdir(), 'imgd-failures-');

/** Time limit for the recovery of a killed component. A sample may share its machine, so that its limit only detects hangs. */
export const RECOVERY_MS = FULL ? 5_000 : 30_000;

/** A count for the full run and for a sample. */
export function times(full: number, sample: number): number {
  return FULL ? full : sample;
}
