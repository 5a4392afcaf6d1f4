import type { BlobStore, ByteRange } from '../../blobs/port.ts';
import type { ByteCache } from '../../lib/bounded-cache.ts';

/** Up to this size a blob is read whole: cheaper than a stream, and small enough to hold one copy per request. */
const READ_AT_ONCE_BYTES = 256 * 1024;

export interface BlobReading {
  blobs: BlobStore;
  /** Recently requested small blobs. Keys are never reused, so no entry is ever out of date. */
  smallBlobs: ByteCache;
}

/** Bytes to send: all in memory, or a stream. */
export type BlobBody = Buffer | AsyncIterable<Uint8Array>;

/**
 * Opens a blob, or a range of it, and keeps small blobs in memory.
 * @param sizeBytes size of the whole blob in the catalog
 * @returns undefined when the store does not have the blob
 */
export async function openBlob(
  { blobs, smallBlobs }: BlobReading,
  key: string,
  sizeBytes: number,
  range?: ByteRange,
): Promise<BlobBody | undefined> {
  if (sizeBytes > READ_AT_ONCE_BYTES) return blobs.open(key, range);
  const known = smallBlobs.get(key);
  const bytes = known ?? (await blobs.read(key));
  if (bytes === undefined) return undefined;
  if (known === undefined) smallBlobs.use.misses++;
  smallBlobs.set(key, bytes);
  return range === undefined ? bytes : bytes.subarray(range.start, range.end + 1);
}
