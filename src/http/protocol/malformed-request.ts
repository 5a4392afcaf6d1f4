import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, type ErrorCode } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { errorBody } from './errors.ts';
import type { RequestRecord } from './request-record.ts';

const REASONS: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/**
 * Answers connections without a valid request (bad request line, header overflow, header timeout) with the same JSON
 * body, and records that.
 */
export function answerClientError(
  error: Error & { code?: string },
  socket: Socket,
  record: Pick<RequestRecord, 'refused'>,
): void {
  // The connection is reset or already answered.
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const refusal = new AppError(codeOf(error.code));
  const id = newId('req');
  record.refused(socket, id, refusal, error.code === 'HPE_INVALID_EOF_STATE');
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

/**
 * What is wrong with the request line or the Host field, which Node.js accepts; undefined for a valid request. A request
 * has one Host field; only in HTTP/1.0 it may have none (RFC 9112, section 3.2).
 */
export function malformation({ httpVersion, headers, rawHeaders }: IncomingMessage): string | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return `HTTP/${httpVersion} is not a version of this protocol.`;
  if (headers.host === undefined) return httpVersion === '1.1' ? 'The Host field is missing.' : undefined;
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1 ? 'There are several Host fields.' : undefined;
}
