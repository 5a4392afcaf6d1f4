import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { isTransient, unavailable } from './s3-retry.ts';

/** How often in a row a body is taken up again without a byte having come. */
const MAX_RESUMES = 3;

export interface BodyOptions {
  first: Readable;
  /** Bytes that are to come. */
  sizeBytes: number;
  /** Opens the same again from an offset; keys are never reused, so it is the same bytes. */
  reopen(offset: number): Promise<Readable>;
  /** Longest wait for the next bytes; the time in which nobody asks for more does not count. */
  stallMs: number;
  /** Hex, where it is known and all bytes are read. */
  sha256: string | undefined;
}

/**
 * A body that goes on where it stopped when the connection breaks or stalls.
 * It fails with STORAGE_UNAVAILABLE when that does not help, or when its bytes are not those that were stored.
 */
export function resumableBody(options: BodyOptions): Readable {
  let source = options.first;
  const hash = options.sha256 === undefined ? undefined : createHash('sha256');

  async function* bytes(): AsyncGenerator<Uint8Array> {
    let offset = 0;
    let resumes = 0;
    while (offset < options.sizeBytes) {
      try {
        for await (const chunk of watched(source, options.stallMs)) {
          resumes = 0;
          offset += chunk.length;
          hash?.update(chunk);
          yield chunk;
        }
        if (offset < options.sizeBytes) throw new Error(`the body ended after ${offset} bytes`);
      } catch (error) {
        source.destroy();
        if (resumes++ === MAX_RESUMES || !isTransient(error)) throw unavailable(error);
        source = await options.reopen(offset);
      }
    }
    if (hash !== undefined && hash.digest('hex') !== options.sha256) {
      throw unavailable(new Error('the bytes are not those that were stored'));
    }
  }

  const body = Readable.from(bytes(), { objectMode: false });
  // Where nobody ever reads, the generator never runs, and only this lets the connection go.
  body.once('close', () => source.destroy());
  return body;
}

async function* watched(source: Readable, stallMs: number): AsyncGenerator<Buffer> {
  const iterator = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (;;) {
    const timer = setTimeout(() => source.destroy(new Error(`no bytes came for ${stallMs} ms`)), stallMs);
    const { done, value } = await iterator.next().finally(() => clearTimeout(timer));
    if (done === true) return;
    yield value;
  }
}
