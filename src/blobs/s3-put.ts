import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { HeadObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { S3Location } from './location.ts';
import { PART_BYTES } from './s3-client.ts';
import { retrying, sendingMs, unavailable } from './s3-retry.ts';

/** Larger blobs are sent in parts, so that a broken connection costs one part. */
const SINGLE_PUT_BYTES = 16 * 2 ** 20;
/** Under which the store keeps the SHA-256 of a blob, in hex. */
export const SHA256_METADATA = 'sha256';

interface Sent {
  Bucket: string;
  Key: string;
  path: string;
  sizeBytes: number;
  sha256: string;
}

/**
 * Sends a file; resolves when the store has acknowledged all of it. An acknowledgement that is lost is asked for again by
 * sending the same bytes to the same key.
 * @param parts gives the client for large blobs
 * @throws AppError STORAGE_UNAVAILABLE
 */
export async function putToS3(
  location: S3Location,
  client: S3Client,
  parts: () => S3Client,
  Key: string,
  path: string,
): Promise<void> {
  const sizeBytes = await stat(path).then(({ size }) => size, rethrow);
  const sha256 = await hashOf(path).catch(rethrow);
  const sent: Sent = { Bucket: location.bucket, Key, path, sizeBytes, sha256 };
  if (sizeBytes <= SINGLE_PUT_BYTES) {
    await retrying(location, (signal) => sendAtOnce(client, sent, signal), sizeBytes);
  } else await sendInParts(location, client, parts(), sent);
}

async function sendAtOnce(client: S3Client, sent: Sent, abortSignal: AbortSignal): Promise<void> {
  const { Bucket, Key, path, sizeBytes, sha256 } = sent;
  const file = sizeBytes === 0 ? undefined : createReadStream(path);
  const Metadata = { [SHA256_METADATA]: sha256 };
  const command = new PutObjectCommand({ Bucket, Key, Body: file ?? '', ContentLength: sizeBytes, Metadata });
  // It is signed with the digest, which the store compares with what has arrived.
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

/** Each part is held in memory while it is sent, one at a time; the SDK signs it with its SHA-256. */
async function sendInParts(location: S3Location, client: S3Client, partsClient: S3Client, sent: Sent): Promise<void> {
  const { Upload } = await import('@aws-sdk/lib-storage');
  const { Bucket, Key, path, sizeBytes, sha256 } = sent;
  const file = createReadStream(path, { highWaterMark: 2 ** 18 });
  const upload = new Upload({
    client: partsClient,
    params: { Bucket, Key, Body: file, Metadata: { [SHA256_METADATA]: sha256 } },
    partSize: Math.max(PART_BYTES, Math.ceil(sizeBytes / 10_000)),
    queueSize: 1,
    leavePartsOnError: false,
  });
  const timer = setTimeout(() => void upload.abort(), location.timeoutMs + 2 * sendingMs(sizeBytes));
  try {
    await upload.done();
  } catch (error) {
    // The answer to the last step may be lost, and the step asked for again is refused, as there is no such upload any more.
    if (!(await isThere(location, client, sent))) throw unavailable(error);
  } finally {
    clearTimeout(timer);
    file.destroy();
  }
}

async function isThere(
  location: S3Location,
  client: S3Client,
  { Bucket, Key, sizeBytes, sha256 }: Sent,
): Promise<boolean> {
  const asking = retrying(location, (abortSignal) =>
    client.send(new HeadObjectCommand({ Bucket, Key }), { abortSignal }),
  );
  return asking.then(
    ({ ContentLength, Metadata }) => ContentLength === sizeBytes && Metadata?.[SHA256_METADATA] === sha256,
    () => false,
  );
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 18 })) hash.update(chunk);
  return hash.digest('hex');
}

function rethrow(error: unknown): never {
  throw unavailable(error);
}
