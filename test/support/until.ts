import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until `look` returns a value. @throws Error after `seconds` without one */
export async function until<T>(
  look: () => T | undefined | false | Promise<T | undefined | false>,
  seconds = 20,
): Promise<T> {
  const end = performance.now() + seconds * 1_000;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > end) throw new Error(`the condition was not met within ${seconds} seconds`);
    await sleep(20);
  }
}
