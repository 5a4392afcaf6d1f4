import type { BlobStore, ByteRange } from '../blobs/port.ts';

/** Up to this size a blob is read at once: cheaper than a stream, and small enough to be held for each request. */
const READ_AT_ONCE_BYTES = 256 * 1024;

/** Bytes to send: all in memory, or as they come. */
export type BlobBody = Buffer | AsyncIterable<Uint8Array>;

/**
 * Opens a blob, or a range of it.
 * @param sizeBytes of the whole blob, as the catalog knows it
 * @returns undefined when the store does not have it
 */
export async function openBlob(
  blobs: BlobStore,
  key: string,
  sizeBytes: number,
  range?: ByteRange,
): Promise<BlobBody | undefined> {
  if (range === undefined && sizeBytes <= READ_AT_ONCE_BYTES) return blobs.read(key);
  return blobs.open(key, range);
}
