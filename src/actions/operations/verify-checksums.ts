import { createHash } from 'node:crypto';
import type { BlobStore } from '../../blobs/port.ts';
import type { CorruptBlob, CorruptionReason } from '../../catalog/blobs/blob-integrity.ts';
import { isLive, listBlobs, type NewBlob } from '../../catalog/blobs/blobs.ts';
import type { Db } from '../../catalog/schema.ts';
import { createThrottle } from '../../lib/throttle.ts';

const PAGE = 100;

export interface VerifyBounds {
  /** Only blobs whose key sorts after this one. */
  after: string;
  /** Stops after the blob that reaches this number of bytes. */
  maxBytes: number;
  /** Average rate. */
  bytesPerSecond: number;
}

/**
 * Reads blobs and compares their checksums with the catalog, to find lost and corrupt blobs.
 * @returns the corrupt blobs, and the key to continue after, '' at the end
 */
export async function verifyChecksums(
  { db, blobs }: { db: Db; blobs: BlobStore },
  { after, maxBytes, bytesPerSecond }: VerifyBounds,
): Promise<{ corrupt: CorruptBlob[]; next: string }> {
  const corrupt: CorruptBlob[] = [];
  const throttle = createThrottle(bytesPerSecond);
  let bytes = 0;
  let last = after;
  for (;;) {
    const page = await listBlobs(db, last, PAGE);
    if (page.length === 0) return { corrupt, next: '' };
    for (const blob of page) {
      const fault = await verifyBlob(blobs, blob);
      // A concurrent delete is no corruption.
      if (fault !== undefined && (await isLive(db, blob.key))) corrupt.push({ key: blob.key, fault });
      bytes += blob.sizeBytes;
      last = blob.key;
      if (bytes >= maxBytes) return { corrupt, next: last };
      await throttle(blob.sizeBytes);
    }
  }
}

/** Reads a whole blob. @returns undefined when its bytes are correct */
export async function verifyBlob(blobs: BlobStore, blob: NewBlob): Promise<CorruptionReason | undefined> {
  const body = await blobs.open(blob.key);
  if (body === undefined) return 'missing';
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    hash.update(chunk);
  }
  if (size !== blob.sizeBytes) return 'size';
  return hash.digest('hex') === blob.sha256 ? undefined : 'sha256';
}
