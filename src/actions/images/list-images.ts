import { setImmediate } from 'node:timers/promises';
import { findAlbumByName, findAlbumOf } from '../../catalog/images/albums.ts';
import { findImages, type Listed, type ListedImage, listImages } from '../../catalog/images/image-lists.ts';
import type { Db } from '../../catalog/schema.ts';
import { decodeCursor, encodeCursor } from '../../core/cursor.ts';
import { AppError } from '../../core/errors.ts';
import type { FormatName } from '../../core/formats.ts';
import { searchForm } from '../../core/names.ts';
import type { ImageOrder } from '../../core/states.ts';
import type { Clock } from '../../lib/clock.ts';
import type { DescribedImage } from './find-image.ts';

/** Images that are looked at for one page at the most: of a search that finds little the page is short, not slow. */
const MAX_LOOKED_AT = 100_000;
/** Images that are looked at before others get their turn. */
const MAX_CHUNK = 2_000;

export interface ListDeps {
  db: Db;
  clock: Clock;
  /** Signs cursors; the same in all processes. */
  cursorSecret: Uint8Array;
}

/** Which images of an account are wanted, and in which order. */
export interface ImageQuery {
  /** Only of the album of this name; '' = only those in no album. */
  album?: string | undefined;
  /** Only of this album. */
  albumId?: string | undefined;
  format?: FormatName | undefined;
  /** Only those whose file name holds this text, in capitals or not. */
  text?: string | undefined;
  order: ImageOrder;
}

/** A part of a list; there is more exactly if there is a cursor. */
export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

/**
 * One page of an account's images, as their owner sees them. Images that come or go meanwhile shift nothing: each one
 * that stays is on exactly one page.
 * @param cursor from the page before; undefined = the first page
 * @param maxLookedAt images after which a page ends, however few it has
 * @throws AppError INVALID_CURSOR, ALBUM_NOT_FOUND
 */
export async function listAccountImages(
  { db, clock, cursorSecret }: ListDeps,
  accountId: string,
  query: ImageQuery,
  limit: number,
  cursor: string | undefined,
  maxLookedAt = MAX_LOOKED_AT,
): Promise<Page<DescribedImage>> {
  const { album, albumId, format, text, order } = query;
  const scope = ['images', accountId, album ?? null, albumId ?? null, format ?? null, text ?? null, order];
  let after = cursor === undefined ? undefined : decodeCursor(cursorSecret, scope, cursor);
  const listed = await listedAlbum(db, accountId, query);
  if (listed === 'none') return { items: [], nextCursor: null };

  const now = clock.now();
  const wanted = filterOf(query);
  const found: Listed[] = [];
  let lookedAt = 0;
  let chunk = limit + 1;
  for (;;) {
    const rows = await listImages(db, { accountId, albumId: listed, order }, after, now, chunk);
    lookedAt += rows.length;
    for (const row of rows) if (found.length <= limit && wanted(row)) found.push(row);
    const atEnd = rows.length < chunk;
    after = rows.at(-1) ?? after;
    if (found.length > limit || atEnd || lookedAt >= maxLookedAt) {
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
    // An embedded database answers without letting go.
    await setImmediate();
  }
}

/** An image as its owner sees it. */
export function asOwned(image: ListedImage): DescribedImage {
  const { album_id: id, album_name: name } = image;
  return { image, owner: { album: id === null || name === null ? null : { id, name }, keyId: image.key_id } };
}

/** The album that the list is of: undefined = any, null = none; 'none' where there is no album of that name. */
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
