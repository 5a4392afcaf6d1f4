import type { Position } from '../../core/cursor.ts';
import type { FormatName } from '../../core/formats.ts';
import type { ImageOrder } from '../../core/states.ts';
import type { Db } from '../schema.ts';
import type { ImageRecord } from './images.ts';

/** Which images a list has. */
export interface ImageList {
  accountId: string;
  /** undefined = in whatever album; null = in none. */
  albumId: string | null | undefined;
  order: ImageOrder;
  /** Leaves out what is in quarantine: for others than the owner. */
  shownOnly?: boolean;
}

/** An image's place in a list, and what it may be left out by. */
export interface Listed extends Position {
  format: FormatName;
  searchName: string;
}

/** What the owner's view of an image needs, the album's name included. */
export type ListedImage = ImageRecord & { album_name: string | null };

const COLUMNS = {
  newest: 'uploaded_at',
  oldest: 'uploaded_at',
  largest: 'size_bytes',
  smallest: 'size_bytes',
} as const;

/**
 * The next images of a list: one range of one index, so that it costs the same wherever in the list it begins.
 * @param after where the page before ended
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

/** The query alone, for whoever wants to see how a database goes about it. */
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
  // Sorting by the album too changes nothing within one, and lets PostgreSQL use the index where there is none.
  if (albumId === null) query = query.where('album_id', 'is', null).orderBy('album_id', direction);
  else if (albumId !== undefined) query = query.where('album_id', '=', albumId).orderBy('album_id', direction);
  query = query.orderBy(column, direction).orderBy('id', direction);
  if (after === undefined) return query;
  return query.where((eb) => eb(eb.refTuple(column, 'id'), down ? '<' : '>', eb.tuple(after.value, after.id)));
}

/** The images that are still there of those asked for, in the same order. */
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
