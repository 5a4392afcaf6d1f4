import type { IncomingMessage } from 'node:http';
import { AppError } from '../../core/errors.ts';

const WINDOW_MS = 20_000;
const MIN_BYTES_A_SECOND = 16 * 1024;

/** A watch over a request body that is being received. */
export interface BodyWatch {
  /** Rejects when the client is too slow, sends too much or has disconnected. */
  error: Promise<never>;
  stop(): void;
}

/**
 * Watches that a body keeps arriving. The whole time is unlimited, because a large file over a slow line is legal, but
 * each window must bring its share. Windows in which the service applied backpressure do not count. The watch also
 * fails when the client disconnects, because a parser would wait for more forever.
 */
export function watchSlowBody(request: IncomingMessage, onFailure: (error: AppError) => void): BodyWatch {
  const { socket } = request;
  let bytesBefore = socket.bytesRead;
  let timer: NodeJS.Timeout | undefined;
  let onGone = () => {};
  const onClose = () => {
    if (!request.complete) onGone();
  };
  const error = new Promise<never>((_resolve, reject) => {
    const fail = (failure: AppError) => {
      onFailure(failure);
      reject(failure);
    };
    onGone = () => fail(new AppError('INVALID_MULTIPART', { detail: 'The client disconnected.' }));
    request.on('close', onClose);
    socket.on('close', onGone);
    if (socket.destroyed) onGone();
    timer = setInterval(() => {
      const bytes = socket.bytesRead - bytesBefore;
      bytesBefore = socket.bytesRead;
      const heldBack = request.isPaused() || request.readableFlowing !== true;
      if (heldBack || request.complete || bytes >= (MIN_BYTES_A_SECOND * WINDOW_MS) / 1_000) return;
      fail(new AppError('REQUEST_TIMEOUT', { detail: 'The body arrived too slowly.' }));
    }, WINDOW_MS);
  });
  // A rejection that is no longer awaited must not end the process.
  error.catch(() => {});
  return {
    error,
    stop() {
      clearInterval(timer);
      request.off('close', onClose);
      socket.off('close', onGone);
    },
  };
}

/** Watches the size of a body whose length the client has not announced. @param maxBytes null = unlimited */
export function watchBodySize(
  request: IncomingMessage,
  maxBytes: number | null,
  onFailure: (error: AppError) => void,
): BodyWatch {
  const { promise: error, reject } = Promise.withResolvers<never>();
  let bytes = 0;
  const onData = (chunk: Buffer) => {
    bytes += chunk.length;
    if (maxBytes === null || bytes <= maxBytes) return;
    request.off('data', onData);
    const failure = bodyTooLarge(maxBytes);
    onFailure(failure);
    reject(failure);
  };
  if (maxBytes !== null) request.on('data', onData);
  error.catch(() => {});
  return { error, stop: () => request.off('data', onData) };
}

export function bodyTooLarge(limit: number): AppError {
  return new AppError('REQUEST_TOO_LARGE', {
    detail: `At most ${limit} bytes are allowed here.`,
    details: { limit_bytes: limit },
  });
}
