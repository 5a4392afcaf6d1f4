import type { Socket } from 'node:net';
import { AppError, type ErrorCode } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { errorBody } from './errors.ts';

const REASONS: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** Answers what never became a request (bad request line, header overflow, header time-out) with the same JSON body. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  // Reset or already answered: nobody is listening.
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
