import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, ERRORS, type ErrorCode } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';

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

/** Answers an error as JSON, or as application/problem+json (RFC 9457) where the client prefers that. */
export function sendError(request: FastifyRequest, reply: FastifyReply, error: AppError, baseUrl: string): string {
  setErrorHeaders(reply, error);
  const body = errorBody(error, request.id);
  if (!prefersProblemJson(request.headers.accept)) {
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

/** The challenge of RFC 6750, section 3: without a credential it has no error attribute. */
function challengeOf(error: AppError): string | undefined {
  if (error.code === 'MISSING_API_KEY') return REALM;
  if (error.code === 'INVALID_API_KEY') return `${REALM}, error="invalid_token", error_description="${error.message}"`;
  if (error.code !== 'INSUFFICIENT_SCOPE') return undefined;
  const scope = error.details?.scope;
  return `${REALM}, error="insufficient_scope"${typeof scope === 'string' ? `, scope="${scope}"` : ''}`;
}

/** Converts a thrown value into an error for the client; an unexpected one becomes INTERNAL_ERROR. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const error = thrown as Partial<FastifyError>;
  if (error.validation !== undefined) return validationError(error);
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
  return new AppError('INTERNAL_ERROR', { cause: thrown });
}

function validationError(error: Partial<FastifyError>): AppError {
  const found = error.validation ?? [];
  const errors = found.map(({ instancePath, params, message }) => ({
    param: fieldOf(instancePath, params),
    message: message ?? 'is not valid',
  }));
  const first = errors[0];
  return new AppError('INVALID_PARAMETER', {
    ...(first === undefined ? {} : { detail: `${first.param || 'The body'} ${first.message}.`, param: first.param }),
    details: { errors },
  });
}

function fieldOf(instancePath: string, params: Record<string, unknown>): string {
  const name = params.missingProperty ?? params.additionalProperty;
  const path = instancePath.slice(1).replaceAll('/', '.');
  return typeof name === 'string' ? [path, name].filter((part) => part !== '').join('.') : path;
}

/** Content negotiation (RFC 9110, section 12.5.1) between the two types of error bodies; plain JSON wins a draw. */
function prefersProblemJson(accept: string | undefined): boolean {
  if (accept === undefined || !accept.includes('application/problem+json')) return false;
  const quality = (type: string): number => {
    const ranges = accept.split(',').map((range) => range.trim().split(';'));
    const match = ranges.find(([name]) => name?.trim().toLowerCase() === type);
    if (match === undefined) return 0;
    const q = match.map((parameter) => /^\s*q=([\d.]+)\s*$/i.exec(parameter)?.[1]).find((found) => found !== undefined);
    return q === undefined ? 1 : Number(q);
  };
  return quality('application/problem+json') > quality('application/json');
}

const REASONS: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** Answers connections without a valid request (bad request line, header overflow, header timeout) with the same JSON body. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  // The connection is reset or already answered.
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const refusal = new AppError(codeOf(error.code));
  const id = newId('req');
  const body = JSON.stringify(errorBody(refusal, id));
  socket.end(
    `HTTP/1.1 ${refusal.status} ${REASONS[refusal.status] ?? 'Error'}\r\n` +
      'Content-Type: application/json; charset=utf-8\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\n` +
      `X-Request-Id: ${id}\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n` +
      `Access-Control-Allow-Origin: *\r\nConnection: close\r\n\r\n${body}`,
  );
}

function codeOf(code: string | undefined): ErrorCode {
  if (code === 'HPE_HEADER_OVERFLOW') return 'HEADERS_TOO_LARGE';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'REQUEST_TIMEOUT';
  return 'INVALID_REQUEST';
}
