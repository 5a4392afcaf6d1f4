import { AppError } from '../core/errors.ts';
import { retryWithBackoff, withTimeout } from '../lib/retry.ts';
import type { S3Location } from './location.ts';

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

/** What a client is told to wait when the store does not answer. */
const RETRY_AFTER_SECONDS = 10;

/** What of an error of the SDK tells what has happened; network failures have neither status nor a name of S3. */
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

/** Whether the store says that there is no such key, or no such unfinished upload. A missing bucket is another matter: its blobs are not gone. */
export function isMissingKey(error: unknown): boolean {
  const { name, status } = failureOf(error);
  return name === 'NoSuchKey' || name === 'NoSuchUpload' || (name === 'NotFound' && status === 404);
}

/** Whether the same may succeed a moment later: no answer, a broken connection, a store that is ill or wants peace (503 SlowDown). */
export function isTransient(error: unknown): boolean {
  const { name, status } = failureOf(error);
  if (name === 'CredentialsProviderError') return false;
  return status === undefined || status === 408 || status === 429 || status >= 500 || status < 300;
}

/** The failure as the port says it. */
export function unavailable(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError('STORAGE_UNAVAILABLE', { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** Why a store cannot be used, in one line that names the setting to look at. */
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
    return new Error('No credentials for S3 were found (IMGD_S3_ACCESS_KEY_ID, IMGD_S3_SECRET_ACCESS_KEY).');
  }
  if (name === 'AuthorizationHeaderMalformed' || name === 'PermanentRedirect' || status === 301) {
    return new Error(`The bucket "${location.bucket}" is in another region than ${location.region} (IMGD_S3_REGION).`);
  }
  if (status === 401 || status === 403) {
    return new Error(
      `${where} does not let the access key (IMGD_S3_ACCESS_KEY_ID) use the bucket "${location.bucket}": ${name}.`,
    );
  }
  if (status === undefined) {
    return new Error(`The S3 store at ${where} (IMGD_S3_ENDPOINT) cannot be reached: ${message || name}.`);
  }
  return new Error(`The S3 store at ${where} (IMGD_S3_ENDPOINT) answers ${status} ${name}.`);
}
