import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Does something again, with pauses that double, as long as it fails in a way that passes.
 * @param firstPauseMs before the second attempt
 * @throws what the last attempt threw
 */
export async function persist<T>(
  work: () => Promise<T>,
  isPassing: (error: unknown) => boolean,
  { attempts, firstPauseMs }: { attempts: number; firstPauseMs: number },
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !isPassing(error)) throw error;
      await sleep(firstPauseMs * 2 ** (attempt - 1));
    }
  }
}
