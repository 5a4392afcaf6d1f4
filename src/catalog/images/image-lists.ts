import { sql } from 'kysely';
import type { Position } from '../../core/cursor.ts';
import type { FormatName } from '../../core/formats.ts';
import type { ImageOrder } from '../../core/states.ts';
import type { Db } from '../schema.ts';
import { type ImageRecord, isKept } from './images.ts';

/** Selects and orders the images of a list. */
export interface ImageList {
  accountId: string;
  /** undefined = any album or none; null = in no album. */
  albumId: string | null | undefined;
  order: ImageOrder;
  /** A narrower list of the account, which has an index of its own. `albumId` does not apply then. */
  within?: Within | undefined;
  /** Without quarantined images: for callers other than the owner. */
  shownOnly?: boolean;
}

/** Images with a tag; or, in the order of their upload, images with the same original or the same uploaded file. */
export type Within = { tag: string } | { original_key: string } | { uploaded_sha256: string };

/** Bounds of a value. */
export interface Bounds {
  /** The least value. */
  from?: number | undefined;
  /** Above the largest value. */
  to?: number | undefined;
}

/** The position of an image in a list, and the columns that filters compare. */
export interface Listed extends Position {
  format: FormatName;
  searchName: string;
  albumId: string | null;
  uploadedAt: number;
  sizeBytes: number;
  tags: string | null;
}

/** An image with the name of its album. */
export type ListedImage = ImageRecord & { album_name: string | null };

const COLUMNS = {
  newest: 'uploaded_at',
  oldest: 'uploaded_at',
  largest: 'size_bytes',
  smallest: 'size_bytes',
} as const;

/**
 * A page of a list: one range of one index, so that every page costs the same.
 * @param after the last item of the previous page
 */
export async function listImages(
  db: Db,
  list: ImageList,
  after: Position | undefined,
  nowMs: number,
  limit: number,
): Promise<Listed[]> {
  const { within } = list;
  if (within !== undefined && 'tag' in within) {
    return taggedListQuery(db, { ...list, tag: within.tag }, after, nowMs, limit).execute();
  }
  return imageListQuery(db, list, after, nowMs, limit).execute();
}

const FILTERED = [
  'images.format',
  'images.search_name as searchName',
  'images.album_id as albumId',
  'images.uploaded_at as uploadedAt',
  'images.size_bytes as sizeBytes',
  'images.tags',
] as const;

/** The query of `listImages`, also for tests of its query plan. */
export function imageListQuery(
  db: Db,
  { accountId, albumId, order, within, shownOnly }: ImageList,
  after: Position | undefined,
  nowMs: number,
  limit: number,
) {
  const column = COLUMNS[order];
  const down = order === 'newest' || order === 'largest';
  const direction = down ? 'desc' : 'asc';
  let query = db
    .selectFrom('images')
    .select(['id', `${column} as value`])
    .select(FILTERED)
    .where('account_id', '=', accountId)
    .where(isKept(nowMs))
    .limit(limit);
  if (shownOnly === true) query = query.where('quarantined_at', 'is', null);
  if (within !== undefined && !('tag' in within)) query = query.where((eb) => eb.and(within));
  // Within one album the extra sort column changes nothing; it lets PostgreSQL use the index where album_id is null.
  else if (albumId === null) query = query.where('album_id', 'is', null).orderBy('album_id', direction);
  else if (albumId !== undefined) query = query.where('album_id', '=', albumId).orderBy('album_id', direction);
  query = query.orderBy(column, direction).orderBy('id', direction);
  if (after === undefined) return query;
  return query.where((eb) => eb(eb.refTuple(column, 'id'), down ? '<' : '>', eb.tuple(after.value, after.id)));
}

/**
 * Where to list the images of an account with a SHA-256.
 * @returns those whose original has it; those whose uploaded file has it where the account has no such original
 */
export async function findContent(db: Db, accountId: string, sha256: string): Promise<Within> {
  const original = await db
    .selectFrom('blobs')
    .select('blobs.key')
    .where('blobs.sha256', '=', sha256)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('images')
          .select('images.id')
          .whereRef('images.original_key', '=', 'blobs.key')
          .where('images.account_id', '=', accountId)
          .where('images.trashed_at', 'is', null),
      ),
    )
    .executeTakeFirst();
  return original === undefined ? { uploaded_sha256: sha256 } : { original_key: original.key };
}

/** The query of `listImages` by a tag, also for tests of its query plan. */
export function taggedListQuery(
  db: Db,
  { accountId, tag, order, shownOnly }: Omit<ImageList, 'albumId'> & { tag: string },
  after: Position | undefined,
  nowMs: number,
  limit: number,
) {
  const column = `image_tags.${COLUMNS[order]}` as const;
  const down = order === 'newest' || order === 'largest';
  const direction = down ? 'desc' : 'asc';
  let query = db
    .selectFrom('image_tags')
    // A cross join makes SQLite read the tags first, whatever it knows about the tables.
    .crossJoin('images')
    .whereRef('images.id', '=', 'image_tags.image_id')
    .select(['images.id', `${column} as value`])
    .select(FILTERED)
    .where('image_tags.account_id', '=', accountId)
    .where('image_tags.tag', '=', tag)
    .where(isKept(nowMs))
    .orderBy(column, direction)
    .orderBy('image_tags.image_id', direction)
    .limit(limit);
  if (shownOnly === true) query = query.where('images.quarantined_at', 'is', null);
  if (after === undefined) return query;
  const position = [after.value, after.id] as const;
  return query.where((eb) => eb(eb.refTuple(column, 'image_tags.image_id'), down ? '<' : '>', eb.tuple(...position)));
}

/** @returns the images among the ids that are neither expired nor in the trash, in the order of the ids */
export async function findImages(db: Db, ids: readonly string[], nowMs: number): Promise<ListedImage[]> {
  if (ids.length === 0) return [];
  return inOrderOf(ids, await listedImages(db).where('images.id', 'in', ids).where(isKept(nowMs)).execute());
}

/** A page of the images without an account, by id; their album is its label. @param after the last id of the previous page */
export async function listAnonymousImages(db: Db, after: string, nowMs: number, limit: number): Promise<ListedImage[]> {
  const rows = await listedImages(db)
    .where('images.account_id', 'is', null)
    .where('images.id', '>', after)
    .where(isKept(nowMs))
    .orderBy('images.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, album_name: row.album_label }));
}

/** @returns the unexpired images among the ids, in the trash or not, in the order of the ids */
export async function findStoredImages(db: Db, ids: readonly string[], nowMs: number): Promise<ListedImage[]> {
  if (ids.length === 0) return [];
  const rows = await listedImages(db)
    .where('images.id', 'in', ids)
    .where((eb) => eb.or([eb('images.expires_at', 'is', null), eb('images.expires_at', '>', nowMs)]))
    .execute();
  return inOrderOf(ids, rows);
}

/** The query for all images with the names of their albums. */
export function listedImages(db: Db) {
  return db
    .selectFrom('images')
    .innerJoin('blobs as original', 'original.key', 'images.original_key')
    .innerJoin('blobs as thumbnail', 'thumbnail.key', 'images.thumbnail_key')
    .leftJoin('albums', 'albums.id', 'images.album_id')
    .selectAll('images')
    .select([
      'original.sha256',
      'thumbnail.sha256 as thumbnail_sha256',
      'thumbnail.size_bytes as thumbnail_size_bytes',
      'albums.name as album_name',
    ]);
}

function inOrderOf(ids: readonly string[], rows: readonly ListedImage[]): ListedImage[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Images of an account to count. */
export interface CountedList extends Pick<ImageList, 'accountId' | 'albumId'> {
  uploaded?: Bounds | undefined;
}

/** The number of images of a day. */
export interface DayCount {
  /** Days since 1970, at the offset. */
  day: number;
  images: number;
}

/**
 * Counts the images of each day by one pass over an index, without reading rows.
 * @param offsetMinutes of the clock that divides the days, east of UTC
 */
export async function countByDay(db: Db, list: CountedList, offsetMinutes: number, nowMs: number): Promise<DayCount[]> {
  const rows = await countByDayQuery(db, list, offsetMinutes, nowMs).execute();
  return rows.map(({ day, images }) => ({ day: Number(day), images: Number(images) }));
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** The query of `countByDay`, also for tests of its query plan. */
export function countByDayQuery(
  db: Db,
  { accountId, albumId, uploaded = {} }: CountedList,
  offsetMinutes: number,
  nowMs: number,
) {
  // Literals: SQLite divides integers only when both are written as such.
  const day = sql<number>`(uploaded_at + ${sql.lit(offsetMinutes * MINUTE_MS)}) / ${sql.lit(DAY_MS)}`;
  let query = db
    .selectFrom('images')
    .select((eb) => [day.as('day'), eb.fn.countAll<number>().as('images')])
    .where('account_id', '=', accountId)
    .where(isKept(nowMs))
    .groupBy('day');
  if (albumId === null) query = query.where('album_id', 'is', null);
  else if (albumId !== undefined) query = query.where('album_id', '=', albumId);
  if (uploaded.from !== undefined) query = query.where('uploaded_at', '>=', uploaded.from);
  if (uploaded.to !== undefined) query = query.where('uploaded_at', '<', uploaded.to);
  return query;
}
