import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { GetObjectCommand, type GetObjectCommandOutput, HeadObjectCommand } from '@aws-sdk/client-s3';
import { AppError } from '../core/errors.ts';
import type { S3Location } from './location.ts';
import type { BlobStore, ByteRange } from './port.ts';
import type { S3Send } from './s3-client.ts';
import { SHA256_METADATA } from './s3-put.ts';
import { isMissingKey, isTransient, unavailable } from './s3-retry.ts';

/** Attempts in a row to resume a body without receiving a byte. */
const MAX_RESUMES = 3;

/** The reading operations of the store. */
export function createS3Reads(
  { bucket: Bucket, prefix, attemptTimeoutMs: stallMs }: S3Location,
  send: S3Send,
): Pick<BlobStore, 'read' | 'size'> & { open(key: string, range?: ByteRange): Promise<Readable | undefined> } {
  const get = (key: string, range?: ByteRange) => {
    const Range = range && `bytes=${range.start}-${range.end}`;
    return unlessMissing(send(() => new GetObjectCommand({ Bucket, Key: prefix + key, Range })));
  };

  async function open(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const response = await get(key, range);
    if (response === undefined) return undefined;
    const sizeBytes = response.ContentLength ?? 0;
    const start = range?.start ?? 0;
    return resumableBody({
      first: bodyOf(response),
      sizeBytes,
      stallMs,
      sha256: range === undefined ? response.Metadata?.[SHA256_METADATA] : undefined,
      async reopen(offset) {
        const rest = await get(key, { start: start + offset, end: start + sizeBytes - 1 });
        if (rest === undefined) throw unavailable(new Error('the blob was deleted during the read'));
        return bodyOf(rest);
      },
    });
  }

  return {
    open,
    async read(key) {
      const body = await open(key);
      return body && Buffer.concat(await Array.fromAsync(body as AsyncIterable<Buffer>));
    },
    async size(key) {
      const head = await unlessMissing(send(() => new HeadObjectCommand({ Bucket, Key: prefix + key })));
      if (head !== undefined) return head.ContentLength ?? 0;
      // The response to HEAD has no body that would tell a missing bucket from a missing key.
      const response = await get(key);
      if (response === undefined) return undefined;
      bodyOf(response).destroy();
      return response.ContentLength ?? 0;
    },
  };
}

function bodyOf(response: GetObjectCommandOutput): Readable {
  return response.Body as Readable;
}

/** Absence is a value; every other failure is the store's. */
export async function unlessMissing<T>(response: Promise<T>): Promise<T | undefined> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof AppError && isMissingKey(error.cause)) return undefined;
    throw error;
  }
}

interface BodyOptions {
  first: Readable;
  /** Expected size of the body. */
  sizeBytes: number;
  /** Opens the same body at an offset. Keys are never reused, so the bytes are the same. */
  reopen(offset: number): Promise<Readable>;
  /** Longest wait for the next bytes; time in which the consumer does not read is not counted. */
  stallMs: number;
  /** Hex; undefined = not checked. */
  sha256: string | undefined;
}

/**
 * A body that resumes where it stopped when the connection breaks or stalls. It fails with STORAGE_UNAVAILABLE when that
 * does not help, or when the checksum is wrong.
 */
function resumableBody(options: BodyOptions): Readable {
  let source = options.first;
  const hash = options.sha256 === undefined ? undefined : createHash('sha256');

  async function* bytes(): AsyncGenerator<Uint8Array> {
    let offset = 0;
    let resumes = 0;
    while (offset < options.sizeBytes) {
      try {
        for await (const chunk of withStallTimeout(source, options.stallMs)) {
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
      throw unavailable(new Error('the SHA-256 of the blob is wrong'));
    }
  }

  const body = Readable.from(bytes(), { objectMode: false });
  // If the consumer never reads, the generator never runs, and only this releases the connection.
  body.once('close', () => source.destroy());
  return body;
}

async function* withStallTimeout(source: Readable, stallMs: number): AsyncGenerator<Buffer> {
  const iterator = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (;;) {
    const timer = setTimeout(() => source.destroy(new Error(`no bytes for ${stallMs} ms`)), stallMs);
    const { done, value } = await iterator.next().finally(() => clearTimeout(timer));
    if (done === true) return;
    yield value;
  }
}
