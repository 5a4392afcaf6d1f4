import {
  type $Command,
  GetObjectCommand,
  HeadObjectCommand,
  S3Client,
  type S3ClientResolvedConfig,
  type ServiceInputTypes,
  type ServiceOutputTypes,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { S3Location } from './location.ts';
import type { LinkOptions } from './port.ts';
import { isMissingKey, retrying, sendingMs } from './s3-retry.ts';

/** The smallest size that S3 allows. With the limit of 10,000 parts it is enough for 48 GiB. */
export const PART_BYTES = 5 * 2 ** 20;
const MAX_SOCKETS = 128;
const PART_ATTEMPTS = 4;

function commonOptions({ region, endpoint, credentials, forcePathStyle }: S3Location) {
  return {
    region,
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials !== undefined && { credentials }),
    forcePathStyle,
    // The SDK sends CRC32 trailers by default, which Ceph, R2 and older MinIO reject. All of them check the SHA-256 that
    // is part of the signature.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  } as const;
}

/** A client that makes one attempt for each request and has no time-out: `createSend` adds both. */
export function createS3Client(location: S3Location): S3Client {
  const agent = { keepAlive: true, maxSockets: MAX_SOCKETS };
  const client = new S3Client({
    ...commonOptions(location),
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: location.connectTimeoutMs,
      httpAgent: agent,
      httpsAgent: agent,
      // A slow consumer of a body is not a failure of the store; the reader of the body detects stalls.
      socketTimeout: 0,
      // Waiting for a free socket counts towards the time-out of the attempt; the SDK's own warning is redundant.
      socketAcquisitionWarningTimeout: 2 ** 31 - 1,
    },
  });
  return reporting(client, location);
}

/** A client for the parts of large blobs, with the SDK's own retries. */
export function createPartsClient(location: S3Location): S3Client {
  const client = new S3Client({
    ...commonOptions(location),
    maxAttempts: PART_ATTEMPTS,
    retryMode: 'standard',
    requestHandler: {
      connectionTimeout: location.connectTimeoutMs,
      requestTimeout: location.attemptTimeoutMs + sendingMs(PART_BYTES),
      throwOnRequestTimeout: true,
    },
  });
  return reporting(client, location);
}

/** Reports each attempt of each request of a client. */
function reporting(client: S3Client, { events }: S3Location): S3Client {
  if (events === undefined) return client;
  client.middlewareStack.add(
    (next, { commandName = 'unknown' }) =>
      async (args) => {
        const operation = commandName.replace(/Command$/, '');
        const begunAt = performance.now();
        const report = (failed: boolean) =>
          events.emit('request', { operation, seconds: (performance.now() - begunAt) / 1_000, failed });
        if (isRepeated(args.request)) events.emit('retry');
        try {
          const result = await next(args);
          report(false);
          return result;
        } catch (error) {
          report(!isMissingKey(error));
          throw error;
        }
      },
    // Behind the SDK's own retries.
    { step: 'finalizeRequest', priority: 'low', name: 'report' },
  );
  return client;
}

/** Whether the SDK's own retries have sent a request before. */
function isRepeated(request: unknown): boolean {
  const { headers = {} } = request as { headers?: Record<string, string> };
  const [, attempt = '1'] = /attempt=(\d+)/.exec(headers['amz-sdk-request'] ?? '') ?? [];
  return attempt !== '1';
}

type Command<I extends ServiceInputTypes, O extends ServiceOutputTypes> = $Command<I, O, S3ClientResolvedConfig>;

/**
 * Sends a command with retries and time-outs.
 * @param make creates the command of each attempt
 * @throws AppError STORAGE_UNAVAILABLE with the SDK's error as its cause
 */
export type S3Send = <I extends ServiceInputTypes, O extends ServiceOutputTypes>(
  make: () => Command<I, O>,
) => Promise<O>;

export function createSend(client: S3Client, location: S3Location): S3Send {
  return (make) => retrying(location, (abortSignal) => client.send(make(), { abortSignal }));
}

/**
 * A presigned URL (AWS Signature Version 4 in the query), which is valid for one object until it expires.
 * @param client with the endpoint that clients reach; nothing is sent
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
