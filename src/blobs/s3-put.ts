import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { HeadObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { S3Location } from './location.ts';
import { createSend, PART_BYTES } from './s3-client.ts';
import { retrying, sendingMs, unavailable } from './s3-retry.ts';

/** Larger blobs are sent in parts, so that a broken connection costs one part. */
const MAX_SINGLE_PUT_BYTES = 16 * 2 ** 20;
const READ_BYTES = 2 ** 18;
/** Name of the object metadata with the SHA-256 in hex. */
export const SHA256_METADATA = 'sha256';

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
export async function putToS3(target: PutTarget, Key: string, path: string): Promise<void> {
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
