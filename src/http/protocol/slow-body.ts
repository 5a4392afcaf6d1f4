import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { AppError } from '../../core/errors.ts';

const WINDOW_MS = 20_000;
const MIN_BYTES_A_SECOND = 16 * 1024;

/** A watch over a body on its way. */
export interface SlowBodyWatch {
  /** Rejects when the client has become too slow, or has gone. */
  error: Promise<never>;
  stop(): void;
}

/**
 * The body of a request that is read whole before its handler runs, failing when it comes too slowly.
 * It is a stream of its own, since ending the request's would cut off the answer too.
 */
export function watchedBody(request: IncomingMessage, response: ServerResponse): PassThrough {
  const body = new PassThrough();
  // After a refusal nobody reads it any more, and then nobody has to hear that it failed.
  body.on('error', () => {});
  const watch = watchSlowBody(request, (error) => body.destroy(error));
  // Also where nobody reads it, because the request was refused.
  response.once('close', watch.stop);
  request.once('error', (error) => body.destroy(error));
  return request.pipe(body);
}

/**
 * Watches that a body keeps coming. There is no limit to the whole time, since a large file over a thin line is legal,
 * but each window must bring its share; windows in which the service itself held the client back do not count.
 * A client that leaves in the middle is told of here too: a parser that waits for more would wait for ever.
 */
export function watchSlowBody(request: IncomingMessage, onFailure: (error: AppError) => void): SlowBodyWatch {
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
    onGone = () => fail(new AppError('INVALID_MULTIPART', { detail: 'The client has gone.' }));
    request.on('close', onClose);
    socket.on('close', onGone);
    if (socket.destroyed) onGone();
    timer = setInterval(() => {
      const bytes = socket.bytesRead - bytesBefore;
      bytesBefore = socket.bytesRead;
      const heldBack = request.isPaused() || request.readableFlowing !== true;
      if (heldBack || request.complete || bytes >= (MIN_BYTES_A_SECOND * WINDOW_MS) / 1_000) return;
      fail(new AppError('REQUEST_TIMEOUT', { detail: 'The body came too slowly.' }));
    }, WINDOW_MS);
  });
  // Whoever has stopped listening need not hear of it.
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
