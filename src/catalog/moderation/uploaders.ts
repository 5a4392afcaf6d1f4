import { prepareQuery } from '../engine/prepared-query.ts';
import { type ImageRecord, imageRecords } from '../images/images.ts';
import type { Db, Tx } from '../schema.ts';
import type { UploaderRow } from './rows.ts';

/** The hashes of a network: by the key of now, and by the next one. */
export type UploaderHashes = Pick<UploaderRow, 'hash' | 'next_hash' | 'next_key'>;

/** Names of the secrets of the hashes begin with it. */
export const UPLOADER_KEYS = 'uploaders-';

/** Records the uploader of an image. */
export async function insertUploader(tx: Tx, row: UploaderRow): Promise<void> {
  await insertRow(tx, row);
}

const insertRow = prepareQuery((db, row: UploaderRow) => db.insertInto('uploaders').values(row));

/** @returns undefined for the image of an account, and when the hashes are erased */
export async function findUploader(db: Db, imageId: string): Promise<UploaderRow | undefined> {
  return db.selectFrom('uploaders').selectAll().where('image_id', '=', imageId).executeTakeFirst();
}

/** Images of one uploader. */
export interface SameUploader {
  uploader: UploaderHashes;
  /** Uploaded at this instant or later. */
  sinceMs: number;
  /** Only those that are not in quarantine, or that an administrator has put there. */
  only?: 'shown' | 'hidden' | undefined;
}

/** The images of an uploader, the newest first. */
export async function listSameUploader(db: Db, wanted: SameUploader, limit: number): Promise<ImageRecord[]> {
  const ids = await sameUploader(db, wanted).select('images.id').limit(limit).execute();
  if (ids.length === 0) return [];
  const found = await imageRecords(db)
    .where(
      'images.id',
      'in',
      ids.map(({ id }) => id),
    )
    .execute();
  const byId = new Map(found.map((image) => [image.id, image]));
  return ids.flatMap(({ id }) => byId.get(id) ?? []);
}

/** The number of images of an uploader, counted up to a maximum. */
export async function countSameUploader(db: Db, wanted: SameUploader, max: number): Promise<number> {
  const { images } = await db
    .selectFrom(sameUploader(db, wanted).select('images.id').limit(max).as('found'))
    .select(({ fn }) => fn.countAll<number>().as('images'))
    .executeTakeFirstOrThrow();
  return Number(images);
}

function sameUploader(db: Db, { uploader, sinceMs, only }: SameUploader) {
  const { hash, next_hash } = uploader;
  return db
    .selectFrom('uploaders')
    .innerJoin('images', 'images.id', 'uploaders.image_id')
    .where((eb) => eb.or([eb('uploaders.hash', 'in', [hash, next_hash]), eb('uploaders.next_hash', '=', hash)]))
    .where('uploaders.uploaded_at', '>=', sinceMs)
    .$if(only === 'shown', (query) => query.where('images.quarantined_at', 'is', null))
    .$if(only === 'hidden', (query) => query.where('images.quarantine_cause', '=', 'administrator'))
    .orderBy('uploaders.uploaded_at', 'desc')
    .orderBy('uploaders.image_id', 'desc');
}

/** Erases the hashes of uploads before the instant. */
export async function deleteUploadersBefore(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('uploaders').where('uploaded_at', '<', beforeMs).execute();
}

/** Names of the secrets of hashes. */
export async function listUploaderKeys(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('secrets').select('name').where('name', 'like', `${UPLOADER_KEYS}%`).execute();
  return rows.map(({ name }) => name);
}

/** @returns undefined when the secret is erased */
export async function findUploaderKey(db: Db, name: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst();
  return row === undefined ? undefined : Buffer.from(row.value, 'hex');
}

/** Erases secrets: the hashes by them can no longer be compared with an address. */
export async function deleteUploaderKeys(db: Db, names: readonly string[]): Promise<void> {
  if (names.length > 0) await db.deleteFrom('secrets').where('name', 'in', names).execute();
}
