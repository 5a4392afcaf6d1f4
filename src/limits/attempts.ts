import { createHash } from 'node:crypto';
import { AppError } from '../core/errors.ts';
import { createMemoryWindow, type FixedWindow } from './window.ts';

const ATTEMPTS = 10;
export const ATTEMPTS_WINDOW_SECONDS = 900;
export const REPORT_WINDOW_SECONDS = 3_600;

/** Guards registering and signing in against guessing, and other things against being done too often. */
export interface AttemptGuard {
  /** Counts one attempt. @throws AppError TOO_MANY_ATTEMPTS with the seconds to wait */
  count(address: string, email: string): Promise<void>;
}

/** Ten attempts in a window, for an address and an email together; a quarter of an hour in memory unless it is given. */
export function createAttemptGuard(window: FixedWindow = createMemoryWindow(ATTEMPTS_WINDOW_SECONDS)): AttemptGuard {
  return {
    async count(address, email) {
      // Nobody's address lies about in a store that is not the catalog.
      const { used, msLeft } = await window.take(createHash('sha256').update(`${address} ${email}`).digest('hex'));
      if (used <= ATTEMPTS) return;
      const retryAfterSeconds = Math.ceil(msLeft / 1_000);
      throw new AppError('TOO_MANY_ATTEMPTS', { detail: `Retry in ${retryAfterSeconds} seconds.`, retryAfterSeconds });
    },
  };
}
