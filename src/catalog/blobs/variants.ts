import type { ExpressionBuilder, NotNull } from 'kysely';
import type { FormatName } from '../../core/formats.ts';
import type { Db, Schema, Tx } from '../schema.ts';
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
  /** When it was made or last used; recorded once an hour. */
  usedAt: number;
}

/** A variant as the eviction sees it. */
export type StoredVariant = VariantId & Pick<Variant, 'blobKey' | 'sizeBytes' | 'usedAt'>;

export async function findVariant(db: Db, id: VariantId): Promise<Variant | undefined> {
  const row = await db
    .selectFrom('variants')
    .innerJoin('blobs', 'blobs.key', 'variants.blob_key')
    .select(['blobs.key', 'blobs.size_bytes', 'blobs.sha256', 'variants.format', 'variants.used_at'])
    .where(isVariant(id))
    .$narrowType<{ format: NotNull; used_at: NotNull }>()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    blobKey: row.key,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    format: row.format,
    usedAt: row.used_at,
  };
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
  await db.deleteFrom('variants').where(isVariant(id)).where('blob_key', 'is', null).execute();
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
  nowMs: number,
): Promise<string | undefined> {
  const key = await deduplicateBlob(tx, blob);
  const written = await tx
    .updateTable('variants')
    .set({ blob_key: key, format, size_bytes: blob.sizeBytes, used_at: nowMs })
    .where(isVariant(id))
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
  const removed = await tx.deleteFrom('variants').where('blob_key', '=', blobKey).returning('original_key').execute();
  await forgetVariants(
    tx,
    removed.map((row) => row.original_key),
  );
  for (const _variant of removed) await releaseBlob(tx, blobKey, nowMs);
}

/** Records that variants were used now. */
export async function touchVariants(tx: Tx, ids: readonly VariantId[], nowMs: number): Promise<void> {
  for (const id of inOrder(ids)) {
    await tx
      .updateTable('variants')
      .set({ used_at: nowMs })
      .where(isVariant(id))
      .where('used_at', '<', nowMs)
      .execute();
  }
}

/** The bytes of all variants. A blob that several variants share counts for each of them. */
export async function sumVariantBytes(db: Db): Promise<number> {
  const { sum } = await db
    .selectFrom('variants')
    .select((eb) => eb.fn.sum<number | null>('size_bytes').as('sum'))
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

/** The variants that were not used for the longest time. */
export async function listLeastRecentlyUsed(db: Db, limit: number): Promise<StoredVariant[]> {
  const rows = await db
    .selectFrom('variants')
    .select(['original_key', 'width', 'extension', 'blob_key', 'size_bytes', 'used_at'])
    .where('used_at', 'is not', null)
    .orderBy('used_at')
    .limit(limit)
    .$narrowType<{ blob_key: NotNull; size_bytes: NotNull; used_at: NotNull }>()
    .execute();
  return rows.map((row) => ({
    originalKey: row.original_key,
    width: row.width,
    extension: row.extension,
    blobKey: row.blob_key,
    sizeBytes: row.size_bytes,
    usedAt: row.used_at,
  }));
}

/**
 * Deletes variants that were not used since they were listed.
 * @returns those that were deleted
 */
export async function deleteUnusedVariants(
  tx: Tx,
  variants: readonly StoredVariant[],
  nowMs: number,
): Promise<StoredVariant[]> {
  const deleted: StoredVariant[] = [];
  // Before the variants, as a deletion locks them.
  await forgetVariants(
    tx,
    variants.map(({ originalKey }) => originalKey),
  );
  for (const variant of inOrder(variants)) {
    const row = await tx
      .deleteFrom('variants')
      .where(isVariant(variant))
      .where('used_at', '=', variant.usedAt)
      .where('blob_key', '=', variant.blobKey)
      .returning('blob_key')
      .executeTakeFirst();
    if (row === undefined) continue;
    await releaseBlob(tx, variant.blobKey, nowMs);
    deleted.push(variant);
  }
  return deleted;
}

/** Records that an edge may hold copies of variants that have no row. */
async function forgetVariants(tx: Tx, originalKeys: readonly string[]): Promise<void> {
  for (const key of [...new Set(originalKeys)].sort()) {
    await tx
      .updateTable('blobs')
      .set({ variants_known: null })
      .where('key', '=', key)
      .where('variants_known', 'is not', null)
      .execute();
  }
}

/** The variants that an edge may hold copies of, made or being made. */
export interface KnownVariants {
  originalKey: string;
  /** `<width>.<extension>` of each; undefined = not known. */
  variants: readonly string[] | undefined;
}

/** @returns the variants of each original; call it before its last image is deleted */
export async function findKnownVariants(db: Db, originalKeys: readonly string[]): Promise<KnownVariants[]> {
  if (originalKeys.length === 0) return [];
  const rows = await db
    .selectFrom('blobs')
    .leftJoin('variants', 'variants.original_key', 'blobs.key')
    .select(['blobs.key', 'blobs.variants_known', 'variants.width', 'variants.extension'])
    .where('blobs.key', 'in', originalKeys)
    .execute();
  const found = new Map<string, string[] | undefined>();
  for (const { key, variants_known: isKnown, width, extension } of rows) {
    const files = found.get(key) ?? (isKnown === null ? undefined : []);
    // A thumbnail that is being made has a row of width 0.
    if (width) files?.push(`${width}.${extension}`);
    found.set(key, files);
  }
  return [...found].map(([originalKey, variants]) => ({ originalKey, variants }));
}

/** The same order on every node prevents deadlocks. */
function inOrder<Id extends VariantId>(ids: readonly Id[]): Id[] {
  const key = ({ originalKey, width, extension }: VariantId) => `${originalKey} ${width} ${extension}`;
  return [...ids].sort((one, two) => (key(one) < key(two) ? -1 : 1));
}

function isVariant({ originalKey, width, extension }: VariantId) {
  return (eb: ExpressionBuilder<Schema, 'variants'>) => eb.and({ original_key: originalKey, width, extension });
}
