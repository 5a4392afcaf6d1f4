import { createHash } from 'node:crypto';
import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible';
import { AppError } from '../core/errors.ts';

export const WINDOW_SECONDS = 3_600;
export const ATTEMPTS_WINDOW_SECONDS = 900;
export const REPORT_WINDOW_SECONDS = 3_600;
/** Timers of Node.js, which end the windows in memory, hold 24 days at most. */
export const KNOWN_ADDRESS_SECONDS = 20 * 86_400;
const MAX_ATTEMPTS = 10;
/** Limits guessing of passwords, and floods of reports. */
export interface AttemptGuard {
  /** Counts one attempt. @throws AppError TOO_MANY_ATTEMPTS with the seconds to wait */
  count(address: string, email: string): Promise<void>;
  /** Takes one counted attempt back. */
  giveBack(address: string, email: string): Promise<void>;
}

/** Ten attempts per window for a pair of address and e-mail. */
export function createAttemptGuard(window: FixedWindow = createMemoryWindow(ATTEMPTS_WINDOW_SECONDS)): AttemptGuard {
  // Hash the key so that e-mail and IP addresses are never stored in Redis.
  const keyOf = (address: string, email: string) => createHash('sha256').update(`${address} ${email}`).digest('hex');
  return {
    async count(address, email) {
      const { used, msLeft } = await window.take(keyOf(address, email));
      if (used <= MAX_ATTEMPTS) return;
      const retryAfterSeconds = Math.ceil(msLeft / 1_000);
      throw new AppError('TOO_MANY_ATTEMPTS', { detail: `Retry in ${retryAfterSeconds} seconds.`, retryAfterSeconds });
    },
    giveBack: (address, email) => window.giveBack(keyOf(address, email)),
  };
}

/** The window of a caller. */
export interface WindowState {
  /** Counted requests; refused requests may count too, so that it can exceed the limit. */
  used: number;
  /** Milliseconds until the window ends; its whole length when none is open. */
  msLeft: number;
}

/** Counters in fixed windows. The first request opens a window. */
export interface FixedWindow {
  /** Counts one request. Parallel requests get different numbers. */
  take(key: string): Promise<WindowState>;
  peek(key: string): Promise<WindowState>;
  /** Takes one counted request back. Does nothing once its window has ended. */
  giveBack(key: string): Promise<void>;
}

/** Counters in memory: exact on one node, and lost when the process ends. */
export function createMemoryWindow(seconds: number): FixedWindow {
  // The caller compares with the limit: plans differ, and an account may change its plan within a window.
  const limiter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: seconds });
  const windowMs = seconds * 1_000;
  return {
    async take(key) {
      let state = await limiter.consume(key);
      if (state.msBeforeNext > windowMs) {
        // The system clock was set back, which would make the window too long.
        await limiter.delete(key);
        state = await limiter.consume(key);
      }
      return { used: state.consumedPoints, msLeft: state.msBeforeNext };
    },
    async peek(key) {
      const found = await limiter.get(key);
      return { used: found?.consumedPoints ?? 0, msLeft: Math.min(found?.msBeforeNext ?? windowMs, windowMs) };
    },
    giveBack: (key) => giveBack(limiter, key),
  };
}

/** Takes one request back, unless the window has ended since. */
export async function giveBack(limiter: RateLimiterAbstract, key: string): Promise<void> {
  const found = await limiter.get(key);
  if (found !== null && found.consumedPoints > 0) await limiter.reward(key);
}
