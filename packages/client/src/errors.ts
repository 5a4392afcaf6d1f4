import type { ErrorCode } from './contract.ts';

/** The members of an error response that the client reads. */
export interface ErrorFields {
  code: string;
  message: string;
  request_id?: string | undefined;
  param?: string | undefined;
  details?: Record<string, unknown> | undefined;
  /** Seconds. */
  retry_after?: number | undefined;
}

/** The service refused the request, or failed. */
export class ApiError extends Error {
  /** HTTP status. */
  readonly status: number;
  /** Code of the API's error table; UNEXPECTED_RESPONSE for a response that is not one of the API. */
  readonly code: ErrorCode | 'UNEXPECTED_RESPONSE' | (string & {});
  readonly requestId: string | undefined;
  /** Seconds until a retry can succeed. */
  readonly retryAfterSeconds: number | undefined;
  /** The invalid field. */
  readonly param: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, fields: ErrorFields) {
    super(fields.message);
    this.name = 'ApiError';
    this.status = status;
    this.code = fields.code;
    this.requestId = fields.request_id;
    this.retryAfterSeconds = fields.retry_after;
    this.param = fields.param;
    this.details = fields.details ?? {};
  }
}

/** No response: the connection failed or broke; see the cause. */
export class NetworkError extends Error {
  constructor(url: string, cause: unknown) {
    super(`No response from ${new URL(url).origin}: ${reasonOf(cause)}`, { cause });
    this.name = 'NetworkError';
  }
}

/** The message of the innermost error: fetch wraps it as cause, and an AggregateError has one for each address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors.at(-1));
  return error.cause === undefined ? error.message : reasonOf(error.cause);
}
