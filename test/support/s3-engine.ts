import { basename } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { OWNER_TOKEN_KEY } from '../../src/blobs/port.ts';
import { keysBelow } from './s3-keys.ts';

/** The S3 location of a service under test. */
export interface BlobEngine {
  /** Settings of imgd. */
  env: Record<string, string>;
  /** Keys of all blobs, with their prefix. */
  keys(): Promise<string[]>;
}

const BUCKET = 'imgd-apps';

/**
 * With TEST_BLOBS=s3: the S3 store of TEST_S3_ENDPOINT, TEST_S3_ACCESS_KEY_ID and TEST_S3_SECRET_ACCESS_KEY, with a
 * prefix for the data directory.
 */
export async function blobEngine(dataDir: string): Promise<BlobEngine | undefined> {
  if (process.env.TEST_BLOBS !== 's3') return undefined;
  const [endpoint, accessKeyId, secretAccessKey] = ['ENDPOINT', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'].map((name) => {
    const value = process.env[`TEST_S3_${name}`];
    if (value === undefined) throw new Error(`TEST_BLOBS=s3 needs TEST_S3_${name}`);
    return value;
  }) as [string, string, string];
  const prefix = `${basename(dataDir)}/`;
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  return {
    env: {
      IMGD_BLOBS: 's3',
      IMGD_S3_ENDPOINT: endpoint,
      IMGD_S3_BUCKET: BUCKET,
      IMGD_S3_PREFIX: prefix,
      IMGD_S3_ACCESS_KEY_ID: accessKeyId,
      IMGD_S3_SECRET_ACCESS_KEY: secretAccessKey,
      IMGD_S3_FORCE_PATH_STYLE: 'true',
    },
    async keys() {
      const keys = await keysBelow(client, BUCKET, prefix);
      return keys.filter((key) => key !== prefix + OWNER_TOKEN_KEY);
    },
  };
}
