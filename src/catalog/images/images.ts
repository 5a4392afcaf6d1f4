import type { Selectable } from 'kysely';
import { prepareQuery } from '../engine/prepared-query.ts';
import type { Db, ImageRow, Tx } from '../schema.ts';

/** An image with columns of its two blobs. */
export type ImageRecord = Selectable<ImageRow> & {
  sha256: string;
  thumbnail_sha256: string;
  thumbnail_size_bytes: number;
};

export async function insertImage(tx: Tx, row: ImageRow): Promise<void> {
  await insertRow(tx, row);
}

const insertRow = prepareQuery((db, row: ImageRow) => db.insertInto('images').values(row));

/** The query for one image by id, expired or quarantined too. */
export function imageQuery(db: Db, id = '') {
  return imageRecords(db).where('images.id', '=', id);
}

/** The query for all images. */
export function imageRecords(db: Db) {
  return db
    .selectFrom('images')
    .innerJoin('blobs as original', 'original.key', 'images.original_key')
    .innerJoin('blobs as thumbnail', 'thumbnail.key', 'images.thumbnail_key')
    .selectAll('images')
    .select([
      'original.sha256',
      'thumbnail.sha256 as thumbnail_sha256',
      'thumbnail.size_bytes as thumbnail_size_bytes',
    ]);
}

/** Whether the image is public at the instant `nowMs`: neither expired nor quarantined. */
export function isShown(image: Pick<ImageRow, 'expires_at' | 'quarantined_at'>, nowMs: number): boolean {
  return !hasExpired(image, nowMs) && image.quarantined_at === null;
}

/** @returns the image if it is public at the instant `nowMs` */
export async function findImage(db: Db, id: string, nowMs: number): Promise<ImageRecord | undefined> {
  const image = await imageQuery(db, id).executeTakeFirst();
  return image !== undefined && isShown(image, nowMs) ? image : undefined;
}

/** @returns the image if it has not expired at the instant `nowMs`, quarantined or not */
export async function findUnexpiredImage(db: Db, id: string, nowMs: number): Promise<ImageRecord | undefined> {
  const image = await imageQuery(db, id).executeTakeFirst();
  return image === undefined || hasExpired(image, nowMs) ? undefined : image;
}

function hasExpired({ expires_at }: Pick<ImageRow, 'expires_at'>, nowMs: number): boolean {
  return expires_at !== null && expires_at <= nowMs;
}

/** @returns false when there is no such image */
export async function updateImage(tx: Tx, id: string, values: Partial<ImageRow>): Promise<boolean> {
  const updated = await tx.updateTable('images').set(values).where('id', '=', id).returning('id').executeTakeFirst();
  return updated !== undefined;
}

/** Moves an anonymous image to an account. @returns false when it belongs to an account or does not exist */
export async function moveToAccount(tx: Tx, id: string, accountId: string, albumId: string | null): Promise<boolean> {
  const taken = await tx
    .updateTable('images')
    .set({ account_id: accountId, album_id: albumId, album_label: null })
    .where('id', '=', id)
    .where('account_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Ids of expired images, those that expired first at the start. */
export async function listExpired(db: Db, nowMs: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('images')
    .select('id')
    .where('expires_at', '<=', nowMs)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Ids of images of an account, in no particular order, expired images included. */
export async function listImagesOfAccount(db: Db, accountId: string, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('images').select('id').where('account_id', '=', accountId).limit(limit).execute();
  return rows.map((row) => row.id);
}

/** Makes all images of an account anonymous. */
export async function anonymizeImages(db: Db, accountId: string): Promise<void> {
  await db
    .updateTable('images')
    .set({ account_id: null, key_id: null, album_id: null })
    .where('account_id', '=', accountId)
    .execute();
}

/** Ids of the images that refer to any of these blobs. */
export async function listImagesOfBlobs(db: Db, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .selectFrom('images')
    .select('id')
    .where((eb) => eb.or([eb('original_key', 'in', keys), eb('thumbnail_key', 'in', keys)]))
    .execute();
  return rows.map((row) => row.id);
}

export async function addViews(db: Db, id: string, count: number): Promise<void> {
  await db
    .updateTable('images')
    .set((eb) => ({ views: eb('views', '+', count) }))
    .where('id', '=', id)
    .execute();
}

/** The storage of an account, without expired images. */
export async function storageOf(
  db: Db,
  accountId: string,
  nowMs: number,
): Promise<{ images: number; albums: number; bytes: number }> {
  const { images, bytes } = await db
    .selectFrom('images')
    .select((eb) => [eb.fn.countAll<number>().as('images'), eb.fn.sum<number | null>('size_bytes').as('bytes')])
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', nowMs)]))
    .executeTakeFirstOrThrow();
  const { albums } = await db
    .selectFrom('albums')
    .select((eb) => eb.fn.countAll<number>().as('albums'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { images: Number(images), albums: Number(albums), bytes: Number(bytes ?? 0) };
}
