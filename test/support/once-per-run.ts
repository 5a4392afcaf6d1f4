import { existsSync, readlinkSync, symlinkSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { directoryOfRun } from '../../scripts/testing/temporary-directory.ts';
import { temporary } from './deployed.ts';
import { isRunning } from './worker-processes.ts';

const POLL_MS = 100;

/**
 * Fills a folder once in a run of the tests: the first process that asks does it, and the others wait for it. They read the
 * folder and do not change it. Where the run has no directory of its own, each test fills a folder for itself.
 * @param run the directory of the run; empty without one
 * @returns the folder, complete
 */
export async function oncePerRun(
  t: TestContext,
  name: string,
  fill: (folder: string) => Promise<void>,
  run = directoryOfRun() ?? '',
): Promise<string> {
  const made = run && join(run, name);
  const lock = `${made}.lock`;
  while (run && !existsSync(made)) {
    if (takeLock(lock)) {
      try {
        const folder = await mkdtemp(`${made}-`);
        await fill(folder);
        await rename(folder, made);
      } catch (error) {
        await rm(lock);
        throw error;
      }
    } else if (isHeld(lock)) await setTimeout(POLL_MS);
    // The process was killed. Its lock stays: of two processes that remove it, the second could remove a newer one.
    else break;
  }
  if (made && existsSync(made)) return made;
  const folder = await temporary(t);
  await fill(folder);
  return folder;
}

/** A symbolic link, because it is created together with what it names: this process. */
function takeLock(lock: string): boolean {
  try {
    symlinkSync(String(process.pid), lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

function isHeld(lock: string): boolean {
  try {
    return isRunning(Number(readlinkSync(lock)));
  } catch {
    return true; // removed since: the next attempt takes it
  }
}
