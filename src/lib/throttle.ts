import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Holds work down to a rate on the whole, however many do it.
 * @param bytesPerSecond Infinity = no bound
 * @returns told the bytes of each piece of work that is done; resolves when the next one may begin
 */
export function createPace(bytesPerSecond: number): (bytes: number) => Promise<void> {
  const begun = performance.now();
  let done = 0;
  return async (bytes) => {
    done += bytes;
    const aheadMs = (done / bytesPerSecond) * 1_000 - (performance.now() - begun);
    if (aheadMs > 0) await sleep(aheadMs);
  };
}
