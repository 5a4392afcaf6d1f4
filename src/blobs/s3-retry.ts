import { setTimeout as sleep } from 'node:timers/promises';
import type { S3Place } from './location.ts';
import { isTransient, unavailable } from './s3-errors.ts';

const MAX_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2_000;
const MIB = 2 ** 20;

/** Time for sending bytes, over the time-outs of a request without any. */
export function sendingMs(bytes: number): number {
  return Math.ceil((bytes / MIB) * 1_000);
}

/**
 * Does something until it succeeds, fails for good, or its time is over. Pauses grow and are random in their whole
 * length, so that the nodes do not come back together.
 * @param attempt gets a signal that ends it when its own time is over
 * @param bytes that it sends
 * @throws AppError STORAGE_UNAVAILABLE in every case, with the store's own error as its cause
 */
export async function retrying<T>(
  { attemptTimeoutMs, timeoutMs }: Pick<S3Place, 'attemptTimeoutMs' | 'timeoutMs'>,
  attempt: (signal: AbortSignal) => Promise<T>,
  bytes = 0,
): Promise<T> {
  const end = performance.now() + timeoutMs + sendingMs(bytes);
  for (let attempts = 1; ; attempts++) {
    const left = end - performance.now();
    try {
      return await withTimeout(Math.min(attemptTimeoutMs + sendingMs(bytes), left), attempt);
    } catch (error) {
      const pauseMs = Math.random() * Math.min(FIRST_PAUSE_MS * 2 ** attempts, MAX_PAUSE_MS);
      if (attempts >= MAX_ATTEMPTS || !isTransient(error) || performance.now() + pauseMs >= end) {
        throw unavailable(error);
      }
      await sleep(pauseMs);
    }
  }
}

/** Ends the work's signal, and rejects, when its time is over: also where the work does not listen to the signal. */
async function withTimeout<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`no answer within ${Math.round(ms)} ms`);
      reject(error);
      controller.abort(error);
    }, ms);
  });
  try {
    return await Promise.race([work(controller.signal), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
