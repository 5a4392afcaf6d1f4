import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

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
