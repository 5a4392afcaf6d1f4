import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const ASK_AGAIN_MS = 100;

/**
 * Holds a lock that other processes of this machine see, by a file with the number of the process in it. What a process
 * left behind when it was killed is taken over.
 */
export async function holdLock(path: string): Promise<AsyncDisposable> {
  for (;;) {
    try {
      await writeFile(path, String(process.pid), { flag: 'wx' });
      return { [Symbol.asyncDispose]: () => rm(path, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (isAbandoned(path)) await rm(path, { force: true });
    else await sleep(ASK_AGAIN_MS);
  }
}

function isAbandoned(path: string): boolean {
  try {
    const holder = Number(readFileSync(path, 'utf8'));
    // Empty between being made and being filled.
    if (holder === 0) return false;
    process.kill(holder, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
