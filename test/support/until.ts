import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until something is there. @throws Error when it is not after 20 seconds */
export async function until<T>(look: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
  const end = performance.now() + 20_000;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > end) throw new Error('what was waited for has not come');
    await sleep(20);
  }
}
