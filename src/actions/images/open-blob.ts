import type { BlobStore, ByteRange } from '../../blobs/port.ts';
import type { BoundedCache } from '../../lib/bounded-cache.ts';

/** Up to this size a blob is read at once: cheaper than a stream, and small enough to be held for each request. */
const READ_AT_ONCE_BYTES = 256 * 1024;

export interface BlobReading {
  blobs: BlobStore;
  /** Small blobs that were asked for lately. Keys are never reused, so nothing here is ever out of date. */
  hotBlobs: BoundedCache<Buffer>;
}

/** Bytes to send: all in memory, or as they come. */
export type BlobBody = Buffer | AsyncIterable<Uint8Array>;

/**
 * Opens a blob, or a range of it. A small one is kept in memory for the requests to come.
 * @param sizeBytes of the whole blob, as the catalog knows it
 * @returns undefined when the store does not have it
 */
export async function openBlob(
  { blobs, hotBlobs }: BlobReading,
  key: string,
  sizeBytes: number,
  range?: ByteRange,
): Promise<BlobBody | undefined> {
  if (sizeBytes > READ_AT_ONCE_BYTES) return blobs.open(key, range);
  const bytes = hotBlobs.get(key) ?? (await blobs.read(key));
  if (bytes === undefined) return undefined;
  hotBlobs.set(key, bytes);
  return range === undefined ? bytes : bytes.subarray(range.start, range.end + 1);
}
