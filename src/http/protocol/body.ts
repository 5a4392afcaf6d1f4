import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { AppError } from '../../core/errors.ts';
import type { App } from '../routing/app-type.ts';

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

const MAX_BYTES = 2 ** 20;
const MAX_MS = 2_000;

/**
 * A response body for a request whose own body is not read to its end: the text at once, the end only when the client
 * has stopped sending, or a bounded rest was thrown away. Closing at once would reset the connection, and the client
 * would report a broken pipe instead of the answer.
 */
export function lingeringBody(request: IncomingMessage, text: string): Readable {
  async function* body() {
    yield text;
    await drain(request);
  }
  return Readable.from(body(), { objectMode: false });
}

function drain(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const done = () => {
      clearTimeout(timer);
      request.off('data', onData).off('end', done).off('close', done).off('error', done);
      request.pause();
      resolve();
    };
    const onData = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) done();
    };
    const timer = setTimeout(done, MAX_MS);
    request.unpipe();
    request.on('end', done).on('close', done).on('error', done).on('data', onData);
    if (request.destroyed || request.readableEnded) done();
    else request.resume();
  });
}

/** A comment of full length whose every character takes twelve when it is written down for a form, and some more. */
const MAX_FORM_BYTES = 32 * 1_024;

/** Lets pages take the forms of browsers: their body is `URLSearchParams` then. */
export function acceptForms(site: App): void {
  site.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
}
