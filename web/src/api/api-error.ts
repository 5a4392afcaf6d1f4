import type { ErrorFields } from '../../../src/api/envelope.ts';

/** A refusal of the service, or no answer at all (`code` NETWORK, status 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** The field that was refused. */
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

/** What is thrown when no answer came: the line is down, or the service. */
export function networkError(): ApiError {
  return new ApiError(0, { code: 'NETWORK', message: 'The service could not be reached.' });
}

/** The error of an unsuccessful response, whether imgd or a proxy wrote its body. */
export function errorOf(status: number, body: unknown): ApiError {
  const { error } = (typeof body === 'object' && body !== null ? body : {}) as { error?: ErrorFields };
  return new ApiError(status, error ?? { code: 'UNEXPECTED_ANSWER', message: `The service answered ${status}.` });
}
