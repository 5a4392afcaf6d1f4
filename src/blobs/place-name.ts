import { bucketName, keyPrefix } from './settings.ts';

/** A place of blobs as people name it; what it leaves out is what the settings say. */
export type PlaceName = { kind: 'disk'; path?: string } | { kind: 's3'; bucket?: string; prefix?: string };

/**
 * `disk` and `s3` are the places of the settings, `s3://bucket/prefix` another bucket or prefix of the same store, and
 * everything with a slash a directory.
 * @throws Error when it is none of them
 */
export function parsePlaceName(text: string): PlaceName {
  if (text === 'disk' || text === 's3') return { kind: text };
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(text) ?? [];
  if (bucket !== undefined) return { kind: 's3', bucket: bucketName(bucket), prefix: keyPrefix(prefix) };
  if (text.includes('/') && !text.includes('://')) return { kind: 'disk', path: text };
  throw new Error('must be disk, s3, s3://bucket/prefix or the path of a directory');
}
