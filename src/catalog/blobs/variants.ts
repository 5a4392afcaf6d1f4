import type { NotNull } from 'kysely';
import type { FormatName } from '../../core/formats.ts';
import type { Db, Tx } from '../schema.ts';
import { deduplicateBlob, type NewBlob, releaseBlob } from './blobs.ts';

/** Which variant: an original's bytes, a width in pixels, the extension that was asked for. */
export interface VariantId {
  originalKey: string;
  width: number;
  extension: string;
}

/** A variant that has been made. */
export interface Variant {
  blobKey: string;
  sizeBytes: number;
  sha256: string;
  /** Of its bytes; another than was asked for where that one would have taken too long. */
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
 * Takes on the making of a variant, for as long as the lease lasts: of all nodes one makes it.
 * @returns false when it is made already, another node is making it, or the original is gone
 */
export async function leaseVariant(db: Db, id: VariantId, nowMs: number, leaseMs: number): Promise<boolean> {
  const claimed = await db
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
  return claimed !== undefined;
}

/** Gives up the making of a variant, so that the next request may try at once. */
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
 * Writes down a variant whose bytes have just been put.
 * @returns the key to read it under; undefined when its original has gone meanwhile or another node was faster:
 *   then the transaction has to be rolled back
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

/** Ends all leases: whoever made a variant is known to have ended. */
export async function releaseAllVariantLeases(db: Db): Promise<void> {
  await db.deleteFrom('variants').where('blob_key', 'is', null).execute();
}

/** Removes variants whose own bytes are no longer right: the next request makes them anew. */
export async function removeVariantsStoredAs(tx: Tx, blobKey: string, nowMs: number): Promise<void> {
  const removed = await tx.deleteFrom('variants').where('blob_key', '=', blobKey).returning('blob_key').execute();
  for (const _variant of removed) await releaseBlob(tx, blobKey, nowMs);
}
