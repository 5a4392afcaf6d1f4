import type { FormatName } from '../../core/formats.ts';
import type { Db, ImageRow, Tx } from '../schema.ts';
import { addGarbage, deduplicateBlob, type NewBlob } from './blobs.ts';
import { leaseVariant, releaseVariant, type VariantId } from './variants.ts';

/** What an image says of its thumbnail. */
export type ThumbnailColumns = Pick<
  ImageRow,
  'thumbnail_key' | 'thumbnail_format' | 'thumbnail_width' | 'thumbnail_height' | 'thumbnail_state' | 'thumbnail_fault'
>;

/** A thumbnail whose bytes have just been put. */
export interface NewThumbnail {
  blob: NewBlob;
  format: FormatName;
  width: number;
  height: number;
}

/** Whoever makes a thumbnail leases it as if it were a variant; there is no such width. */
const leaseOf = (originalKey: string): VariantId => ({ originalKey, width: 0, extension: 'thumbnail' });

/** Takes on the making of an original's thumbnail. @returns false when another node is making it, or the original is gone */
export function leaseThumbnail(db: Db, originalKey: string, nowMs: number, leaseMs: number): Promise<boolean> {
  return leaseVariant(db, leaseOf(originalKey), nowMs, leaseMs);
}

/** Gives up the making of a thumbnail, so that the next request may try at once. */
export function releaseThumbnail(db: Db, originalKey: string): Promise<void> {
  return releaseVariant(db, leaseOf(originalKey));
}

/** The thumbnail that an image with the same original has, or cannot have. */
export async function findThumbnailOf(tx: Tx, originalKey: string): Promise<ThumbnailColumns | undefined> {
  // Any of them: they are given theirs together, and there may be thousands.
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
 * Gives a thumbnail to all images of an original that wait for one, and ends its making.
 * @returns false when none does any more: then the transaction has to be rolled back
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

/** Writes down that an original does not decode, for all images of it that wait for their thumbnail. */
export async function failThumbnail(tx: Tx, originalKey: string, fault: string): Promise<void> {
  const ids = await lockWaiting(tx, originalKey);
  await tx
    .updateTable('images')
    .set({ thumbnail_state: 'failed', thumbnail_fault: fault })
    .where('id', 'in', ids)
    .execute();
}

/** Rows of images are locked before those of their blobs, as deletes do. */
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
