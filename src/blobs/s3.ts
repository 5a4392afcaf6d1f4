import type { Readable } from 'node:stream';
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
import { type BlobStore, type ByteRange, OWNER_TOKEN_KEY } from './port.ts';
import { resumableBody } from './s3-body.ts';
import { createPartsClient, createS3Client, presignedUrl } from './s3-client.ts';
import { putToS3, SHA256_METADATA } from './s3-put.ts';
import { explainS3Failure, isMissingKey, retrying, unavailable } from './s3-retry.ts';

/** For how long the store is taken to be well after it was found so: every upload asks. */
const WELL_MS = 2_000;

export interface S3Blobs extends BlobStore {
  /** @throws Error, in one line that names the setting to look at, when the bucket cannot be used */
  probe(): Promise<void>;
}

/**
 * Blobs as objects of a bucket: AWS, R2, MinIO, Ceph. No operation waits longer than the time-outs of the location allow.
 * A put resolves when the store has acknowledged it, and the store has then what S3 promises to keep.
 */
export function createS3Blobs(location: S3Location): S3Blobs {
  const { bucket: Bucket, prefix } = location;
  const client = createS3Client(location);
  let partsClient: S3Client | undefined;
  let linksClient: S3Client | undefined;
  let wellUntil = 0;

  const listPage = (after: string, MaxKeys: number) =>
    retrying(location, (abortSignal) =>
      client.send(
        new ListObjectsV2Command({
          Bucket,
          Prefix: prefix,
          ...(after !== '' && { StartAfter: prefix + after }),
          MaxKeys,
        }),
        { abortSignal },
      ),
    );

  const get = (key: string, range?: ByteRange) =>
    orUndefined(
      retrying(location, (abortSignal) =>
        client.send(
          new GetObjectCommand({
            Bucket,
            Key: prefix + key,
            ...(range && { Range: `bytes=${range.start}-${range.end}` }),
          }),
          { abortSignal },
        ),
      ),
    );

  async function open(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const answer = await get(key, range);
    if (answer === undefined) return undefined;
    const { first, sizeBytes, sha256 } = partsOf(answer);
    const start = range?.start ?? 0;
    return resumableBody({
      first,
      sizeBytes,
      stallMs: location.attemptTimeoutMs,
      sha256: range === undefined ? sha256 : undefined,
      async reopen(offset) {
        const rest = await get(key, { start: start + offset, end: start + sizeBytes - 1 });
        if (rest === undefined) throw unavailable(new Error('the blob was deleted while it was read'));
        return partsOf(rest).first;
      },
    });
  }

  async function read(key: string): Promise<Buffer | undefined> {
    const body = await open(key);
    return body && Buffer.concat(await Array.fromAsync(body as AsyncIterable<Buffer>));
  }

  async function remove(key: string): Promise<void> {
    await retrying(location, (abortSignal) =>
      client.send(new DeleteObjectCommand({ Bucket, Key: prefix + key }), { abortSignal }),
    );
  }

  return {
    async put(key, path) {
      const parts = () => {
        partsClient ??= createPartsClient(location);
        return partsClient;
      };
      try {
        await putToS3(location, client, parts, prefix + key, path);
      } catch (error) {
        // It may be there all the same, where only the acknowledgements were lost.
        await remove(key).catch(() => {});
        throw error;
      }
      return { moved: false };
    },
    read,
    open,
    async link(key, options) {
      linksClient ??= createS3Client({ ...location, endpoint: location.publicEndpoint ?? location.endpoint });
      return presignedUrl(linksClient, Bucket, prefix + key, options).catch((error) => {
        throw unavailable(error);
      });
    },
    async size(key) {
      const command = () => new HeadObjectCommand({ Bucket, Key: prefix + key });
      const head = await orUndefined(retrying(location, (abortSignal) => client.send(command(), { abortSignal })));
      if (head !== undefined) return head.ContentLength ?? 0;
      // The answer to HEAD has no body, which could say that it is the whole bucket that is missing.
      const answer = await get(key);
      if (answer === undefined) return undefined;
      const { first, sizeBytes } = partsOf(answer);
      first.destroy();
      return sizeBytes;
    },
    delete: remove,
    async *list(after = '') {
      // Pages begin behind the last key that was seen: nothing of the store's own has to be remembered between them.
      for (let last = after; ; ) {
        const { Contents = [], IsTruncated } = await listPage(last, 1_000);
        for (const { Key = '', Size = 0 } of Contents) {
          last = Key.slice(prefix.length);
          if (last === OWNER_TOKEN_KEY) continue;
          yield { key: last, sizeBytes: Size };
        }
        if (IsTruncated !== true || Contents.length === 0) return;
      }
    },
    async abandonUnfinished(before) {
      let abandoned = 0;
      let markers: { KeyMarker?: string; UploadIdMarker?: string } = {};
      for (;;) {
        const page = await retrying(location, (abortSignal) =>
          client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix, ...markers }), { abortSignal }),
        );
        for (const { Key = '', UploadId } of page.Uploads ?? []) {
          if (Key.slice(prefix.length) >= before) continue;
          const abort = () => new AbortMultipartUploadCommand({ Bucket, Key, UploadId });
          const gone = await orUndefined(retrying(location, (abortSignal) => client.send(abort(), { abortSignal })));
          if (gone !== undefined) abandoned++;
        }
        const { NextKeyMarker, NextUploadIdMarker } = page;
        if (page.IsTruncated !== true || NextKeyMarker === undefined) return abandoned;
        markers = { KeyMarker: NextKeyMarker, ...(NextUploadIdMarker && { UploadIdMarker: NextUploadIdMarker }) };
      }
    },
    readOwnerToken: () => explained(async () => (await read(OWNER_TOKEN_KEY))?.toString()),
    writeOwnerToken: (Body) =>
      explained(async () => {
        const command = () => new PutObjectCommand({ Bucket, Key: prefix + OWNER_TOKEN_KEY, Body });
        await retrying(location, (abortSignal) => client.send(command(), { abortSignal }));
      }),
    async check() {
      if (performance.now() >= wellUntil) {
        await listPage('', 1);
        wellUntil = performance.now() + WELL_MS;
      }
      return { freeBytes: null };
    },
    probe: () => explained(async () => void (await listPage('', 1))),
  };

  /** @throws Error, in one line that names the setting to look at */
  async function explained<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw explainS3Failure(error instanceof AppError ? error.cause : error, location);
    }
  }
}

function partsOf(answer: GetObjectCommandOutput): { first: Readable; sizeBytes: number; sha256: string | undefined } {
  return {
    first: answer.Body as Readable,
    sizeBytes: answer.ContentLength ?? 0,
    sha256: answer.Metadata?.[SHA256_METADATA],
  };
}

/** Absence is a value; every other failure is the store's. */
async function orUndefined<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof AppError && isMissingKey(error.cause)) return undefined;
    throw error;
  }
}
