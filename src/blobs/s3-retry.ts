import { AppError } from '../core/errors.ts';
import { NotReadyError } from '../lib/patience.ts';
import { retryWithBackoff, withTimeout } from '../lib/retry.ts';
import type { S3Location } from './location.ts';

const MAX_ATTEMPTS = 5;
/** Sent to clients while the store does not respond. */
const RETRY_AFTER_SECONDS = 10;
const MIB = 2 ** 20;

/** Additional time for a request body: one second for each MiB. */
export function sendingMs(bytes: number): number {
  return Math.ceil((bytes / MIB) * 1_000);
}

/**
 * Retries a request after transient failures, within the time-outs of the location.
 * @param attempt gets a signal that aborts after the time-out of one attempt
 * @param bytes size of the request body
 * @throws AppError STORAGE_UNAVAILABLE with the SDK's error as its cause
 */
export async function retrying<T>(
  { attemptTimeoutMs, timeoutMs, events }: Pick<S3Location, 'attemptTimeoutMs' | 'timeoutMs' | 'events'>,
  attempt: (signal: AbortSignal) => Promise<T>,
  bytes = 0,
): Promise<T> {
  const totalMs = timeoutMs + sendingMs(bytes);
  const deadline = performance.now() + totalMs;
  const attemptMs = () => Math.min(attemptTimeoutMs + sendingMs(bytes), deadline - performance.now());
  let attempts = 0;
  const next = () => {
    if (attempts++ > 0) events?.emit('retry');
    return withTimeout(attemptMs(), attempt);
  };
  return retryWithBackoff(next, {
    shouldRetry: (error, attempt) => attempt < MAX_ATTEMPTS && isTransient(error),
    firstPauseMs: 100,
    maxPauseMs: 1_000,
    timeoutMs: totalMs,
  }).catch((error) => {
    throw unavailable(error);
  });
}

/** Name and status of an SDK error. Network failures have no status. */
interface S3Failure {
  name: string;
  message: string;
  status: number | undefined;
}

function failureOf(error: unknown): S3Failure {
  const {
    name = 'Error',
    message = String(error),
    $metadata,
  } = (error ?? {}) as Partial<Error> & {
    $metadata?: { httpStatusCode?: number };
  };
  return { name, message, status: $metadata?.httpStatusCode };
}

/** Whether the key, or the unfinished upload, does not exist. A missing bucket is a failure: it says nothing about its blobs. */
export function isMissingKey(error: unknown): boolean {
  const { name, status } = failureOf(error);
  return name === 'NoSuchKey' || name === 'NoSuchUpload' || (name === 'NotFound' && status === 404);
}

/** Whether a retry may succeed: no response, a broken connection, an error of the store or throttling (503 SlowDown). */
export function isTransient(error: unknown): boolean {
  const { name, status } = failureOf(error);
  if (name === 'CredentialsProviderError') return false;
  return status === undefined || status === 408 || status === 429 || status >= 500 || status < 300;
}

/** The failure as the port defines it. */
export function unavailable(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError('STORAGE_UNAVAILABLE', { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** Explains in one line, with the name of the setting, why a store cannot be used. */
export function explainS3Failure(error: unknown, location: S3Location): Error {
  const { name, message, status } = failureOf(error);
  const where = location.endpoint ?? `AWS in ${location.region}`;
  if (name === 'NoSuchBucket' || status === 404) {
    return new Error(`There is no bucket "${location.bucket}" (IMGD_S3_BUCKET) at ${where}.`);
  }
  if (name === 'InvalidAccessKeyId') return new Error(`${where} does not know the access key (IMGD_S3_ACCESS_KEY_ID).`);
  if (name === 'SignatureDoesNotMatch') {
    return new Error(`${where} refuses the secret of the access key (IMGD_S3_SECRET_ACCESS_KEY).`);
  }
  if (name === 'CredentialsProviderError') {
    // The role of a container may come up later; the SDK does not say what it tried.
    return new NotReadyError(
      'No credentials for S3 were found: set IMGD_S3_ACCESS_KEY_ID and IMGD_S3_SECRET_ACCESS_KEY, or see that the role of this machine (AWS_…) answers.',
    );
  }
  if (name === 'AuthorizationHeaderMalformed' || name === 'PermanentRedirect' || status === 301) {
    return new Error(`The bucket "${location.bucket}" is in another region than ${location.region} (IMGD_S3_REGION).`);
  }
  if (status === 401 || status === 403) {
    return new Error(
      `${where} does not let the access key (IMGD_S3_ACCESS_KEY_ID) use the bucket "${location.bucket}": ${name}.`,
    );
  }
  if (status !== undefined) {
    const line = `The S3 store at ${where} (IMGD_S3_ENDPOINT) answers ${status} ${name}.`;
    return isTransient(error) ? new NotReadyError(line) : new Error(line);
  }
  const line = `The S3 store at ${where} (IMGD_S3_ENDPOINT) cannot be reached: ${message || name}.`;
  return /certificate/i.test(message) ? new Error(line) : new NotReadyError(line);
}
