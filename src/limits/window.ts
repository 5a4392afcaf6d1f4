import { RateLimiterMemory } from 'rate-limiter-flexible';

/** A caller's window after a request was counted, or as it stands. */
export interface WindowState {
  /** Requests counted in this window; may pass the limit when refused requests were counted too. */
  used: number;
  /** Milliseconds until the window ends; the whole window when none is open. */
  msLeft: number;
}

/** Counts in fixed windows, each opened by the first request in it. */
export interface FixedWindow {
  /** Counts one request; of parallel ones each gets a number of its own. */
  take(key: string): Promise<WindowState>;
  peek(key: string): Promise<WindowState>;
}

/** Counts in memory: exact on one node, forgotten when it ends. */
export function createMemoryWindow(seconds: number): FixedWindow {
  // Plans have different limits and an account may change its plan within a window, so the limit is the caller's business.
  const limiter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: seconds });
  const windowMs = seconds * 1_000;
  return {
    async take(key) {
      let state = await limiter.consume(key);
      if (state.msBeforeNext > windowMs) {
        // The clock has been set back: the window would last until it is where it was.
        await limiter.delete(key);
        state = await limiter.consume(key);
      }
      return { used: state.consumedPoints, msLeft: state.msBeforeNext };
    },
    async peek(key) {
      const found = await limiter.get(key);
      return { used: found?.consumedPoints ?? 0, msLeft: Math.min(found?.msBeforeNext ?? windowMs, windowMs) };
    },
  };
}
