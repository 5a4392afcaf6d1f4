import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Limits the average rate of work, which any number of workers may share.
 * @param bytesPerSecond Infinity = unlimited
 * @returns a function to call after each piece of work with its size in bytes; it resolves when the next piece may start
 */
export function createThrottle(bytesPerSecond: number): (bytes: number) => Promise<void> {
  const startedAt = performance.now();
  let total = 0;
  return async (bytes) => {
    total += bytes;
    const aheadMs = (total / bytesPerSecond) * 1_000 - (performance.now() - startedAt);
    if (aheadMs > 0) await sleep(aheadMs);
  };
}

/** Runs at most `size` tasks at once. The others wait in order. */
export function createSemaphore(size: number): <T>(task: () => Promise<T>) => Promise<T> {
  let free = size;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  };
}
