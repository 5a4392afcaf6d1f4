import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { TestContext } from 'node:test';

/**
 * Skips a test, with the reason printed, where something it needs is missing. In CI that is a failure:
 * a test that silently does nothing there proves nothing.
 * @returns whether the test may go on
 */
export function needs(t: TestContext, present: boolean, what: string): boolean {
  if (present) return true;
  if (process.env.CI === 'true') throw new Error(`${what} is missing, and in CI every test has to run`);
  t.skip(`${what} is missing`);
  return false;
}

/** Whether a program can be started. */
export function hasProgram(name: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
}

/** Whether a path is there. */
export const hasPath = existsSync;
