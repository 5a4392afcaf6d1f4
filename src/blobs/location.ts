import { SettingsError, type ValuesOf } from '../lib/env.ts';
import { bucketName, keyPrefix, type storageSettings } from './settings.ts';

/** A bucket, the way to it, and how long to wait. */
export interface S3Location {
  bucket: string;
  /** Beginning of all keys: empty, or with a slash at its end. */
  prefix: string;
  /** Undefined = AWS in the region. */
  endpoint: string | undefined;
  /** Where others reach it, for links; undefined = at the endpoint. */
  publicEndpoint?: string | undefined;
  region: string;
  /** Undefined = what the AWS tools find. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
  forcePathStyle: boolean;
  connectTimeoutMs: number;
  /** For the answer to one attempt, and for the next bytes of a body. */
  attemptTimeoutMs: number;
  /** For all attempts together. */
  timeoutMs: number;
}

/** @throws SettingsError when a setting that the store needs is missing */
export function s3LocationOf(settings: ValuesOf<typeof storageSettings>): S3Location {
  const { s3Bucket: bucket, s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = settings;
  const problems: string[] = [];
  if (bucket === undefined) problems.push('IMGD_S3_BUCKET: is needed where blobs are kept in S3');
  if (accessKeyId === undefined && secretAccessKey !== undefined) {
    problems.push('IMGD_S3_ACCESS_KEY_ID: is needed with IMGD_S3_SECRET_ACCESS_KEY');
  }
  if (accessKeyId !== undefined && secretAccessKey === undefined) {
    problems.push('IMGD_S3_SECRET_ACCESS_KEY: is needed with IMGD_S3_ACCESS_KEY_ID');
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

/** A location of blobs as people name it; what it leaves out is what the settings say. */
export type LocationName = { kind: 'disk'; path?: string } | { kind: 's3'; bucket?: string; prefix?: string };

/**
 * `disk` and `s3` are the locations of the settings, `s3://bucket/prefix` another bucket or prefix of the same store, and
 * everything with a slash a directory.
 * @throws Error when it is none of them
 */
export function parseLocationName(text: string): LocationName {
  if (text === 'disk' || text === 's3') return { kind: text };
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(text) ?? [];
  if (bucket !== undefined) return { kind: 's3', bucket: bucketName(bucket), prefix: keyPrefix(prefix) };
  if (text.includes('/') && !text.includes('://')) return { kind: 'disk', path: text };
  throw new Error('must be disk, s3, s3://bucket/prefix or the path of a directory');
}
