import type { ExpressionBuilder, Selectable } from 'kysely';
import { prepareQuery } from '../engine/prepared-query.ts';
import type { Db, ImageRow, Schema, Tx } from '../schema.ts';
import { isHeard, recordImageEvent } from '../webhooks/events.ts';
import { addToTagIndex, removeAccountFromTagIndex, removeFromTagIndex, TAGGED_COLUMNS } from './tags.ts';

/** An image with columns of its two blobs. */
export type ImageRecord = Selectable<ImageRow> & {
  sha256: string;
  thumbnail_sha256: string;
  thumbnail_size_bytes: number;
};

/** The columns that an ordinary upload leaves empty. */
export const UNTOUCHED = {
  album_id: null,
  album_label: null,
  thumbnail_fault: null,
  expires_at: null,
  views: 0,
  uploaded_sha256: null,
  perceptual_hash: null,
  quarantined_at: null,
  quarantine_cause: null,
  quarantine_reason: null,
  trashed_at: null,
  purge_at: null,
  title: null,
  alt: null,
  description: null,
  tags: null,
} satisfies Partial<ImageRow>;

/** Inserts an image, and records the event. */
export async function insertImage(tx: Tx, row: ImageRow): Promise<void> {
  const [inserted] = await insertRow(tx, row);
  await addToTagIndex(tx, row);
  if (inserted?.is_heard) await recordImageEvent(tx, 'image.uploaded', row, row.uploaded_at);
}

const insertRow = prepareQuery((db, row: ImageRow) => db.insertInto('images').values(row).returning(isHeard));

/**
 * The condition of every query that finds images for their users: neither in the trash nor expired. A query without it
 * serves the storage, the owner's trash or the administrators, and a test lists it.
 */
export function isKept(nowMs: number) {
  return (eb: ExpressionBuilder<Schema, 'images'>) =>
    eb.and([
      eb('images.trashed_at', 'is', null),
      eb.or([eb('images.expires_at', 'is', null), eb('images.expires_at', '>', nowMs)]),
    ]);
}

/** The condition of the queries for an owner's trash: from the instant `purge_at` or its expiry, an image is not in it. */
export function isInTrash(nowMs: number) {
  return (eb: ExpressionBuilder<Schema, 'images'>) =>
    eb.and([
      eb('images.trashed_at', 'is not', null),
      eb('images.purge_at', '>', nowMs),
      eb.or([eb('images.expires_at', 'is', null), eb('images.expires_at', '>', nowMs)]),
    ]);
}

/** The query for one image by id, also expired, quarantined or in the trash. */
export function imageQuery(db: Db, id = '') {
  return imageRecords(db).where('images.id', '=', id);
}

/** The query for all images, also expired ones, quarantined ones and those in the trash. */
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

/** Whether the image is public at the instant `nowMs`: neither expired nor quarantined nor in the trash. */
export function isShown(image: Pick<ImageRow, 'expires_at' | 'quarantined_at' | 'trashed_at'>, nowMs: number): boolean {
  return !hasExpired(image, nowMs) && image.quarantined_at === null && image.trashed_at === null;
}

/** @returns the image if it is public at the instant `nowMs` */
export async function findImage(db: Db, id: string, nowMs: number): Promise<ImageRecord | undefined> {
  const image = await imageQuery(db, id).executeTakeFirst();
  return image !== undefined && isShown(image, nowMs) ? image : undefined;
}

/** @returns the image if it is neither expired at the instant `nowMs` nor in the trash, quarantined or not */
export async function findKeptImage(db: Db, id: string, nowMs: number): Promise<ImageRecord | undefined> {
  const image = await findStoredImage(db, id, nowMs);
  return image?.trashed_at === null ? image : undefined;
}

/** @returns the image if it has not expired at the instant `nowMs`, quarantined, in the trash or not */
export async function findStoredImage(db: Db, id: string, nowMs: number): Promise<ImageRecord | undefined> {
  const image = await imageQuery(db, id).executeTakeFirst();
  return image === undefined || hasExpired(image, nowMs) ? undefined : image;
}

function hasExpired({ expires_at }: Pick<ImageRow, 'expires_at'>, nowMs: number): boolean {
  return expires_at !== null && expires_at <= nowMs;
}

/** Changes an image, and records the event. @returns false when there is no such image outside the trash */
export async function updateImage(tx: Tx, id: string, values: Partial<ImageRow>, nowMs: number): Promise<boolean> {
  const updated = await tx
    .updateTable('images')
    .set(values)
    .where('id', '=', id)
    .where('trashed_at', 'is', null)
    .returning(TAGGED_COLUMNS)
    .returning(isHeard)
    .executeTakeFirst();
  if (updated === undefined) return false;
  if (values.tags !== undefined) {
    await removeFromTagIndex(tx, id);
    await addToTagIndex(tx, updated);
  }
  if (updated.is_heard) await recordImageEvent(tx, 'image.updated', updated, nowMs, changedMembers(values));
  return true;
}

/** The members of the API that columns stand for. */
function changedMembers(values: Partial<ImageRow>): string[] {
  const names = Object.keys(values).filter((column) => column !== 'search_name');
  return [...new Set(names.map((column) => (column.startsWith('album_') ? 'album' : column)))].sort();
}

/** Moves an anonymous image to an account. @returns false when it belongs to an account or does not exist */
export async function moveToAccount(
  tx: Tx,
  id: string,
  accountId: string,
  albumId: string | null,
  nowMs: number,
): Promise<boolean> {
  const taken = await tx
    .updateTable('images')
    .set({ account_id: accountId, album_id: albumId, album_label: null })
    .where('id', '=', id)
    .where('account_id', 'is', null)
    .returning(TAGGED_COLUMNS)
    .returning(isHeard)
    .executeTakeFirst();
  if (taken === undefined) return false;
  await addToTagIndex(tx, taken);
  if (taken.is_heard) await recordImageEvent(tx, 'image.updated', taken, nowMs, ['account_id', 'album']);
  return true;
}

/** Ids of expired images, in the trash or not, those that expired first at the start. */
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

/** Ids of images of an account, in no particular order, also expired ones and those in the trash. */
export async function listImagesOfAccount(db: Db, accountId: string, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('images').select('id').where('account_id', '=', accountId).limit(limit).execute();
  return rows.map((row) => row.id);
}

/** Makes all images of an account anonymous, except those in the trash. */
export async function anonymizeImages(db: Db, accountId: string): Promise<void> {
  await removeAccountFromTagIndex(db, accountId);
  await db
    .updateTable('images')
    .set({ account_id: null, key_id: null, album_id: null })
    .where('account_id', '=', accountId)
    .where('trashed_at', 'is', null)
    .execute();
}

/** Ids of the images that refer to any of these blobs, in the trash or not. */
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
export interface AccountStorage {
  /** Outside the trash. */
  images: number;
  albums: number;
  /** All that counts against the limit of the account, the trash included. */
  bytes: number;
  trash: { images: number; bytes: number };
}

export async function storageOf(db: Db, accountId: string, nowMs: number): Promise<AccountStorage> {
  const sums = db
    .selectFrom('images')
    .select((eb) => [eb.fn.countAll<number>().as('images'), eb.fn.sum<number | null>('size_bytes').as('bytes')])
    .where('account_id', '=', accountId);
  const kept = await sums.where(isKept(nowMs)).executeTakeFirstOrThrow();
  const trash = await sums.where(isInTrash(nowMs)).executeTakeFirstOrThrow();
  const { albums } = await db
    .selectFrom('albums')
    .select((eb) => eb.fn.countAll<number>().as('albums'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const trashBytes = Number(trash.bytes ?? 0);
  return {
    images: Number(kept.images),
    albums: Number(albums),
    bytes: Number(kept.bytes ?? 0) + trashBytes,
    trash: { images: Number(trash.images), bytes: trashBytes },
  };
}
