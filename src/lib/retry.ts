import { setTimeout as sleep } from 'node:timers/promises';

export interface RetryOptions {
  /** Whether to try again after a failure. @param attempt number of the failed attempt, from 1 */
  shouldRetry(error: unknown, attempt: number): boolean;
  /** Pause after the first failure; it doubles with each further one. */
  firstPauseMs: number;
  maxPauseMs?: number;
  /** No attempt starts later than this. */
  timeoutMs?: number;
}

/**
 * Retries work with exponential backoff and jitter.
 * @throws the error of the last attempt
 */
export async function retryWithBackoff<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { shouldRetry, firstPauseMs, maxPauseMs, timeoutMs = Number.POSITIVE_INFINITY } = options;
  const deadline = performance.now() + timeoutMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const pauseMs = backoffMs(attempt, firstPauseMs, maxPauseMs);
      if (!shouldRetry(error, attempt) || performance.now() + pauseMs >= deadline) throw error;
      await sleep(pauseMs);
      // On a busy machine the pause takes longer.
      if (performance.now() >= deadline) throw error;
    }
  }
}

/** The pause after a failed attempt: doubles up to `maxMs`, times 0.5 to 1.5 at random, so that nodes do not retry in step. */
export function backoffMs(attempt: number, firstMs: number, maxMs = Number.POSITIVE_INFINITY): number {
  return Math.min(firstMs * 2 ** (attempt - 1), maxMs) * (0.5 + Math.random());
}

/**
 * Bounds the duration of work, also of work that ignores its signal.
 * @throws Error when the time is over; the signal is aborted with the same error
 */
export async function withTimeout<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const expired = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new Error(`no answer within ${Math.round(ms)} ms`);
    expired.reject(error);
    controller.abort(error);
  }, ms);
  try {
    return await Promise.race([work(controller.signal), expired.promise]);
  } finally {
    clearTimeout(timer);
  }
}
