import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { CEPH_PROGRAMS, type Ceph, startCeph } from '../../scripts/services/ceph.ts';
import type { Tls } from '../../scripts/services/redis.ts';
import type { S3Location } from '../../src/blobs/location.ts';
import { keysBelow } from './s3-keys.ts';

/** An S3 store with a new bucket, and access to its objects that bypasses the code under test. */
export interface TestS3 extends AsyncDisposable {
  /** Settings of imgd for the bucket, without IMGD_BLOBS and IMGD_S3_PREFIX. */
  env: Record<string, string>;
  /** Undefined for the store at TEST_S3_ENDPOINT. */
  ceph: Ceph | undefined;
  location(changes?: Partial<S3Location>): S3Location;
  client: S3Client;
  bucket: string;
  plant(key: string, bytes: Buffer): Promise<void>;
  peek(key: string): Promise<Buffer>;
  /** Keys that begin with `prefix`, with the prefix removed. */
  keys(prefix: string): Promise<string[]>;
}

/**
 * `skip` value of tests that need Ceph: the reason why it is missing, or false.
 * @throws Error in CI, where every test must run
 */
export function cephMissing(): string | false {
  if (process.env.TEST_S3_ENDPOINT !== undefined) return false;
  const missing = CEPH_PROGRAMS.filter((program) => spawnSync('which', [program]).status !== 0);
  if (missing.length === 0) return false;
  const why = `Ceph is not installed (${missing.join(', ')})`;
  if (process.env.CI === 'true') throw new Error(why);
  return why;
}

/**
 * Opens the S3 store of TEST_S3_ENDPOINT, TEST_S3_ACCESS_KEY_ID and TEST_S3_SECRET_ACCESS_KEY, or starts Ceph,
 * which takes several seconds.
 * @param tls certificate of a second endpoint of Ceph
 */
export async function openTestS3(tls?: Tls): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), 'imgd-ceph-'));
  const ceph = process.env.TEST_S3_ENDPOINT === undefined ? await startCeph(directory, tls) : undefined;
  const bucket = `imgd-${randomUUID()}`;
  const env: Record<string, string> = {
    ...(ceph?.env ?? {
      IMGD_S3_ENDPOINT: process.env.TEST_S3_ENDPOINT ?? '',
      IMGD_S3_ACCESS_KEY_ID: process.env.TEST_S3_ACCESS_KEY_ID ?? '',
      IMGD_S3_SECRET_ACCESS_KEY: process.env.TEST_S3_SECRET_ACCESS_KEY ?? '',
      IMGD_S3_FORCE_PATH_STYLE: 'true',
    }),
    IMGD_S3_BUCKET: bucket,
  };
  const location = (changes: Partial<S3Location> = {}): S3Location => ({
    bucket,
    prefix: '',
    endpoint: env.IMGD_S3_ENDPOINT,
    region: 'us-east-1',
    credentials: {
      accessKeyId: env.IMGD_S3_ACCESS_KEY_ID ?? '',
      secretAccessKey: env.IMGD_S3_SECRET_ACCESS_KEY ?? '',
    },
    forcePathStyle: true,
    connectTimeoutMs: 2_000,
    attemptTimeoutMs: 10_000,
    timeoutMs: 30_000,
    ...changes,
  });
  const { endpoint = '', region, credentials = { accessKeyId: '', secretAccessKey: '' } } = location();
  const client = new S3Client({
    endpoint,
    region,
    credentials,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  return {
    env,
    ceph,
    location,
    client,
    bucket,
    async plant(Key, Body) {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body }));
    },
    async peek(Key) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key }));
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    },
    async keys(prefix) {
      const keys = await keysBelow(client, bucket, prefix);
      return keys.map((key) => key.slice(prefix.length));
    },
    async [Symbol.asyncDispose]() {
      client.destroy();
      await ceph?.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
