import { deduplicateBlob, type NewBlob, releaseBlob } from '../blobs/blobs.ts';
import type { Db, Tx, UploadPartRow, UploadRow } from '../schema.ts';

export async function insertUpload(db: Db, row: UploadRow): Promise<void> {
  await db.insertInto('uploads').values(row).execute();
}

/** An upload that has not expired. */
export async function findUpload(db: Db, idHash: string, nowMs: number): Promise<UploadRow | undefined> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('id_hash', '=', idHash)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst();
}

/** Unfinished uploads of one caller, and the bytes that they may take together. */
export async function unfinishedOf(db: Db, caller: string, nowMs: number): Promise<{ uploads: number; bytes: number }> {
  const row = await db
    .selectFrom('uploads')
    .select((eb) => [eb.fn.countAll<number>().as('uploads'), eb.fn.sum<number>('length_bytes').as('bytes')])
    .where('caller', '=', caller)
    .where('state', 'in', ['open', 'finishing'])
    .where('expires_at', '>', nowMs)
    .executeTakeFirstOrThrow();
  return { uploads: Number(row.uploads), bytes: Number(row.bytes ?? 0) };
}

/** Bytes that all unfinished uploads have announced and not stored yet. */
export async function announcedBytes(db: Db, nowMs: number): Promise<number> {
  const { bytes } = await db
    .selectFrom('uploads')
    .select((eb) => eb.fn.sum<number>(eb('length_bytes', '-', eb.ref('offset_bytes'))).as('bytes'))
    .where('state', 'in', ['open', 'finishing'])
    .where('expires_at', '>', nowMs)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

/**
 * Takes an upload over: from now on only the holder of the lock may store parts or finish it. One that another request
 * finishes cannot be taken before the lease of that request ends.
 * @returns the upload; 'finishing' while another request has the lease; undefined when there is none
 */
export async function lockUpload(
  db: Db,
  idHash: string,
  lock: string,
  nowMs: number,
): Promise<UploadRow | 'finishing' | undefined> {
  const locked = await db
    .updateTable('uploads')
    .set({ lock, state: 'open' })
    .where('id_hash', '=', idHash)
    .where('expires_at', '>', nowMs)
    .where((eb) =>
      eb.or([eb('state', '=', 'open'), eb.and([eb('state', '=', 'finishing'), eb('lease_until', '<=', nowMs)])]),
    )
    .returningAll()
    .executeTakeFirst();
  if (locked !== undefined) return locked;
  const row = await findUpload(db, idHash, nowMs);
  return row?.state === 'finishing' ? 'finishing' : row;
}

/** The right to change an upload. */
export interface HeldUpload {
  idHash: string;
  lock: string;
}

/** @returns the offset behind the part, or undefined where another request has taken the upload over */
export async function addPart(
  tx: Tx,
  { idHash, lock }: HeldUpload,
  startByte: number,
  blob: NewBlob,
): Promise<{ offset: number; blobKey: string } | undefined> {
  const moved = await tx
    .updateTable('uploads')
    .set((eb) => ({ offset_bytes: eb('offset_bytes', '+', blob.sizeBytes), parts: eb('parts', '+', 1) }))
    .where('id_hash', '=', idHash)
    .where('lock', '=', lock)
    .where('state', '=', 'open')
    .where('offset_bytes', '=', startByte)
    .returning('offset_bytes')
    .executeTakeFirst();
  if (moved === undefined) return undefined;
  const blobKey = await deduplicateBlob(tx, blob);
  await tx
    .insertInto('upload_parts')
    .values({ id_hash: idHash, start_byte: startByte, size_bytes: blob.sizeBytes, blob_key: blobKey })
    .execute();
  return { offset: Number(moved.offset_bytes), blobKey };
}

/** The parts of an upload in order. */
export async function listParts(db: Db, idHash: string): Promise<UploadPartRow[]> {
  return db.selectFrom('upload_parts').selectAll().where('id_hash', '=', idHash).orderBy('start_byte').execute();
}

type Progress = Partial<Pick<UploadRow, 'state' | 'lease_until' | 'image_id' | 'answer' | 'expires_at'>>;

/** Changes an upload in a state. @returns false where another request has taken it over */
export async function moveUpload(
  db: Db,
  { idHash, lock }: HeldUpload,
  from: UploadRow['state'],
  progress: Progress,
): Promise<boolean> {
  const moved = await db
    .updateTable('uploads')
    .set(progress)
    .where('id_hash', '=', idHash)
    .where('lock', '=', lock)
    .where('state', '=', from)
    .returning('id_hash')
    .executeTakeFirst();
  return moved !== undefined;
}

/** Ends an upload at once, in any state: the job removes its parts and its row. */
export async function endUpload(db: Db, idHash: string, nowMs: number): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ lock: null, expires_at: nowMs })
    .where('id_hash', '=', idHash)
    .where('expires_at', '>', nowMs)
    .execute();
}

/** Ends all uploads of an account. */
export async function endUploadsOf(db: Db, accountId: string, nowMs: number): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ lock: null, expires_at: nowMs })
    .where('account_id', '=', accountId)
    .where('expires_at', '>', nowMs)
    .execute();
}

/** Ends the uploads whose parts include one of these blobs, which are lost: they can never finish. */
export async function endUploadsWith(db: Db, blobKeys: readonly string[], nowMs: number): Promise<void> {
  if (blobKeys.length === 0) return;
  await db
    .updateTable('uploads')
    .set({ lock: null, expires_at: nowMs })
    .where('id_hash', 'in', (eb) => eb.selectFrom('upload_parts').select('id_hash').where('blob_key', 'in', blobKeys))
    .execute();
}

/**
 * Releases parts without a use: of uploads that are complete, have failed or have expired, or of one of them.
 * @returns the number of parts
 */
export async function releaseParts(tx: Tx, nowMs: number, limit: number, idHash?: string): Promise<number> {
  const parts = await tx
    .selectFrom('upload_parts')
    .innerJoin('uploads', 'uploads.id_hash', 'upload_parts.id_hash')
    .select(['upload_parts.id_hash', 'upload_parts.start_byte', 'upload_parts.blob_key'])
    .where((eb) => eb.or([eb('uploads.state', 'in', ['complete', 'failed']), eb('uploads.expires_at', '<=', nowMs)]))
    .$if(idHash !== undefined, (query) => query.where('uploads.id_hash', '=', idHash as string))
    // One order, so that two nodes do not wait for each other.
    .orderBy('upload_parts.blob_key')
    .limit(limit)
    .execute();
  for (const { id_hash, start_byte, blob_key } of parts) {
    const deleted = await tx
      .deleteFrom('upload_parts')
      .where('id_hash', '=', id_hash)
      .where('start_byte', '=', start_byte)
      .returning('blob_key')
      .executeTakeFirst();
    if (deleted !== undefined) await releaseBlob(tx, blob_key, nowMs);
  }
  return parts.length;
}

/** Deletes expired uploads without parts. A request that still has the lease keeps its row. */
export async function deleteExpiredUploads(db: Db, nowMs: number): Promise<void> {
  await db
    .deleteFrom('uploads')
    .where('expires_at', '<=', nowMs)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('upload_parts').select('id_hash').whereRef('upload_parts.id_hash', '=', 'uploads.id_hash'),
        ),
      ),
    )
    .execute();
}

/** Ends the leases of all requests. Call it only when no other process is running. */
export async function releaseAllUploads(db: Db): Promise<void> {
  await db.updateTable('uploads').set({ lease_until: 0 }).where('state', '=', 'finishing').execute();
}
