import { anyText, httpUrl, integer, oneOf } from '../lib/env.ts';

export const storageSettings = {
  dataDir: {
    name: 'IMGD_DATA_DIR',
    default: './data',
    parse: anyText,
    meaning: 'Directory of the SQLite file, the blobs and the temporary files; one file system.',
  },
  memoryCacheBytes: {
    name: 'IMGD_MEMORY_CACHE_BYTES',
    default: String(64 * 2 ** 20),
    parse: integer(0),
    meaning: 'Small blobs that were asked for lately are kept in memory, up to so many bytes together; 0 = none.',
  },
  verifyBytesPerSecond: {
    name: 'IMGD_VERIFY_BYTES_PER_SECOND',
    aliases: ['IMGD_SCRUB_BYTES_PER_SECOND'],
    default: String(2 ** 20),
    parse: integer(0),
    meaning: 'Average rate of the background job that verifies the checksums of stored blobs; 0 = off.',
  },
  minFreeBytes: {
    name: 'IMGD_MIN_FREE_BYTES',
    default: String(256 * 2 ** 20),
    parse: integer(0),
    meaning: 'Uploads are refused while fewer bytes than this are free; reading and deleting go on.',
  },
  blobs: {
    name: 'IMGD_BLOBS',
    default: 'disk',
    parse: oneOf('disk', 's3'),
    meaning: 'Where originals and thumbnails are kept: `disk` = below the data directory, `s3` = a bucket.',
  },
  blobsFallback: {
    name: 'IMGD_BLOBS_FALLBACK',
    default: undefined,
    parse: fallbackName,
    meaning:
      'While blobs are moved: the other location (`disk`, `s3`, or `s3://bucket/prefix` in the same store), where those are read that `IMGD_BLOBS` does not have.',
  },
  blobCacheBytes: {
    name: 'IMGD_BLOB_CACHE_BYTES',
    default: String(2 ** 30),
    parse: integer(0),
    meaning:
      'With `s3`: copies of blobs that were asked for lately are kept on the local disk, up to so many bytes; 0 = none.',
  },
  blobCacheDir: {
    name: 'IMGD_BLOB_CACHE_DIR',
    default: undefined,
    parse: anyText,
    meaning: 'Directory of these copies; one for each node. Default: `blob-cache` below the data directory.',
  },
  blobCacheHours: {
    name: 'IMGD_BLOB_CACHE_HOURS',
    default: '24',
    parse: integer(1, 8_760),
    meaning: 'How long a copy is used; the copies of deleted images that other nodes hold go by then.',
  },
  s3Bucket: {
    name: 'IMGD_S3_BUCKET',
    default: undefined,
    parse: bucketName,
    meaning: 'Bucket of the blobs; it must exist.',
  },
  s3Prefix: {
    name: 'IMGD_S3_PREFIX',
    default: '',
    parse: keyPrefix,
    meaning: 'Beginning of all keys in the bucket, such as `imgd/`; one prefix belongs to one catalog.',
  },
  s3Endpoint: {
    name: 'IMGD_S3_ENDPOINT',
    default: undefined,
    parse: httpUrl,
    meaning: 'Address of the S3 store. Without one it is that of AWS in the region.',
  },
  s3Region: {
    name: 'IMGD_S3_REGION',
    default: 'us-east-1',
    parse: anyText,
    meaning: 'Region of the bucket; stores without regions take any (R2: `auto`).',
  },
  s3AccessKeyId: {
    name: 'IMGD_S3_ACCESS_KEY_ID',
    default: undefined,
    parse: anyText,
    meaning:
      'Access key of the S3 store. Without one the credentials that the AWS tools find are used (roles, `AWS_…`).',
    secret: true,
  },
  s3SecretAccessKey: {
    name: 'IMGD_S3_SECRET_ACCESS_KEY',
    default: undefined,
    parse: anyText,
    meaning: 'Secret that belongs to `IMGD_S3_ACCESS_KEY_ID`.',
    secret: true,
  },
  s3ForcePathStyle: {
    name: 'IMGD_S3_FORCE_PATH_STYLE',
    default: 'false',
    parse: (text: string) => oneOf('true', 'false')(text) === 'true',
    meaning: 'Whether the bucket is named in the path and not in the host, as MinIO and Ceph usually want it.',
  },
  s3Redirect: {
    name: 'IMGD_S3_REDIRECT',
    default: 'off',
    parse: (text: string) => oneOf('on', 'off')(text) === 'on',
    meaning:
      'Whether requests for originals are sent on (302) to the S3 store by links that work for ten minutes, instead of being answered with the bytes.',
  },
  s3PublicEndpoint: {
    name: 'IMGD_S3_PUBLIC_ENDPOINT',
    default: undefined,
    parse: httpUrl,
    meaning:
      'Address of the S3 store in these links, where clients reach it by another one. Default: `IMGD_S3_ENDPOINT`.',
  },
  s3ConnectTimeoutMs: {
    name: 'IMGD_S3_CONNECT_TIMEOUT_MS',
    default: '2000',
    parse: integer(1),
    meaning: 'Longest time to connect to the S3 store, in milliseconds.',
  },
  s3AttemptTimeoutMs: {
    name: 'IMGD_S3_ATTEMPT_TIMEOUT_MS',
    default: '5000',
    parse: integer(1),
    meaning:
      'Longest wait, in milliseconds, for the answer to one attempt, and for the next bytes of a body; sending has a second more for each MiB.',
  },
  s3TimeoutMs: {
    name: 'IMGD_S3_TIMEOUT_MS',
    default: '15000',
    parse: integer(1),
    meaning:
      'Longest time, in milliseconds, that an operation is tried again for; sending has a second more for each MiB.',
  },
};

/** The rules of AWS, which every store accepts, and the underscores and capitals that some still have. */
export function bucketName(text: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/.test(text)) {
    throw new Error('must be the name of a bucket: 3 to 63 letters, digits, dots and dashes');
  }
  return text;
}

/** Gives it with one slash at its end, or empty. */
export function keyPrefix(text: string): string {
  const bare = text.replace(/^\/+|\/+$/g, '');
  if (!/^[A-Za-z0-9!_.*'()/-]*$/.test(bare)) throw new Error("may hold letters, digits, slashes and !_.*'()- only");
  return bare === '' ? '' : `${bare}/`;
}

function fallbackName(text: string): string {
  if (text !== 'disk' && text !== 's3' && !/^s3:\/\/[^/]+(\/.*)?$/.test(text)) {
    throw new Error('must be disk, s3 or s3://bucket/prefix');
  }
  return text;
}
