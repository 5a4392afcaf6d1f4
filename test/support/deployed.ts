import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../../scripts/services/process.ts';

/** The repository, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A file of the repository as text. */
export function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** An empty directory that goes with the test. */
export async function temporary(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'imgd-deploy-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Why a test cannot run here; where CI=true it runs, and fails without the program. */
export function skipWithout(...programs: string[]): string | false {
  const missing = programs.filter((program) => findProgram(program) === undefined);
  return missing.length > 0 && process.env.CI !== 'true' ? `${missing.join(', ')} is not installed` : false;
}
