import { anyText, bytes, httpUrl, integer, oneOf } from '../lib/setting-parsers.ts';

export const storageSettings = {
  dataDir: {
    name: 'IMGD_DATA_DIR',
    default: './data',
    parse: anyText,
    meaning: 'Directory of the SQLite database, the blobs and the temporary files; one file system.',
  },
  memoryCacheBytes: {
    name: 'IMGD_MEMORY_CACHE_BYTES',
    default: String(64 * 2 ** 20),
    parse: bytes(0),
    meaning: 'Size of the memory cache of small blobs, in bytes; 0 = off.',
  },
  verifyBytesPerSecond: {
    name: 'IMGD_VERIFY_BYTES_PER_SECOND',
    aliases: ['IMGD_SCRUB_BYTES_PER_SECOND'],
    default: String(2 ** 20),
    parse: bytes(0),
    meaning: 'Average rate of the background job that verifies the checksums of stored blobs; 0 = off.',
  },
  minFreeBytes: {
    name: 'IMGD_MIN_FREE_BYTES',
    default: String(256 * 2 ** 20),
    parse: bytes(0),
    meaning:
      'While fewer bytes than this are free on the disk, uploads are refused and no variants or thumbnails are made; reads and deletes continue.',
  },
  variantBytes: {
    name: 'IMGD_VARIANT_BYTES',
    default: String(10 * 2 ** 30),
    parse: bytes(0),
    meaning:
      'Bytes that all stored variants may take; beyond them the least recently used ones are deleted, and made again on request. 0 = unlimited.',
  },
  blobs: {
    name: 'IMGD_BLOBS',
    default: 'disk',
    parse: oneOf('disk', 's3'),
    meaning: 'Store of originals and thumbnails: `disk` = below the data directory, `s3` = a bucket.',
  },
  blobsFallback: {
    name: 'IMGD_BLOBS_FALLBACK',
    default: undefined,
    parse: fallbackName,
    meaning:
      'During a move: the other location (`disk`, `s3`, or `s3://bucket/prefix` in the same store), for blobs that `IMGD_BLOBS` does not have.',
  },
  blobCacheBytes: {
    name: 'IMGD_BLOB_CACHE_BYTES',
    default: String(2 ** 30),
    parse: bytes(0),
    meaning: 'With `s3`: size of the cache of blobs on the local disk, in bytes; 0 = off.',
  },
  blobCacheDir: {
    name: 'IMGD_BLOB_CACHE_DIR',
    default: undefined,
    parse: anyText,
    meaning: 'Directory of this cache; one for each node. Default: `blob-cache` below the data directory.',
  },
  blobCacheHours: {
    name: 'IMGD_BLOB_CACHE_HOURS',
    default: '24',
    parse: integer(1, 8_760),
    meaning: 'Hours until a cached blob expires. Other nodes may hold a deleted image for as long.',
  },
  s3Bucket: {
    name: 'IMGD_S3_BUCKET',
    default: undefined,
    parse: bucketName,
    meaning: 'Bucket of the blobs. It must exist.',
  },
  s3Prefix: {
    name: 'IMGD_S3_PREFIX',
    default: '',
    parse: keyPrefix,
    meaning: 'Prefix of all keys in the bucket, such as `imgd/`; one prefix for each catalog.',
  },
  s3Endpoint: {
    name: 'IMGD_S3_ENDPOINT',
    default: undefined,
    parse: httpUrl,
    meaning: 'Address of the S3 store. Default: AWS in the region.',
  },
  s3Region: {
    name: 'IMGD_S3_REGION',
    default: 'us-east-1',
    parse: anyText,
    meaning: 'Region of the bucket. Stores without regions accept any (R2: `auto`).',
  },
  s3AccessKeyId: {
    name: 'IMGD_S3_ACCESS_KEY_ID',
    default: undefined,
    parse: anyText,
    meaning: 'Access key of the S3 store. Default: the credentials of the AWS tools (roles, `AWS_…`).',
    secret: true,
  },
  s3SecretAccessKey: {
    name: 'IMGD_S3_SECRET_ACCESS_KEY',
    default: undefined,
    parse: anyText,
    meaning: 'Secret of `IMGD_S3_ACCESS_KEY_ID`.',
    secret: true,
  },
  s3ForcePathStyle: {
    name: 'IMGD_S3_FORCE_PATH_STYLE',
    default: 'false',
    parse: (text: string) => oneOf('true', 'false')(text) === 'true',
    meaning: 'Whether addresses have the bucket in the path instead of the host, as MinIO and Ceph usually require.',
  },
  s3Redirect: {
    name: 'IMGD_S3_REDIRECT',
    default: 'off',
    parse: (text: string) => oneOf('on', 'off')(text) === 'on',
    meaning:
      'Whether requests for originals are redirected (302) to the S3 store, by presigned links that are valid for ten minutes.',
  },
  s3PublicEndpoint: {
    name: 'IMGD_S3_PUBLIC_ENDPOINT',
    default: undefined,
    parse: httpUrl,
    meaning: 'Address of the S3 store in these links, if clients need another one. Default: `IMGD_S3_ENDPOINT`.',
  },
  s3ConnectTimeoutMs: {
    name: 'IMGD_S3_CONNECT_TIMEOUT_MS',
    default: '2000',
    parse: integer(1),
    meaning: 'Time-out of connecting to the S3 store, in milliseconds.',
  },
  s3AttemptTimeoutMs: {
    name: 'IMGD_S3_ATTEMPT_TIMEOUT_MS',
    default: '5000',
    parse: integer(1),
    meaning:
      'Time-out of one attempt, and of waiting for the next bytes of a body, in milliseconds; one second more for each MiB sent.',
  },
  s3TimeoutMs: {
    name: 'IMGD_S3_TIMEOUT_MS',
    default: '15000',
    parse: integer(1),
    meaning: 'Time-out of an operation with all its attempts, in milliseconds; one second more for each MiB sent.',
  },
};

/** The rules of AWS, plus underscores and capitals, which some stores accept. */
export function bucketName(text: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/.test(text)) {
    throw new Error('must be a bucket name: 3 to 63 letters, digits, dots and dashes');
  }
  return text;
}

/** @returns the prefix with one slash at its end, or empty text */
export function keyPrefix(text: string): string {
  const bare = text.replace(/^\/+|\/+$/g, '');
  if (!/^[A-Za-z0-9!_.*'()/-]*$/.test(bare)) throw new Error("may contain only letters, digits, slashes and !_.*'()-");
  return bare === '' ? '' : `${bare}/`;
}

function fallbackName(text: string): string {
  if (text !== 'disk' && text !== 's3' && !/^s3:\/\/[^/]+(\/.*)?$/.test(text)) {
    throw new Error('must be disk, s3 or s3://bucket/prefix');
  }
  return text;
}
