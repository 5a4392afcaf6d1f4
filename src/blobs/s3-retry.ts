import { retryWithBackoff, withTimeout } from '../lib/retry.ts';
import type { S3Location } from './location.ts';
import { isTransient, unavailable } from './s3-errors.ts';

const MAX_ATTEMPTS = 5;
const MIB = 2 ** 20;

/** Time for sending bytes, over the time-outs of a request without any. */
export function sendingMs(bytes: number): number {
  return Math.ceil((bytes / MIB) * 1_000);
}

/**
 * Sends a request to the store, again after transient failures, within the time-outs of the location.
 * @param attempt gets a signal that ends it when its own time is over
 * @param bytes size of the request body
 * @throws AppError STORAGE_UNAVAILABLE in every case, with the store's own error as its cause
 */
export async function retrying<T>(
  { attemptTimeoutMs, timeoutMs }: Pick<S3Location, 'attemptTimeoutMs' | 'timeoutMs'>,
  attempt: (signal: AbortSignal) => Promise<T>,
  bytes = 0,
): Promise<T> {
  const totalMs = timeoutMs + sendingMs(bytes);
  const deadline = performance.now() + totalMs;
  const attemptMs = () => Math.min(attemptTimeoutMs + sendingMs(bytes), deadline - performance.now());
  return retryWithBackoff(() => withTimeout(attemptMs(), attempt), {
    shouldRetry: (error, attempts) => attempts < MAX_ATTEMPTS && isTransient(error),
    firstPauseMs: 100,
    maxPauseMs: 1_000,
    timeoutMs: totalMs,
  }).catch((error) => {
    throw unavailable(error);
  });
}
