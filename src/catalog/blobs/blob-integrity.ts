import { sql } from 'kysely';
import type { DamageRow, Db, Tx } from '../schema.ts';
import { addGarbage, type NewBlob, releaseVariantsOf } from './blobs.ts';

/** A blob whose reference count differs from the references of images, variants and resumable uploads. */
export interface WrongRefs {
  key: string;
  refs: number;
  counted: number;
}

const counted = sql<number>`
  (select count(*) from images where images.original_key = blobs.key) +
  (select count(*) from images where images.thumbnail_key = blobs.key) +
  (select count(*) from variants where variants.blob_key = blobs.key) +
  (select count(*) from upload_parts where upload_parts.blob_key = blobs.key)`;

export async function listWrongRefs(db: Db): Promise<WrongRefs[]> {
  const rows = await db
    .selectFrom('blobs')
    .select(['key', 'refs', counted.as('counted')])
    .where(sql<boolean>`refs <> ${counted}`)
    .orderBy('key')
    .execute();
  return rows.map((row) => ({ key: row.key, refs: Number(row.refs), counted: Number(row.counted) }));
}

/** Corrects a blob's reference count. A blob without references becomes garbage. */
export async function recountRefs(tx: Tx, key: string, nowMs: number): Promise<void> {
  // Waits for uploads that have just added a reference, so that their images count.
  await tx.selectFrom('blobs').select('key').where('key', '=', key).forUpdate().execute();
  await tx.updateTable('blobs').set({ refs: counted }).where('key', '=', key).execute();
  const unused = await tx.selectFrom('blobs').select('key').where('key', '=', key).where('refs', '=', 0).execute();
  if (unused.length > 0) await releaseVariantsOf(tx, key, nowMs);
  const deleted = await tx.deleteFrom('blobs').where('key', '=', key).where('refs', '=', 0).returning('key').execute();
  await addGarbage(
    tx,
    deleted.map((row) => row.key),
    nowMs,
  );
}

/** Moves all references of a thumbnail to a new blob. The old key becomes garbage. */
export async function replaceBlob(tx: Tx, oldKey: string, blob: NewBlob, nowMs: number): Promise<void> {
  const same = await tx
    .selectFrom('blobs')
    .select('key')
    .where('sha256', '=', blob.sha256)
    .forUpdate()
    .executeTakeFirst();
  if (same === undefined || same.key === oldKey) {
    await tx
      .updateTable('blobs')
      .set({ key: blob.key, sha256: blob.sha256, size_bytes: blob.sizeBytes })
      .where('key', '=', oldKey)
      .execute();
    await addGarbage(tx, [oldKey], nowMs);
    return;
  }
  await tx.updateTable('images').set({ thumbnail_key: same.key }).where('thumbnail_key', '=', oldKey).execute();
  await addGarbage(tx, [blob.key], nowMs);
  await recountRefs(tx, oldKey, nowMs);
  await recountRefs(tx, same.key, nowMs);
}

/** Why a blob is corrupt: it does not exist, or its size or checksum is wrong. */
export type CorruptionReason = DamageRow['fault'];

/** A live blob whose stored bytes are missing or wrong. The member `fault` has its name from the table and from doctor. */
export interface CorruptBlob {
  key: string;
  fault: CorruptionReason;
}

/** Records a corrupt blob until it is repaired. */
export async function recordCorruptBlob(db: Db, found: CorruptBlob, nowMs: number): Promise<void> {
  await db
    .insertInto('damage')
    .values({ ...found, found_at: nowMs })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

/** The number of recorded corrupt blobs that are still live. */
export async function countCorruptBlobs(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('damage')
    .innerJoin('blobs', 'blobs.key', 'damage.key')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function clearCorruptBlobs(db: Db): Promise<void> {
  await db.deleteFrom('damage').execute();
}
