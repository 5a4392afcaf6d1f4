import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../core/errors.ts';
import type { App } from '../routing/app-type.ts';

const WINDOW_MS = 20_000;
const MIN_BYTES_A_SECOND = 16 * 1024;
const MAX_LINGER_BYTES = 2 ** 20;
const MAX_LINGER_MS = 2_000;

/**
 * Sends 100 Continue only when a handler wants the body, so that a refusal reaches the client before the body is sent,
 * and limits how slowly bodies may arrive. Multipart forms have a watch of their own.
 */
export function receiveBodies(app: App): void {
  const waiting = new WeakSet<IncomingMessage>();
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request);
    app.server.emit('request', request, response);
  });
  // A server may ignore other expectations than 100-continue (RFC 9110, section 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('preParsing', async (request, reply, payload) => {
    if (waiting.delete(request.raw)) reply.raw.writeContinue();
    const isForm = request.headers['content-type']?.startsWith('multipart/') ?? false;
    return isForm || !hasBody(request) ? payload : watchedBody(request.raw, reply.raw);
  });
}

export function hasBody({ headers }: FastifyRequest): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return encoding !== undefined || (length !== undefined && length !== '0');
}

/** A watch over a request body that is being received. */
export interface SlowBodyWatch {
  /** Rejects when the client is too slow or has disconnected. */
  error: Promise<never>;
  stop(): void;
}

/**
 * The body of a request as a stream that fails when the body arrives too slowly. Destroying the request itself would
 * also cut off the response.
 */
function watchedBody(request: IncomingMessage, response: ServerResponse): PassThrough {
  const body = new PassThrough();
  // After a refusal nothing reads the body, and its failure does not matter.
  body.on('error', () => {});
  const watch = watchSlowBody(request, (error) => body.destroy(error));
  response.once('close', watch.stop);
  request.once('error', (error) => body.destroy(error));
  return request.pipe(body);
}

/**
 * Watches that a body keeps arriving. The whole time is unlimited, because a large file over a slow line is legal, but
 * each window must bring its share. Windows in which the service applied backpressure do not count. The watch also
 * fails when the client disconnects, because a parser would wait for more forever.
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

/**
 * A response body for a request whose own body is not read to the end. It sends the text at once, and ends when the
 * client has stopped sending or a limited rest was discarded. Closing at once would reset the connection, and the
 * client would report a broken pipe instead of the response.
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
      if (bytes > MAX_LINGER_BYTES) done();
    };
    const timer = setTimeout(done, MAX_LINGER_MS);
    request.unpipe();
    request.on('end', done).on('close', done).on('error', done).on('data', onData);
    if (request.destroyed || request.readableEnded) done();
    else request.resume();
  });
}

/** Enough for a report with the longest comment: URL encoding takes up to 12 bytes for a character. */
const MAX_FORM_BYTES = 32 * 1_024;

/** Parses URL-encoded forms of browsers to `URLSearchParams`. */
export function acceptForms(site: App): void {
  site.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
}
