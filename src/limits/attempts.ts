import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../core/errors.ts';

const ATTEMPTS = 10;
const WINDOW_SECONDS = 900;

/** Guards registering and signing in against guessing, and other things against being done too often. */
export interface AttemptGuard {
  /** Counts one attempt. @throws AppError TOO_MANY_ATTEMPTS with the seconds to wait */
  count(address: string, email: string): Promise<void>;
}

/** Ten attempts in a quarter of an hour, or in the seconds given, for an address and an email together. */
export function createAttemptGuard(windowSeconds = WINDOW_SECONDS): AttemptGuard {
  const limiter = new RateLimiterMemory({ points: ATTEMPTS, duration: windowSeconds });
  return {
    async count(address, email) {
      try {
        await limiter.consume(`${address} ${email}`);
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        const retryAfterSeconds = Math.ceil(refused.msBeforeNext / 1_000);
        throw new AppError('TOO_MANY_ATTEMPTS', {
          detail: `Retry in ${retryAfterSeconds} seconds.`,
          retryAfterSeconds,
        });
      }
    },
  };
}
