import { prepareQuery } from '../engine/prepared-query.ts';
import { settleDeletions } from '../images/deletions.ts';
import type { BlobRow, Db, Tx } from '../schema.ts';

/** A blob that has just been put into the store. */
export interface NewBlob {
  key: string;
  /** Hex. */
  sha256: string;
  sizeBytes: number;
}

/**
 * Adds references to the live blob with the same SHA-256, or inserts the new blob when there is none.
 * @returns the key to refer to; when it is not the key of the new blob, the new blob is duplicate content
 */
export async function deduplicateBlob(tx: Tx, blob: NewBlob, references = 1): Promise<string> {
  const row = { key: blob.key, sha256: blob.sha256, size_bytes: blob.sizeBytes, refs: references, variants_known: 1 };
  const [live] = await insertOrRefer(tx, row);
  return (live as Pick<BlobRow, 'key'>).key;
}

const insertOrRefer = prepareQuery((db, row: BlobRow) =>
  db
    .insertInto('blobs')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('sha256').doUpdateSet((eb) => ({ refs: eb('blobs.refs', '+', row.refs) })),
    )
    .returning('key'),
);

/** Adds a reference to a blob that is live and cannot be released before the transaction ends. */
export async function addReference(tx: Tx, key: string): Promise<void> {
  await countOneMore(tx, { key });
}

const countOneMore = prepareQuery((db, { key }: Pick<BlobRow, 'key'>) =>
  db
    .updateTable('blobs')
    .set((eb) => ({ refs: eb('refs', '+', 1) }))
    .where('key', '=', key),
);

/**
 * Removes one reference. With the last one the row and its variants are deleted, and the key becomes garbage.
 * @param deletionId the deletion that is complete when the bytes are removed
 * @returns whether the key has become garbage
 */
export async function releaseBlob(
  tx: Tx,
  key: string,
  nowMs: number,
  deletionId: string | null = null,
): Promise<boolean> {
  const { refs } = await tx
    .updateTable('blobs')
    .set((eb) => ({ refs: eb('refs', '-', 1) }))
    .where('key', '=', key)
    .returning('refs')
    .executeTakeFirstOrThrow();
  if (refs > 0) return false;
  await releaseVariantsOf(tx, key, nowMs, deletionId);
  await tx.deleteFrom('blobs').where('key', '=', key).execute();
  await addGarbage(tx, [key], nowMs, deletionId);
  return true;
}

/** A reference of an image that is being deleted, and the deletion that is complete when the bytes are removed. */
export interface EndedReference {
  key: string;
  deletionId: string | null;
}

/**
 * Removes references like `releaseBlob`, all of them by a few statements.
 * @returns the keys that have become garbage, each with the deletion of its last reference
 */
export async function releaseBlobs(
  tx: Tx,
  references: readonly EndedReference[],
  nowMs: number,
): Promise<Map<string, string | null>> {
  const counts = new Map<string, number>();
  for (const { key } of references) counts.set(key, (counts.get(key) ?? 0) + 1);
  const keys = [...counts.keys()];
  // Locked in one order, so that two transactions cannot deadlock.
  await tx.selectFrom('blobs').select('key').where('key', 'in', keys).orderBy('key').forUpdate().execute();
  const gone: string[] = [];
  for (const [count, some] of Map.groupBy(keys, (key) => counts.get(key) ?? 0)) {
    const left = await tx
      .updateTable('blobs')
      .set((eb) => ({ refs: eb('refs', '-', count) }))
      .where('key', 'in', some)
      .returning(['key', 'refs'])
      .execute();
    for (const { key, refs } of left) if (refs <= 0) gone.push(key);
  }
  if (gone.length === 0) return new Map();
  const deletionOf = new Map(references.map(({ key, deletionId }) => [key, deletionId]));
  const variants = await tx
    .deleteFrom('variants')
    .where('original_key', 'in', gone)
    .returning(['original_key', 'blob_key'])
    .execute();
  const ended = variants.flatMap(({ original_key: original, blob_key: key }) =>
    key === null ? [] : { key, deletionId: deletionOf.get(original) ?? null },
  );
  const garbage = new Map(gone.map((key) => [key, deletionOf.get(key) ?? null]));
  await tx.deleteFrom('blobs').where('key', 'in', gone).execute();
  await tx
    .insertInto('garbage')
    .values([...garbage].map(([key, deletionId]) => ({ key, added_at: nowMs, deletion_id: deletionId })))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const more = ended.length === 0 ? new Map<string, string | null>() : await releaseBlobs(tx, ended, nowMs);
  return new Map([...garbage, ...more]);
}

/** Deletes all variants of an original. */
export async function releaseVariantsOf(
  tx: Tx,
  originalKey: string,
  nowMs: number,
  deletionId: string | null = null,
): Promise<void> {
  const removed = await tx
    .deleteFrom('variants')
    .where('original_key', '=', originalKey)
    .returning('blob_key')
    .execute();
  for (const { blob_key: key } of removed) {
    if (key !== null) await releaseBlob(tx, key, nowMs, deletionId);
  }
}

/** Records keys as garbage, whose bytes the collector removes from the store. */
export async function addGarbage(
  db: Db,
  keys: readonly string[],
  nowMs: number,
  deletionId: string | null = null,
): Promise<void> {
  if (keys.length === 0) return;
  await db
    .insertInto('garbage')
    .values(keys.map((key) => ({ key, added_at: nowMs, deletion_id: deletionId })))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

export async function listGarbage(db: Db, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('garbage').select('key').orderBy('added_at').limit(limit).execute();
  return rows.map((row) => row.key);
}

/** @returns the garbage among the keys, and the variants that became garbage with them */
export async function findGarbage(db: Db, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .selectFrom('garbage')
    .select('key')
    .where('key', 'in', keys)
    .union(
      db
        .selectFrom('garbage as original')
        .innerJoin('garbage as variant', 'variant.deletion_id', 'original.deletion_id')
        .select('variant.key')
        .where('original.key', 'in', keys),
    )
    .execute();
  return rows.map((row) => row.key);
}

/** Records that the bytes of these keys are removed from the store. */
export async function deleteGarbageRows(db: Db, keys: readonly string[], nowMs: number): Promise<void> {
  if (keys.length === 0) return;
  const deleted = await db.deleteFrom('garbage').where('key', 'in', keys).returning('deletion_id').execute();
  const waiting = new Set(deleted.map((row) => row.deletion_id).filter((id) => id !== null));
  await settleDeletions(db, nowMs, [...waiting]);
}

/** @returns the keys that have a row, live or garbage */
export async function knownKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db
    .selectFrom('blobs')
    .select('key')
    .where('key', 'in', keys)
    .union(db.selectFrom('garbage').select('key').where('key', 'in', keys))
    .execute();
  return new Set(rows.map((row) => row.key));
}

export async function isLive(db: Db, key: string): Promise<boolean> {
  const row = await db.selectFrom('blobs').select('key').where('key', '=', key).executeTakeFirst();
  return row !== undefined;
}

/** Whether the catalog has any live blob. */
export async function hasBlobs(db: Db): Promise<boolean> {
  return (await db.selectFrom('blobs').select('key').limit(1).executeTakeFirst()) !== undefined;
}

/** The key of the newest live blob; '' when there is none. */
export async function lastBlobKey(db: Db): Promise<string> {
  const row = await db.selectFrom('blobs').select('key').orderBy('key', 'desc').limit(1).executeTakeFirst();
  return row?.key ?? '';
}

/** A page of live blobs in the order of their keys. @param after the last key of the previous page; '' = the first page */
export async function listBlobs(db: Db, after: string, limit: number): Promise<NewBlob[]> {
  const rows = await db
    .selectFrom('blobs')
    .select(['key', 'sha256', 'size_bytes'])
    .where('key', '>', after)
    .orderBy('key')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ key: row.key, sha256: row.sha256, sizeBytes: row.size_bytes }));
}

/**
 * A page of the live blobs that a backup needs, in the order of their checksums. Variants are made again on request.
 * @param after the last checksum of the previous page; '' = the first page
 */
export async function listBlobsToBackUp(db: Db, after: string, limit: number): Promise<NewBlob[]> {
  const rows = await db
    .selectFrom('blobs')
    .select(['key', 'sha256', 'size_bytes'])
    .where('sha256', '>', after)
    .where((eb) =>
      eb(
        'refs',
        '>',
        eb
          .selectFrom('variants')
          .select((count) => count.fn.countAll<number>().as('count'))
          .whereRef('variants.blob_key', '=', 'blobs.key'),
      ),
    )
    .orderBy('sha256')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ key: row.key, sha256: row.sha256, sizeBytes: row.size_bytes }));
}
