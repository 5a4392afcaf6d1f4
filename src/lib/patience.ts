import { retryWithBackoff } from './retry.ts';

/** What a start needs does not answer yet: it may do so later. */
export class NotReadyError extends Error {}

/** How to start when something needed does not answer yet. */
export interface Patience {
  waitMs: number;
  warn(text: string): void;
}

/** The first failure counts. */
export const IMPATIENT: Patience = { waitMs: 0, warn: () => {} };

const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 2_000;
const TELL_MS = 5_000;

/**
 * Tries again while something does not answer yet, and tells that every few seconds.
 * @param open throws NotReadyError with a line that names the setting
 * @throws the error of the last attempt
 */
export function patiently<T>(open: () => Promise<T>, { waitMs, warn }: Patience): Promise<T> {
  const deadline = performance.now() + waitMs;
  let toldMs = Number.NEGATIVE_INFINITY;
  return retryWithBackoff(open, {
    shouldRetry(error) {
      if (!(error instanceof NotReadyError)) return false;
      const now = performance.now();
      if (waitMs > 0 && now - toldMs >= TELL_MS) {
        toldMs = now;
        const seconds = Math.max(0, Math.round((deadline - now) / 1_000));
        warn(`${error.message} The start waits ${seconds} s more (IMGD_START_WAIT_SECONDS).`);
      }
      return true;
    },
    firstPauseMs: FIRST_PAUSE_MS,
    maxPauseMs: MAX_PAUSE_MS,
    timeoutMs: waitMs,
  });
}
