import { SettingsError, type ValuesOf } from '../lib/env.ts';
import type { StoreEvents } from './port.ts';
import { bucketName, keyPrefix, type storageSettings } from './settings.ts';

/** A location as users write it. Omitted parts come from the settings. */
export type LocationName = { kind: 'disk'; path?: string } | { kind: 's3'; bucket?: string; prefix?: string };

/**
 * Parses `disk` or `s3` (the locations of the settings), `s3://bucket/prefix` (another bucket or prefix of the same
 * store) or a path with a slash (a directory).
 * @throws Error when it is none of them
 */
export function parseLocationName(text: string): LocationName {
  if (text === 'disk' || text === 's3') return { kind: text };
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(text) ?? [];
  if (bucket !== undefined) return { kind: 's3', bucket: bucketName(bucket), prefix: keyPrefix(prefix) };
  if (text.includes('/') && !text.includes('://')) return { kind: 'disk', path: text };
  throw new Error('must be disk, s3, s3://bucket/prefix or the path of a directory');
}

/** A bucket with endpoint, credentials and time-outs. */
export interface S3Location {
  bucket: string;
  /** Prefix of all keys: empty, or with a slash at its end. */
  prefix: string;
  /** Undefined = AWS in the region. */
  endpoint: string | undefined;
  /** Endpoint in presigned links; undefined = `endpoint`. */
  publicEndpoint?: string | undefined;
  region: string;
  /** Undefined = the default credentials of the AWS tools. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
  forcePathStyle: boolean;
  connectTimeoutMs: number;
  /** For the response to one attempt, and for the next bytes of a body. */
  attemptTimeoutMs: number;
  /** For all attempts together. */
  timeoutMs: number;
  /** Hears of each request. */
  events?: StoreEvents | undefined;
}

/** @throws SettingsError when a required setting is missing */
export function s3LocationOf(settings: ValuesOf<typeof storageSettings>): S3Location {
  const { s3Bucket: bucket, s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = settings;
  const problems: string[] = [];
  if (bucket === undefined) problems.push('IMGD_S3_BUCKET: required when blobs are stored in S3');
  if (accessKeyId === undefined && secretAccessKey !== undefined) {
    problems.push('IMGD_S3_ACCESS_KEY_ID: required with IMGD_S3_SECRET_ACCESS_KEY');
  }
  if (accessKeyId !== undefined && secretAccessKey === undefined) {
    problems.push('IMGD_S3_SECRET_ACCESS_KEY: required with IMGD_S3_ACCESS_KEY_ID');
  }
  if (bucket === undefined || problems.length > 0) throw new SettingsError(problems);
  return {
    bucket,
    prefix: settings.s3Prefix,
    endpoint: settings.s3Endpoint,
    publicEndpoint: settings.s3PublicEndpoint,
    region: settings.s3Region,
    credentials:
      accessKeyId === undefined || secretAccessKey === undefined ? undefined : { accessKeyId, secretAccessKey },
    forcePathStyle: settings.s3ForcePathStyle,
    connectTimeoutMs: settings.s3ConnectTimeoutMs,
    attemptTimeoutMs: settings.s3AttemptTimeoutMs,
    timeoutMs: settings.s3TimeoutMs,
  };
}
