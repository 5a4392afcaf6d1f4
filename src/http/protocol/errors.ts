import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, ERRORS, type ErrorCode } from '../../core/errors.ts';
import { validationError } from './validation.ts';

/** The error body of the API. */
export interface ErrorBody {
  success: false;
  error: {
    code: string;
    message: string;
    request_id?: string;
    param?: string;
    details?: Record<string, unknown>;
    retry_after?: number;
  };
}

const QUOTA_PROBLEM = 'https://iana.org/assignments/http-problem-types#quota-exceeded';
const REALM = 'Bearer realm="images"';

/** The body of an error, also used for the items of a bulk response. */
export function errorBody(error: AppError, requestId?: string): ErrorBody {
  const { code, message, param, details, retryAfterSeconds } = error;
  return {
    success: false,
    error: {
      code,
      message,
      ...(requestId === undefined ? {} : { request_id: requestId }),
      ...(param === undefined ? {} : { param }),
      ...(details === undefined ? {} : { details }),
      ...(retryAfterSeconds === undefined ? {} : { retry_after: retryAfterSeconds }),
    },
  };
}

/**
 * Answers an error as JSON, or where the client prefers that as application/problem+json (RFC 9457), or as a line of text at
 * endpoints that answer text.
 */
export function sendError(request: FastifyRequest, reply: FastifyReply, error: AppError, baseUrl: string): string {
  setErrorHeaders(reply, error);
  const body = errorBody(error, request.id);
  const { accept } = request.headers;
  if (request.routeOptions.config?.asText === true && prefers(accept, 'text/plain')) {
    reply.type('text/plain; charset=utf-8');
    return `${error.message}\n`;
  }
  if (!prefers(accept, 'application/problem+json')) {
    reply.type('application/json; charset=utf-8');
    return JSON.stringify(body);
  }
  reply.type('application/problem+json; charset=utf-8');
  const quota = error.code === 'RATE_LIMIT_EXCEEDED';
  return JSON.stringify({
    type: quota ? QUOTA_PROBLEM : `${baseUrl}/errors#${error.code}`,
    title: ERRORS[error.code].message,
    status: error.status,
    detail: error.message,
    instance: `urn:request:${request.id}`,
    ...(quota ? { 'violated-policies': ['hourly'] } : {}),
    ...body,
  });
}

/** Sets the status and the headers of an error. */
export function setErrorHeaders(reply: FastifyReply, error: AppError): void {
  reply.code(error.status);
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
  const challenge = challengeOf(error);
  if (challenge !== undefined) reply.header('www-authenticate', challenge);
}

/**
 * The challenge of RFC 6750, section 3: without a bearer credential it has no error attribute. Every 401 has one (RFC 9110,
 * section 15.5.2).
 */
function challengeOf(error: AppError): string | undefined {
  const isOtherScheme = error.details?.scheme !== undefined;
  const isWrong = error.code === 'INVALID_API_KEY' || error.code === 'INVALID_TICKET';
  if (error.status === 401 && (!isWrong || isOtherScheme)) return REALM;
  if (isWrong) return `${REALM}, error="invalid_token", error_description="${error.message}"`;
  if (error.code !== 'INSUFFICIENT_SCOPE') return undefined;
  const scope = error.details?.scope;
  return `${REALM}, error="insufficient_scope"${typeof scope === 'string' ? `, scope="${scope}"` : ''}`;
}

/**
 * Converts a thrown value into an error for the client; an unexpected one becomes INTERNAL_ERROR.
 * @param request the one that failed; needed for errors of its validation
 */
export function toAppError(thrown: unknown, request?: FastifyRequest): AppError {
  if (thrown instanceof AppError) return thrown;
  const error = thrown as Partial<FastifyError>;
  if (error.validation !== undefined && request !== undefined) return validationError(error, request);
  const code = typeof error.code === 'string' ? error.code : '';
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || code === 'FST_INVALID_MULTIPART_CONTENT_TYPE') {
    return new AppError('INVALID_CONTENT_TYPE', { cause: thrown });
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AppError('REQUEST_TOO_LARGE', { cause: thrown });
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') return new AppError('INVALID_REQUEST', { cause: thrown });
  if (code === 'FST_ERR_BAD_URL')
    return new AppError('INVALID_REQUEST', { detail: 'The path is not percent-encoded correctly.' });
  if (code.startsWith('FST_ERR_CTP_') || (thrown instanceof SyntaxError && error.statusCode === 400)) {
    return new AppError('INVALID_JSON', { cause: thrown });
  }
  return new AppError(refusalOf(error.statusCode) ?? 'INTERNAL_ERROR', { cause: thrown });
}

/** Codes of refusals by Fastify and its plugins; other statuses between 400 and 499 are INVALID_REQUEST. */
const REFUSALS: Readonly<Record<number, ErrorCode>> = {
  // A static file that may not be read is no endpoint.
  403: 'ENDPOINT_NOT_FOUND',
  404: 'ENDPOINT_NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'REQUEST_TIMEOUT',
  413: 'REQUEST_TOO_LARGE',
  414: 'URI_TOO_LONG',
  415: 'INVALID_CONTENT_TYPE',
  416: 'RANGE_NOT_SATISFIABLE',
  431: 'HEADERS_TOO_LARGE',
};

/** Errors of a file, whose cause says what the decoder or the validator found. Other causes may quote the request. */
const FILE_ERRORS: ReadonlySet<ErrorCode> = new Set([
  'INVALID_FILE_TYPE',
  'INVALID_IMAGE',
  'IMAGE_DIMENSIONS_EXCEEDED',
  'CONTENT_REFUSED',
  'CONTENT_BLOCKED',
  'SERVICE_UNAVAILABLE',
  'STORAGE_UNAVAILABLE',
]);
const MAX_REASON_LENGTH = 300;

/** What the log says of an error besides its status. */
export function factsOf({ code, param, detail, cause }: AppError): { code: string; param?: string; reason?: string } {
  const words = FILE_ERRORS.has(code) ? (cause instanceof Error ? cause.message : detail) : undefined;
  return {
    code,
    ...(param !== undefined && { param: param.slice(0, MAX_REASON_LENGTH) }),
    ...(words !== undefined && { reason: words.slice(0, MAX_REASON_LENGTH) }),
  };
}

/** The code for an error whose `statusCode` blames the client, which is a convention of Fastify's plugins. */
function refusalOf(status: unknown): ErrorCode | undefined {
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  return REFUSALS[status] ?? 'INVALID_REQUEST';
}

/** Content negotiation (RFC 9110, section 12.5.1) between a type and JSON, which wins a draw. */
export function prefers(accept: string | undefined, wanted: 'application/problem+json' | 'text/plain'): boolean {
  if (accept === undefined || !accept.includes(wanted)) return false;
  const quality = (type: string): number => {
    const ranges = accept.split(',').map((range) => range.trim().split(';'));
    const match = ranges.find(([name]) => name?.trim().toLowerCase() === type);
    if (match === undefined) return 0;
    const q = match.map((parameter) => /^\s*q=([\d.]+)\s*$/i.exec(parameter)?.[1]).find((found) => found !== undefined);
    return q === undefined ? 1 : Number(q);
  };
  return quality(wanted) > quality('application/json');
}
