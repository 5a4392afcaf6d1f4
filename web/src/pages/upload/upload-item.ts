import type { UploadResult } from '../../../../src/api/images.ts';
import type { ApiError } from '../../api/api-error.ts';

/** Where a file is on its way to the service. */
export type UploadStatus =
  /** Never sent: it cannot be taken, `reason` says why. */
  | 'refused'
  | 'queued'
  | 'sending'
  /** All bytes are there, the answer is not. */
  | 'processing'
  | 'failed'
  | 'done';

/** A file that was chosen. */
export interface UploadItem {
  id: string;
  file: File;
  name: string;
  status: UploadStatus;
  bytesSent: number;
  /** Why it was not uploaded, in words. */
  reason?: string;
  /** What the service said when it failed; absent where it was never asked. */
  error?: ApiError;
  image?: UploadResult;
  /** Uploaded anonymously: only the delete link can delete it. */
  anonymous?: boolean;
}

/** Whether it is still on its way. */
export function isUnderWay({ status }: UploadItem): boolean {
  return status === 'queued' || status === 'sending' || status === 'processing';
}

// Refusals after which a retry of this file may succeed.
const WORTH_ANOTHER_TRY = new Set([
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

/** Whether trying again makes sense; the bytes of a refused picture will not change. */
export function mayRetry({ status, error }: UploadItem): boolean {
  if (status !== 'failed' || error === undefined) return false;
  return error.status >= 500 || WORTH_ANOTHER_TRY.has(error.code);
}
