import { setImmediate } from 'node:timers/promises';
import { findAlbumByName, findAlbumOf } from '../../catalog/images/albums.ts';
import { findImages, type Listed, listImages } from '../../catalog/images/image-lists.ts';
import type { Db } from '../../catalog/schema.ts';
import { decodeCursor, encodeCursor, type Page } from '../../core/cursor.ts';
import { AppError } from '../../core/errors.ts';
import type { FormatName } from '../../core/formats.ts';
import { searchForm } from '../../core/names.ts';
import type { ImageOrder } from '../../core/states.ts';
import type { Clock } from '../../lib/clock.ts';
import { asOwned } from './for-each-image.ts';
import type { VisibleImage } from './get-image.ts';

/** Rows scanned for one page at most: a search with few matches returns a short page instead of a slow one. */
const MAX_SCANNED = 100_000;
/** Rows scanned in one event-loop tick at most. */
const MAX_CHUNK = 2_000;

interface ListDeps {
  db: Db;
  clock: Clock;
  /** Signs cursors; the same in all processes. */
  cursorSecret: Uint8Array;
}

/** Selects and orders the images of an account. */
export interface ImageQuery {
  /** Only images of the album of this name; '' = only images outside albums. */
  album?: string | undefined;
  /** Only images of the album with this id. */
  albumId?: string | undefined;
  format?: FormatName | undefined;
  /** Only images whose file name contains this text, ignoring case. */
  text?: string | undefined;
  order: ImageOrder;
}

/**
 * One page of an account's images, as their owner sees them. Concurrent uploads and deletes shift nothing: each other
 * image is on exactly one page.
 * @param cursor from the previous page; undefined = the first page
 * @param maxScanned rows after which a page ends, however few images it has
 * @throws AppError INVALID_CURSOR, ALBUM_NOT_FOUND
 */
export async function listAccountImages(
  { db, clock, cursorSecret }: ListDeps,
  accountId: string,
  query: ImageQuery,
  limit: number,
  cursor: string | undefined,
  maxScanned = MAX_SCANNED,
): Promise<Page<VisibleImage>> {
  const { album, albumId, format, text, order } = query;
  const scope = ['images', accountId, album ?? null, albumId ?? null, format ?? null, text ?? null, order];
  let after = cursor === undefined ? undefined : decodeCursor(cursorSecret, scope, cursor);
  const listed = await listedAlbum(db, accountId, query);
  if (listed === 'none') return { items: [], nextCursor: null };

  const now = clock.now();
  const wanted = filterOf(query);
  const found: Listed[] = [];
  let scanned = 0;
  let chunk = limit + 1;
  for (;;) {
    const rows = await listImages(db, { accountId, albumId: listed, order }, after, now, chunk);
    scanned += rows.length;
    for (const row of rows) if (found.length <= limit && wanted(row)) found.push(row);
    const atEnd = rows.length < chunk;
    after = rows.at(-1) ?? after;
    if (found.length > limit || atEnd || scanned >= maxScanned) {
      const shown = found.slice(0, limit);
      const last = found.length > limit ? shown.at(-1) : atEnd ? undefined : after;
      const images = await findImages(
        db,
        shown.map(({ id }) => id),
        now,
      );
      return {
        items: images.map(asOwned),
        nextCursor: last === undefined ? null : encodeCursor(cursorSecret, scope, last),
      };
    }
    chunk = Math.min(chunk * 2, MAX_CHUNK);
    // SQLite answers synchronously.
    await setImmediate();
  }
}

/** @returns the id of the album; undefined = any, null = images outside albums, 'none' = no album has that name */
async function listedAlbum(
  db: Db,
  accountId: string,
  { album, albumId }: ImageQuery,
): Promise<string | null | undefined | 'none'> {
  if (albumId !== undefined) {
    const found = await findAlbumOf(db, accountId, albumId);
    if (found === undefined) throw new AppError('ALBUM_NOT_FOUND');
    return found.id;
  }
  if (album === undefined) return undefined;
  if (album === '') return null;
  return (await findAlbumByName(db, accountId, album))?.id ?? 'none';
}

function filterOf({ format, text }: ImageQuery): (row: Listed) => boolean {
  const part = searchForm(text ?? '');
  return (row) => (format === undefined || row.format === format) && row.searchName.includes(part);
}
