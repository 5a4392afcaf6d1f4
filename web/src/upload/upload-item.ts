import type { UploadResult } from '../../../src/api/images.ts';
import type { ApiError } from '../api/api-error.ts';

export type UploadStatus =
  /** Refused before sending; `rejection` says why. */
  | 'rejected'
  | 'queued'
  | 'sending'
  /** The file is sent; the response is pending. */
  | 'processing'
  | 'failed'
  | 'done';

/** Why a file is refused before it is sent. */
export type Rejection =
  | { kind: 'empty' }
  | { kind: 'unreadable' }
  | { kind: 'too-large'; bytes: number; limitBytes: number }
  /** `detected` names the type of the content, if known; `accepted` is empty while the limits are not loaded. */
  | { kind: 'unsupported'; detected: string | undefined; accepted: readonly string[] };

/** A file in the upload queue. Replaced, never changed. */
export interface UploadItem {
  id: string;
  file: File;
  name: string;
  status: UploadStatus;
  bytesSent: number;
  /** Files of one run were added before the queue was empty again. */
  run: number;
  /** The only file that was added at that time. */
  alone: boolean;
  rejection?: Rejection;
  /** The error of the request; absent if the file was not sent. */
  error?: ApiError;
  image?: UploadResult;
}

export function isPending({ status }: UploadItem): boolean {
  return status === 'queued' || status === 'sending' || status === 'processing';
}

export function isRefused({ status }: UploadItem): boolean {
  return status === 'failed' || status === 'rejected';
}

// Errors after which a retry may succeed.
const RETRYABLE_CODES = new Set([
  'NETWORK',
  'UNEXPECTED_ANSWER',
  'REQUEST_TIMEOUT',
  'IDEMPOTENCY_IN_PROGRESS',
  'MISSING_API_KEY',
  'INVALID_API_KEY',
  'FORBIDDEN',
  'CHALLENGE_REQUIRED',
  'CHALLENGE_FAILED',
  'INVALID_ALBUM',
  'INVALID_EXPIRY',
  'STORAGE_QUOTA_EXCEEDED',
  'RATE_LIMIT_EXCEEDED',
]);

/** Whether a retry may succeed. A retry cannot help a file that the server rejected as an image. */
export function isRetryable({ status, error }: UploadItem): boolean {
  if (status !== 'failed' || error === undefined) return false;
  return error.status >= 500 || RETRYABLE_CODES.has(error.code);
}
