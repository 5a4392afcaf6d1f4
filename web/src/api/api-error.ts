import type { ErrorFields } from '../../../src/api/envelope.ts';

/** An error response of the API, or a network failure (`code` NETWORK, status 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** The rejected field. */
  readonly param: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | undefined;
  readonly requestId: string | undefined;

  constructor(status: number, fields: ErrorFields) {
    super(fields.message);
    this.name = 'ApiError';
    this.status = status;
    this.code = fields.code;
    this.param = fields.param;
    this.details = fields.details ?? {};
    this.retryAfterSeconds = fields.retry_after;
    this.requestId = fields.request_id;
  }
}

/** The error of a request without a response. */
export function networkError(): ApiError {
  return new ApiError(0, { code: 'NETWORK', message: 'The service could not be reached.' });
}

/** The error of an unsuccessful response. The body may come from imgd or from a proxy. */
export function errorOf(status: number, body: unknown): ApiError {
  const { error } = (typeof body === 'object' && body !== null ? body : {}) as { error?: ErrorFields };
  return new ApiError(status, error ?? { code: 'UNEXPECTED_ANSWER', message: `The service answered ${status}.` });
}
