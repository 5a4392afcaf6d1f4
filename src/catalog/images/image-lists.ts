import type { Position } from '../../core/cursor.ts';
import type { FormatName } from '../../core/formats.ts';
import type { ImageOrder } from '../../core/states.ts';
import type { Db } from '../schema.ts';
import type { ImageRecord } from './images.ts';

/** Selects and orders the images of a list. */
export interface ImageList {
  accountId: string;
  /** undefined = any album or none; null = in no album. */
  albumId: string | null | undefined;
  order: ImageOrder;
  /** Without quarantined images: for callers other than the owner. */
  shownOnly?: boolean;
}

/** The position of an image in a list, and the columns that filters compare. */
export interface Listed extends Position {
  format: FormatName;
  searchName: string;
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
  return imageListQuery(db, list, after, nowMs, limit).execute();
}

/** The query of `listImages`, also for tests of its query plan. */
export function imageListQuery(
  db: Db,
  { accountId, albumId, order, shownOnly }: ImageList,
  after: Position | undefined,
  nowMs: number,
  limit: number,
) {
  const column = COLUMNS[order];
  const down = order === 'newest' || order === 'largest';
  const direction = down ? 'desc' : 'asc';
  let query = db
    .selectFrom('images')
    .select(['id', `${column} as value`, 'format', 'search_name as searchName'])
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', nowMs)]))
    .limit(limit);
  if (shownOnly === true) query = query.where('quarantined_at', 'is', null);
  // Within one album the extra sort column changes nothing; it lets PostgreSQL use the index where album_id is null.
  if (albumId === null) query = query.where('album_id', 'is', null).orderBy('album_id', direction);
  else if (albumId !== undefined) query = query.where('album_id', '=', albumId).orderBy('album_id', direction);
  query = query.orderBy(column, direction).orderBy('id', direction);
  if (after === undefined) return query;
  return query.where((eb) => eb(eb.refTuple(column, 'id'), down ? '<' : '>', eb.tuple(after.value, after.id)));
}

/** @returns the unexpired images among the ids, in the order of the ids */
export async function findImages(db: Db, ids: readonly string[], nowMs: number): Promise<ListedImage[]> {
  if (ids.length === 0) return [];
  const rows = await db
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
    ])
    .where('images.id', 'in', ids)
    .where((eb) => eb.or([eb('images.expires_at', 'is', null), eb('images.expires_at', '>', nowMs)]))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
