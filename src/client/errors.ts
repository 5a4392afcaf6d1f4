import type { ErrorFields } from '../api/envelope.ts';

/** The service has refused or failed. */
export class ApiError extends Error {
  /** HTTP status. */
  readonly status: number;
  /** Code of the API's error table; UNEXPECTED_RESPONSE when the answer is not one of the API. */
  readonly code: string;
  readonly requestId: string | undefined;
  /** Seconds after which a retry makes sense. */
  readonly retryAfterSeconds: number | undefined;
  /** The offending field. */
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

/** No answer has come: no connection, or it broke. The cause says why. */
export class NetworkError extends Error {
  constructor(url: string, cause: unknown) {
    super(`No answer from ${new URL(url).origin}: ${reasonOf(cause)}`, { cause });
    this.name = 'NetworkError';
  }
}

/** fetch says "fetch failed"; what failed is in its cause, and for several addresses in the errors of that. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors.at(-1));
  return error.cause === undefined ? error.message : reasonOf(error.cause);
}
