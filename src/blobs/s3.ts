import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { AppError } from '../core/errors.ts';
import type { S3Location } from './location.ts';
import { type BlobStore, OWNER_TOKEN_KEY, type StoredBlob } from './port.ts';
import { createPartsClient, createS3Client, createSend, presignedUrl, type S3Send } from './s3-client.ts';
import { putToS3 } from './s3-put.ts';
import { createS3Reads, unlessMissing } from './s3-read.ts';
import { explainS3Failure, unavailable } from './s3-retry.ts';

/** How long a successful check is valid: every upload checks the store. */
const CHECK_VALID_MS = 2_000;
const PAGE_KEYS = 1_000;

export interface S3Blobs extends BlobStore {
  /** @throws Error, in one line with the name of the setting, when the bucket cannot be used */
  probe(): Promise<void>;
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
