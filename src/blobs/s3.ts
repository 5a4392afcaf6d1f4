import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { AppError } from '../core/errors.ts';
import type { S3Location } from './location.ts';
import { type BlobStore, type ByteRange, OWNER_TOKEN_KEY, type StoredBlob } from './port.ts';
import { createPartsClient, createS3Client, createSend, PART_BYTES, presignedUrl, type S3Send } from './s3-client.ts';
import { explainS3Failure, isMissingKey, isTransient, retrying, sendingMs, unavailable } from './s3-retry.ts';

/** How long a successful check is valid: every upload checks the store. */
const CHECK_VALID_MS = 2_000;
const PAGE_KEYS = 1_000;

export interface S3Blobs extends BlobStore {
  /** @throws Error, in one line with the name of the setting, when the bucket cannot be used */
  probe(): Promise<void>;
  /** Closes all connections. No operation may follow. */
  close(): void;
}

/**
 * Blobs as objects of a bucket: AWS, R2, MinIO, Ceph. No operation takes longer than the time-outs of the location. A put
 * resolves when the store has acknowledged it, and is as durable as the store.
 */
export function createS3Blobs(location: S3Location): S3Blobs {
  const { bucket: Bucket, prefix } = location;
  const client = createS3Client(location);
  const send = createSend(client, location);
  const reads = createS3Reads(location, send);
  let partsClient: S3Client | undefined;
  let linksClient: S3Client | undefined;
  let checkedUntil = 0;

  const remove = async (key: string) => {
    await send(() => new DeleteObjectCommand({ Bucket, Key: prefix + key }));
  };
  const parts = () => {
    partsClient ??= createPartsClient(location);
    return partsClient;
  };

  return {
    ...reads,
    async put(key, path) {
      try {
        await putToS3({ location, client, parts }, prefix + key, path);
      } catch (error) {
        // The object may exist when only the acknowledgement was lost.
        await remove(key).catch(() => {});
        throw error;
      }
      return { moved: false };
    },
    async link(key, options) {
      linksClient ??= createS3Client({ ...location, endpoint: location.publicEndpoint ?? location.endpoint });
      return presignedUrl(linksClient, Bucket, prefix + key, options).catch((error) => {
        throw unavailable(error);
      });
    },
    delete: remove,
    list: (after = '') => listObjects(send, location, after),
    abandonUnfinished: (before) => abortUploads(send, location, before),
    readOwnerToken: () => explained(location, async () => (await reads.read(OWNER_TOKEN_KEY))?.toString()),
    writeOwnerToken: (Body) =>
      explained(location, async () => {
        await send(() => new PutObjectCommand({ Bucket, Key: prefix + OWNER_TOKEN_KEY, Body }));
      }),
    async check() {
      if (performance.now() >= checkedUntil) {
        await listPage(send, location, '', 1);
        checkedUntil = performance.now() + CHECK_VALID_MS;
      }
      return { freeBytes: null };
    },
    probe: () => explained(location, async () => void (await listPage(send, location, '', 1))),
    close() {
      for (const one of [client, partsClient, linksClient]) one?.destroy();
    },
  };
}

function listPage(send: S3Send, { bucket: Bucket, prefix: Prefix }: S3Location, after: string, MaxKeys: number) {
  const StartAfter = after === '' ? undefined : Prefix + after;
  return send(() => new ListObjectsV2Command({ Bucket, Prefix, StartAfter, MaxKeys }));
}

async function* listObjects(send: S3Send, location: S3Location, after: string): AsyncGenerator<StoredBlob> {
  // Each page starts behind the last key, so no continuation token can expire in between.
  for (let last = after; ; ) {
    const { Contents = [], IsTruncated } = await listPage(send, location, last, PAGE_KEYS);
    for (const { Key = '', Size = 0 } of Contents) {
      last = Key.slice(location.prefix.length);
      if (last !== OWNER_TOKEN_KEY) yield { key: last, sizeBytes: Size };
    }
    if (IsTruncated !== true || Contents.length === 0) return;
  }
}

/** Aborts multipart uploads of keys that sort before the given one. @returns their number */
async function abortUploads(send: S3Send, { bucket: Bucket, prefix }: S3Location, before: string): Promise<number> {
  let aborted = 0;
  let markers: { KeyMarker?: string; UploadIdMarker?: string } = {};
  for (;;) {
    const page = await send(() => new ListMultipartUploadsCommand({ Bucket, Prefix: prefix, ...markers }));
    for (const { Key = '', UploadId } of page.Uploads ?? []) {
      if (Key.slice(prefix.length) >= before) continue;
      const gone = await unlessMissing(send(() => new AbortMultipartUploadCommand({ Bucket, Key, UploadId })));
      if (gone !== undefined) aborted++;
    }
    const { NextKeyMarker, NextUploadIdMarker } = page;
    if (page.IsTruncated !== true || NextKeyMarker === undefined) return aborted;
    markers = { KeyMarker: NextKeyMarker, ...(NextUploadIdMarker && { UploadIdMarker: NextUploadIdMarker }) };
  }
}

/** @throws Error, in one line with the name of the setting */
async function explained<T>(location: S3Location, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explainS3Failure(error instanceof AppError ? error.cause : error, location);
  }
}

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

/** Larger blobs are sent in parts, so that a broken connection costs one part. */
const MAX_SINGLE_PUT_BYTES = 16 * 2 ** 20;
const READ_BYTES = 2 ** 18;
/** Name of the object metadata with the SHA-256 in hex. */
const SHA256_METADATA = 'sha256';

interface PutTarget {
  location: S3Location;
  client: S3Client;
  /** The client for parts, created on demand. */
  parts(): S3Client;
}

interface Upload {
  Bucket: string;
  Key: string;
  path: string;
  sizeBytes: number;
  sha256: string;
}

/**
 * Sends a file. It resolves when the store has acknowledged all bytes. A lost acknowledgement is recovered by sending the
 * same bytes to the same key again.
 * @throws AppError STORAGE_UNAVAILABLE
 */
async function putToS3(target: PutTarget, Key: string, path: string): Promise<void> {
  const { location, client } = target;
  const { size: sizeBytes } = await stat(path).catch(rethrow);
  const sha256 = await hashOf(path).catch(rethrow);
  const upload: Upload = { Bucket: location.bucket, Key, path, sizeBytes, sha256 };
  if (sizeBytes > MAX_SINGLE_PUT_BYTES) await sendInParts(target, upload);
  else await retrying(location, (signal) => sendAtOnce(client, upload, signal), sizeBytes);
}

async function sendAtOnce(client: S3Client, upload: Upload, abortSignal: AbortSignal): Promise<void> {
  const { Bucket, Key, path, sizeBytes, sha256 } = upload;
  const file = sizeBytes === 0 ? undefined : createReadStream(path);
  const Metadata = { [SHA256_METADATA]: sha256 };
  const command = new PutObjectCommand({ Bucket, Key, Body: file ?? '', ContentLength: sizeBytes, Metadata });
  // The checksum is part of the signature, and the store compares it with the received bytes.
  command.middlewareStack.add(
    (next) => (args) => {
      (args.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = sha256;
      return next(args);
    },
    { step: 'build' },
  );
  try {
    await client.send(command, { abortSignal });
  } finally {
    file?.destroy();
  }
}

/** Sends one part at a time, held in memory. The SDK signs each part with its SHA-256. */
async function sendInParts({ location, client, parts }: PutTarget, upload: Upload): Promise<void> {
  const { Upload: MultipartUpload } = await import('@aws-sdk/lib-storage');
  const { Bucket, Key, path, sizeBytes, sha256 } = upload;
  const file = createReadStream(path, { highWaterMark: READ_BYTES });
  const multipart = new MultipartUpload({
    client: parts(),
    params: { Bucket, Key, Body: file, Metadata: { [SHA256_METADATA]: sha256 } },
    partSize: Math.max(PART_BYTES, Math.ceil(sizeBytes / 10_000)),
    queueSize: 1,
    leavePartsOnError: false,
  });
  const timer = setTimeout(() => void multipart.abort(), location.timeoutMs + 2 * sendingMs(sizeBytes));
  try {
    await multipart.done();
  } catch (error) {
    // If the acknowledgement of the last step is lost, its retry fails because the upload no longer exists.
    if (!(await isStored(location, client, upload))) throw unavailable(error);
  } finally {
    clearTimeout(timer);
    file.destroy();
  }
}

async function isStored(location: S3Location, client: S3Client, upload: Upload): Promise<boolean> {
  const { Bucket, Key, sizeBytes, sha256 } = upload;
  return createSend(
    client,
    location,
  )(() => new HeadObjectCommand({ Bucket, Key })).then(
    ({ ContentLength, Metadata }) => ContentLength === sizeBytes && Metadata?.[SHA256_METADATA] === sha256,
    () => false,
  );
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: READ_BYTES })) hash.update(chunk);
  return hash.digest('hex');
}

function rethrow(error: unknown): never {
  throw unavailable(error);
}
