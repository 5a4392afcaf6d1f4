import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until `look` returns a value. @throws Error after 20 seconds without one */
export async function until<T>(look: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
  const end = performance.now() + 20_000;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > end) throw new Error('the condition was not met within 20 seconds');
    await sleep(20);
  }
}
