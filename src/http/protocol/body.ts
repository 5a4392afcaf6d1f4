import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../core/errors.ts';
import type { App } from '../routing/app-type.ts';
import { bodyTooLarge, watchSlowBody } from './watch-body.ts';

const MAX_LINGER_BYTES = 2 ** 20;
const MAX_LINGER_MS = 2_000;

/**
 * Sends 100 Continue only when a handler wants the body, so that a refusal reaches the client before the body is sent,
 * and limits how slowly bodies may arrive. Multipart forms have a watch of their own. A route whose `config.body` is not
 * set takes no body: the client's is discarded, whatever its type, up to the limit of other bodies.
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
    const { body, form, anyBody, takesBytes, methodFallback } = request.routeOptions.config;
    // The route refuses the method, and the body is not read.
    if (methodFallback === true) return payload;
    const takesBody = form !== undefined || body !== undefined;
    if (takesBody) checkEncodings(request, anyBody === true ? 'any' : form !== undefined);
    if (takesBytes === true) requireUncompressed(request);
    if (waiting.delete(request.raw)) reply.raw.writeContinue();
    if (!hasBody(request)) {
      const isForm = request.headers['content-type']?.startsWith('multipart/') === true;
      if (!takesBody || body === 'optional' || (form !== undefined && !isForm)) forgetBody(request);
      return payload;
    }
    if (form !== undefined) return payload;
    const watched = watchedBody(request.raw, reply.raw);
    return takesBody || takesBytes === true ? watched : discarded(request, watched);
  });
}

/** @throws AppError UNSUPPORTED_CONTENT_ENCODING */
function requireUncompressed({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'];
  if (encoding === undefined || /^\s*(identity)?\s*$/i.test(encoding)) return;
  throw new AppError('UNSUPPORTED_CONTENT_ENCODING', {
    detail: 'Send the body without Content-Encoding.',
    details: { accepted: ['identity'] },
  });
}

/** @throws AppError UNSUPPORTED_CONTENT_ENCODING, INVALID_CONTENT_TYPE for a multipart form where the route takes none, or the reverse */
function checkEncodings(request: FastifyRequest, takesForm: boolean | 'any'): void {
  requireUncompressed(request);
  if (takesForm === 'any') return;
  const { headers } = request;
  const isForm = /^multipart\//i.test(headers['content-type'] ?? '');
  // Only the body itself is a reason here: a form without one lacks its file.
  if (isForm ? !takesForm : takesForm && hasBody({ headers })) throw new AppError('INVALID_CONTENT_TYPE');
}

/** Reads a body that the endpoint does not need. @throws AppError REQUEST_TOO_LARGE, and the failures of the body */
async function discarded(request: FastifyRequest, body: Readable): Promise<Readable> {
  const limit = request.routeOptions.bodyLimit;
  let bytes = Number(request.headers['content-length'] ?? 0);
  if (bytes > limit) throw bodyTooLarge(limit);
  bytes = 0;
  for await (const chunk of body) {
    bytes += (chunk as Buffer).length;
    if (bytes > limit) throw bodyTooLarge(limit);
  }
  forgetBody(request);
  return Readable.from([]);
}

/** Makes the router take a request for one without a body: it then parses nothing and ignores the type. */
function forgetBody(request: FastifyRequest): void {
  request.headers = { 'content-type': undefined, 'content-length': undefined, 'transfer-encoding': undefined };
}

export function hasBody({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return encoding !== undefined || (length !== undefined && length !== '0');
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
