import { createHash } from 'node:crypto';
import type { BlobStore } from '../../blobs/port.ts';
import type { CorruptBlob, CorruptionReason } from '../../catalog/blobs/blob-integrity.ts';
import { isLive, listBlobs, type NewBlob } from '../../catalog/blobs/blobs.ts';
import type { Db } from '../../catalog/schema.ts';
import { createThrottle } from '../../lib/throttle.ts';

const PAGE = 100;

export interface ScrubBounds {
  /** Only blobs whose key sorts after this one. */
  after: string;
  /** Stops behind the blob with which this many bytes have been read. */
  maxBytes: number;
  /** Reads no faster than this on the whole. */
  bytesPerSecond: number;
}

/**
 * Reads blobs again and compares their bytes with what was stored, to find what the store has lost or changed.
 * @returns the damage found, and where to go on: the last key looked at, or '' when all have been
 */
export async function scrubBlobs(
  deps: { db: Db; blobs: BlobStore },
  bounds: ScrubBounds,
): Promise<{ damage: CorruptBlob[]; next: string }> {
  const damage: CorruptBlob[] = [];
  const throttle = createThrottle(bounds.bytesPerSecond);
  let bytes = 0;
  let after = bounds.after;
  for (;;) {
    const page = await listBlobs(deps.db, after, PAGE);
    if (page.length === 0) return { damage, next: '' };
    for (const blob of page) {
      const fault = await examineBlob(deps.blobs, blob);
      // One that was deleted meanwhile is no damage.
      if (fault !== undefined && (await isLive(deps.db, blob.key))) damage.push({ key: blob.key, fault });
      bytes += blob.sizeBytes;
      after = blob.key;
      if (bytes >= bounds.maxBytes) return { damage, next: after };
      await throttle(blob.sizeBytes);
    }
  }
}

/** Reads a blob whole. */
async function examineBlob(blobs: BlobStore, blob: NewBlob): Promise<CorruptionReason | undefined> {
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
