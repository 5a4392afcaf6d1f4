import type { UploadResult } from '../../../../src/api/images.ts';
import type { ApiError } from '../../api/api-error.ts';

export type UploadStatus =
  /** Rejected before sending; `reason` holds the message. */
  | 'rejected'
  | 'queued'
  | 'sending'
  /** The file is sent; the response is pending. */
  | 'processing'
  | 'failed'
  | 'done';

/** A file in the upload queue. */
export interface UploadItem {
  id: string;
  file: File;
  name: string;
  status: UploadStatus;
  bytesSent: number;
  /** The message that explains why the file is not uploaded. */
  reason?: string;
  /** The error of the request; absent if the file was not sent. */
  error?: ApiError;
  image?: UploadResult;
  /** Uploaded without an account: only the delete token can delete the image. */
  anonymous?: boolean;
}

export function isPending({ status }: UploadItem): boolean {
  return status === 'queued' || status === 'sending' || status === 'processing';
}

// Errors after which a retry may succeed.
const RETRYABLE_CODES = new Set([
  'NETWORK',
  'UNEXPECTED_ANSWER',
  'REQUEST_TIMEOUT',
  'IDEMPOTENCY_IN_PROGRESS',
  'INVALID_API_KEY',
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
