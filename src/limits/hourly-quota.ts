import { RateLimiterMemory } from 'rate-limiter-flexible';

export const WINDOW_SECONDS = 3_600;

/** A caller's window after a request was counted, or as it stands. */
export interface WindowState {
  /** Requests counted in this window; may pass the limit when refused requests were counted too. */
  used: number;
  /** Milliseconds until the window ends; the whole window when none is open. */
  msLeft: number;
}

/** Counts requests in fixed windows of an hour, each opened by the caller's first request in it. */
export interface HourlyQuota {
  /** Counts one request; of parallel ones each gets a number of its own. */
  take(key: string): Promise<WindowState>;
  peek(key: string): Promise<WindowState>;
}

/** Counts in memory: exact on one node, forgotten when it ends. */
export function createMemoryQuota(): HourlyQuota {
  // Plans have different limits and an account may change its plan within a window, so the limit is the caller's business.
  const limiter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: WINDOW_SECONDS });
  return {
    async take(key) {
      let state = await limiter.consume(key);
      if (state.msBeforeNext > WINDOW_SECONDS * 1_000) {
        // The clock has been set back: the window would last until it is where it was.
        await limiter.delete(key);
        state = await limiter.consume(key);
      }
      return { used: state.consumedPoints, msLeft: state.msBeforeNext };
    },
    async peek(key) {
      const found = await limiter.get(key);
      const windowMs = WINDOW_SECONDS * 1_000;
      return { used: found?.consumedPoints ?? 0, msLeft: Math.min(found?.msBeforeNext ?? windowMs, windowMs) };
    },
  };
}
