import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { TestContext } from 'node:test';

/**
 * Skips a test with a reason when a requirement is missing. In CI that is a failure, because a test that silently does
 * nothing proves nothing.
 * @returns whether the test can continue
 */
export function needs(t: TestContext, present: boolean, what: string): boolean {
  if (present) return true;
  if (process.env.CI === 'true') throw new Error(`${what} is missing, and in CI every test must run`);
  t.skip(`${what} is missing`);
  return false;
}

/** Whether a program is installed. */
export function hasProgram(name: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
}

/** Whether a path exists. */
export const hasPath = existsSync;
