import type { FormatName } from '../../core/formats.ts';
import type { Db, ImageRow, Tx } from '../schema.ts';
import { addGarbage, deduplicateBlob, type NewBlob } from './blobs.ts';
import { leaseVariant, releaseVariant, type VariantId } from './variants.ts';

/** The columns of an image that describe its thumbnail. */
export type ThumbnailColumns = Pick<
  ImageRow,
  'thumbnail_key' | 'thumbnail_format' | 'thumbnail_width' | 'thumbnail_height' | 'thumbnail_state' | 'thumbnail_fault'
>;

/** A thumbnail whose blob has just been put into the store. */
export interface NewThumbnail {
  blob: NewBlob;
  format: FormatName;
  width: number;
  height: number;
}

/** The lease of a thumbnail is a variant row with a width that no variant has. */
const leaseOf = (originalKey: string): VariantId => ({ originalKey, width: 0, extension: 'thumbnail' });

/** Leases the making of a thumbnail. @returns false when another node has the lease, or the original does not exist */
export function leaseThumbnail(db: Db, originalKey: string, nowMs: number, leaseMs: number): Promise<boolean> {
  return leaseVariant(db, leaseOf(originalKey), nowMs, leaseMs);
}

/** Releases the lease of a thumbnail that was not made, so that the next request tries again at once. */
export function releaseThumbnail(db: Db, originalKey: string): Promise<void> {
  return releaseVariant(db, leaseOf(originalKey));
}

/** @returns the thumbnail, made or failed, of the images with this original; undefined while it is pending */
export async function findThumbnailOf(tx: Tx, originalKey: string): Promise<ThumbnailColumns | undefined> {
  // Any image will do: all images of an original get their thumbnail together, and there may be thousands.
  const any = await tx
    .selectFrom('images')
    .select([
      'thumbnail_key',
      'thumbnail_format',
      'thumbnail_width',
      'thumbnail_height',
      'thumbnail_state',
      'thumbnail_fault',
    ])
    .where('original_key', '=', originalKey)
    .limit(1)
    .executeTakeFirst();
  return any?.thumbnail_state === 'pending' ? undefined : any;
}

/**
 * Sets the thumbnail of all images of an original whose thumbnail is pending, and releases the lease.
 * @returns false when there are none: the caller must roll the transaction back
 */
export async function commitThumbnail(
  tx: Tx,
  originalKey: string,
  made: NewThumbnail,
  nowMs: number,
): Promise<boolean> {
  const ids = await lockWaiting(tx, originalKey);
  if (ids.length === 0) return false;
  await tx
    .updateTable('blobs')
    .set((eb) => ({ refs: eb('refs', '-', ids.length) }))
    .where('key', '=', originalKey)
    .execute();
  const thumbnailKey = await deduplicateBlob(tx, made.blob, ids.length);
  if (thumbnailKey !== made.blob.key) await addGarbage(tx, [made.blob.key], nowMs);
  await tx
    .updateTable('images')
    .set({
      thumbnail_key: thumbnailKey,
      thumbnail_format: made.format,
      thumbnail_width: made.width,
      thumbnail_height: made.height,
      thumbnail_state: 'made',
    })
    .where('id', 'in', ids)
    .execute();
  await releaseVariant(tx, leaseOf(originalKey));
  return true;
}

/** Marks the pending thumbnails of an original that does not decode as failed. */
export async function failThumbnail(tx: Tx, originalKey: string, reason: string): Promise<void> {
  const ids = await lockWaiting(tx, originalKey);
  await tx
    .updateTable('images')
    .set({ thumbnail_state: 'failed', thumbnail_fault: reason })
    .where('id', 'in', ids)
    .execute();
}

/** Locks image rows before blob rows, in the same order as deletes. */
async function lockWaiting(tx: Tx, originalKey: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('images')
    .select('id')
    .where('original_key', '=', originalKey)
    .where('thumbnail_state', '=', 'pending')
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map((row) => row.id);
}
