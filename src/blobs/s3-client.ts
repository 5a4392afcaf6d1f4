import { GetObjectCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { S3Location } from './location.ts';
import type { LinkOptions } from './port.ts';
import { sendingMs } from './s3-retry.ts';

/** Parts of this size make 48 GiB of the 10,000 parts that S3 allows; it is the least that S3 allows. */
export const PART_BYTES = 5 * 2 ** 20;
const MAX_SOCKETS = 128;
const PART_ATTEMPTS = 4;

/** What both clients have in common. */
function common({ region, endpoint, credentials, forcePathStyle }: S3Location) {
  return {
    region,
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials !== undefined && { credentials }),
    forcePathStyle,
    // By default the SDK sends CRC32 trailers, which Ceph, R2 and older MinIO do not take. The SHA-256 that every request
    // is signed with is checked by all of them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  } as const;
}

/** A client for single requests: each is sent once, and whoever sends it decides how long to wait and when again. */
export function createS3Client(location: S3Location): S3Client {
  const agent = { keepAlive: true, maxSockets: MAX_SOCKETS };
  return new S3Client({
    ...common(location),
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: location.connectTimeoutMs,
      httpAgent: agent,
      httpsAgent: agent,
      // A body may be read slowly by whoever asked for it: how long to wait for bytes is decided where they are read.
      socketTimeout: 0,
      // Waiting for a free connection is part of an attempt's time; the SDK need not speak of it.
      socketAcquisitionWarningTimeout: 2 ** 31 - 1,
    },
  });
}

/** A client for the parts of large blobs, which the SDK sends again by itself, with pauses that grow at random. */
export function createPartsClient(location: S3Location): S3Client {
  return new S3Client({
    ...common(location),
    maxAttempts: PART_ATTEMPTS,
    retryMode: 'standard',
    requestHandler: {
      connectionTimeout: location.connectTimeoutMs,
      requestTimeout: location.attemptTimeoutMs + sendingMs(PART_BYTES),
      throwOnRequestTimeout: true,
    },
  });
}

/**
 * A presigned URL (AWS Signature Version 4 in the query) that anyone can use for one object until it expires.
 * @param client of the endpoint that clients reach; nothing is sent
 */
export async function presignedUrl(
  client: S3Client,
  Bucket: string,
  Key: string,
  options: LinkOptions,
): Promise<string> {
  const { method, seconds, contentType, contentDisposition, cacheControl } = options;
  const input = {
    Bucket,
    Key,
    ResponseContentType: contentType,
    ResponseContentDisposition: contentDisposition,
    ResponseCacheControl: cacheControl,
  };
  const command = method === 'HEAD' ? new HeadObjectCommand(input) : new GetObjectCommand(input);
  return getSignedUrl(client, command, { expiresIn: seconds });
}
