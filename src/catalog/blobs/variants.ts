import type { NotNull } from 'kysely';
import type { FormatName } from '../../core/formats.ts';
import type { Db, Tx } from '../schema.ts';
import { deduplicateBlob, type NewBlob, releaseBlob } from './blobs.ts';

/** Identifies a variant: the key of its original, its width in pixels, the extension of its link. */
export interface VariantId {
  originalKey: string;
  width: number;
  extension: string;
}

/** A stored variant. */
export interface Variant {
  blobKey: string;
  sizeBytes: number;
  sha256: string;
  /** The format of its bytes; differs from the extension when that format would have taken too long to encode. */
  format: FormatName;
}

export async function findVariant(db: Db, id: VariantId): Promise<Variant | undefined> {
  const row = await db
    .selectFrom('variants')
    .innerJoin('blobs', 'blobs.key', 'variants.blob_key')
    .select(['blobs.key', 'blobs.size_bytes', 'blobs.sha256', 'variants.format'])
    .where('original_key', '=', id.originalKey)
    .where('width', '=', id.width)
    .where('extension', '=', id.extension)
    .$narrowType<{ format: NotNull }>()
    .executeTakeFirst();
  return row && { blobKey: row.key, sizeBytes: row.size_bytes, sha256: row.sha256, format: row.format };
}

/**
 * Leases the making of a variant, so that only one node makes it.
 * @returns false when it is made, another node has the lease, or the original does not exist
 */
export async function leaseVariant(db: Db, id: VariantId, nowMs: number, leaseMs: number): Promise<boolean> {
  const leased = await db
    .insertInto('variants')
    .columns(['original_key', 'width', 'extension', 'blob_key', 'format', 'lease_until'])
    .expression((eb) =>
      eb
        .selectFrom('blobs')
        .select((value) => [
          'blobs.key',
          value.lit(id.width).as('width'),
          value.cast<string>(value.val(id.extension), 'text').as('extension'),
          value.cast<string | null>(value.val(null), 'text').as('blob_key'),
          value.cast<string | null>(value.val(null), 'text').as('format'),
          value.cast<number>(value.val(nowMs + leaseMs), 'bigint').as('lease_until'),
        ])
        .where('blobs.key', '=', id.originalKey),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['original_key', 'width', 'extension'])
        .doUpdateSet({ lease_until: nowMs + leaseMs })
        .where('variants.blob_key', 'is', null)
        .where('variants.lease_until', '<=', nowMs),
    )
    .returning('width')
    .executeTakeFirst();
  return leased !== undefined;
}

/** Releases the lease of a variant that was not made, so that the next request tries again at once. */
export async function releaseVariant(db: Db, id: VariantId): Promise<void> {
  await db
    .deleteFrom('variants')
    .where('original_key', '=', id.originalKey)
    .where('width', '=', id.width)
    .where('extension', '=', id.extension)
    .where('blob_key', 'is', null)
    .execute();
}

/**
 * Records a variant whose blob has just been put into the store.
 * @returns the key of its blob; undefined when the original was deleted or another node was faster: the caller must then
 *   roll the transaction back
 */
export async function commitVariant(
  tx: Tx,
  id: VariantId,
  blob: NewBlob,
  format: FormatName,
): Promise<string | undefined> {
  const key = await deduplicateBlob(tx, blob);
  const written = await tx
    .updateTable('variants')
    .set({ blob_key: key, format })
    .where('original_key', '=', id.originalKey)
    .where('width', '=', id.width)
    .where('extension', '=', id.extension)
    .where('blob_key', 'is', null)
    .returning('width')
    .executeTakeFirst();
  return written && key;
}

/** Releases all leases of variants and thumbnails. Call it only when no other process is running. */
export async function releaseAllVariantLeases(db: Db): Promise<void> {
  await db.deleteFrom('variants').where('blob_key', 'is', null).execute();
}

/** Deletes the variants whose blob is corrupt. The next request makes them again. */
export async function removeVariantsStoredAs(tx: Tx, blobKey: string, nowMs: number): Promise<void> {
  const removed = await tx.deleteFrom('variants').where('blob_key', '=', blobKey).returning('blob_key').execute();
  for (const _variant of removed) await releaseBlob(tx, blobKey, nowMs);
}
