import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { AppError } from '../core/errors.ts';

const WINDOW_MS = 20_000;
const MIN_BYTES_A_SECOND = 16 * 1024;

/** A watch over the pace of a body. */
export interface SlowBodyWatch {
  /** Rejects when the client has become too slow. */
  error: Promise<never>;
  stop(): void;
}

/**
 * The body of a request that is read whole before its handler runs, failing when it comes too slowly.
 * It is a stream of its own, since ending the request's would cut off the answer too.
 */
export function watchedBody(request: IncomingMessage): PassThrough {
  const body = new PassThrough();
  const watch = watchSlowBody(request, (error) => body.destroy(error));
  body.once('close', watch.stop);
  request.once('error', (error) => body.destroy(error));
  return request.pipe(body);
}

/**
 * Watches that a body keeps coming. There is no limit to the whole time, since a large file over a thin line is legal,
 * but each window must bring its share; windows in which the service itself held the client back do not count.
 */
export function watchSlowBody(request: IncomingMessage, onSlow: (error: AppError) => void): SlowBodyWatch {
  let bytesBefore = request.socket.bytesRead;
  let timer: NodeJS.Timeout | undefined;
  const error = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      const bytes = request.socket.bytesRead - bytesBefore;
      bytesBefore = request.socket.bytesRead;
      const heldBack = request.isPaused() || request.readableFlowing !== true;
      if (heldBack || request.complete || bytes >= (MIN_BYTES_A_SECOND * WINDOW_MS) / 1_000) return;
      const tooSlow = new AppError('REQUEST_TIMEOUT', { detail: 'The body came too slowly.' });
      onSlow(tooSlow);
      reject(tooSlow);
    }, WINDOW_MS);
  });
  // Whoever has stopped listening need not hear of it.
  error.catch(() => {});
  return { error, stop: () => clearInterval(timer) };
}
