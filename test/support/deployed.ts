import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../../scripts/services/process.ts';

/** The path of the repository, ending in a slash. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A file of the repository as text. */
export function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** An empty directory, removed after the test. */
export async function temporary(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'imgd-deploy-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** `skip` value of tests that need programs: the missing ones, or false. With CI=true the test runs and fails instead. */
export function skipWithout(...programs: string[]): string | false {
  const missing = programs.filter((program) => findProgram(program) === undefined);
  return missing.length > 0 && process.env.CI !== 'true' ? `${missing.join(', ')} is not installed` : false;
}
