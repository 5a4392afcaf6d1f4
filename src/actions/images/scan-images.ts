import { setImmediate } from 'node:timers/promises';
import { albumNames, findAlbumByName, findAlbumOf } from '../../catalog/images/albums.ts';
import { type Bounds, findContent, type ImageList, type Listed, listImages } from '../../catalog/images/image-lists.ts';
import type { Db } from '../../catalog/schema.ts';
import type { Position } from '../../core/cursor.ts';
import { AppError } from '../../core/errors.ts';
import { FORMATS, type FormatName } from '../../core/formats.ts';
import { splitTags } from '../../core/image-texts.ts';
import { searchForm } from '../../core/names.ts';
import type { ImageOrder } from '../../core/states.ts';

/** Rows scanned for one request at most: a search with few matches ends early instead of late. */
export const MAX_SCANNED = 100_000;
/** Characters that count as one row of a scan: long descriptions take their time too. */
const TEXT_OF_ROW = 500;
/** Rows scanned in one event-loop tick at most. */
const MAX_CHUNK = 2_000;

/** Selects images of an account. */
export interface ImageFilter {
  /** Only images of the album of this name; '' = only images outside albums. */
  album?: string | undefined;
  /** Only images of the album with this id. */
  albumId?: string | undefined;
  format?: FormatName | undefined;
  /** Words, ignoring case: each is part of the file name, the title, a tag, the description or the album's name, or is the format. */
  text?: string | undefined;
  /** Time of the upload, in Unix milliseconds. */
  uploaded?: Bounds | undefined;
  /** Bytes. */
  size?: Bounds | undefined;
  /** Tags that an image must have, all of them. */
  tags?: readonly string[] | undefined;
  /** Hex SHA-256 of the stored file; of the uploaded file where no image of the account is stored with it. */
  sha256?: string | undefined;
  /** Ids of images that do not match. */
  except?: ReadonlySet<string> | undefined;
}

/** Selects and orders images of an account. */
export interface ImageQuery extends ImageFilter {
  order: ImageOrder;
}

/** Rows of a list that one step has scanned. */
interface Scanned {
  /** Those that match. */
  matches: Listed[];
  /** The last row, matching or not; the next step begins behind it. */
  last: Position | undefined;
  /** Whether there are no more rows. */
  atEnd: boolean;
}

/** The members of `query` that identify the list, for the scope of its cursors. */
export function scopeOf({ album, albumId, format, text, uploaded, size, tags, sha256, order }: ImageQuery): unknown[] {
  const bounds = [uploaded?.from, uploaded?.to, size?.from, size?.to].map((one) => one ?? null);
  const fixed = [album ?? null, albumId ?? null, format ?? null, text ?? null, order];
  // Cursors of earlier versions, which had none of these, stay valid.
  return [
    ...fixed,
    ...(bounds.every((one) => one === null) ? [] : bounds),
    ...(tags === undefined && sha256 === undefined ? [] : [{ tags, sha256 }]),
  ];
}

/**
 * Scans the images of an account in the order of a list, in steps that grow; other requests run between them.
 * @param list of `listOf`
 * @param firstRows rows of the first step
 */
export async function* scanImages(
  db: Db,
  list: ImageList,
  filter: ImageFilter,
  after: Position | undefined,
  { firstRows, nowMs, maxScanned }: { firstRows: number; nowMs: number; maxScanned: number },
): AsyncGenerator<Scanned, void> {
  const matching = matcherOf(db, filter, list);
  const range = rangeOf(list.order, filter);
  let last = after ?? range.start;
  let scanned = 0;
  for (let rows = firstRows; scanned < maxScanned; rows = Math.min(rows * 2, MAX_CHUNK)) {
    // SQLite answers synchronously.
    if (scanned > 0) await setImmediate();
    const found = await listImages(db, list, last, nowMs, rows);
    scanned += found.reduce((sum, { searchName }) => sum + Math.ceil(searchName.length / TEXT_OF_ROW), 0);
    last = found.at(-1) ?? last;
    const atEnd = found.length < rows || (last !== undefined && range.isPast(last.value));
    yield { matches: await matching(found), last, atEnd };
    if (atEnd) return;
  }
}

/**
 * The list in which the images of a query are found.
 * @returns undefined when the query names an album that does not exist
 * @throws AppError ALBUM_NOT_FOUND for an unknown album id
 */
export async function listOf(db: Db, accountId: string, query: ImageQuery): Promise<ImageList | undefined> {
  const albumId = await listedAlbum(db, accountId, query);
  if (albumId === 'none') return undefined;
  const { sha256, tags = [], order } = query;
  if (sha256 !== undefined) {
    const within = await findContent(db, accountId, sha256);
    // Images with the same content have the same size.
    return { accountId, albumId, order: BY_TIME[order], within };
  }
  const [tag] = tags;
  return { accountId, albumId, order, within: tag === undefined ? undefined : { tag } };
}

const BY_TIME = { newest: 'newest', oldest: 'oldest', largest: 'newest', smallest: 'oldest' } as const;

/**
 * The part of a list in which the value that orders it is within its bounds: a position before it, and whether a value
 * is behind it. The query itself has no bounds: with two of them SQLite may choose an index that holds other albums.
 */
function rangeOf(order: ImageOrder, { uploaded, size }: ImageFilter) {
  const { from, to } = (order === 'newest' || order === 'oldest' ? uploaded : size) ?? {};
  const isDown = order === 'newest' || order === 'largest';
  // The ids sort behind the empty text, and before "~" where the order of texts is that of their bytes.
  const start: Position | undefined = isDown
    ? to === undefined
      ? undefined
      : { value: to, id: '' }
    : from === undefined
      ? undefined
      : { value: from - 1, id: '~' };
  return {
    start,
    isPast: (value: number) => (isDown ? from !== undefined && value < from : to !== undefined && value >= to),
  };
}

/** @returns the id of the album; undefined = any, null = images outside albums, 'none' = no album has that name */
async function listedAlbum(
  db: Db,
  accountId: string,
  { album, albumId }: ImageFilter,
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

/** @returns finds the matching rows; it reads the name of each album at most once */
function matcherOf(
  db: Db,
  { format, text = '', uploaded, size, tags = [], except }: ImageFilter,
  { albumId, within }: ImageList,
) {
  const words = [...new Set(searchForm(text).split(/\s+/u))].filter((word) => word !== '');
  const namesOfAlbums = new Map<string, string>();

  async function readNames(rows: readonly Listed[]): Promise<void> {
    const unknown = rows.flatMap(({ albumId }) => (albumId === null || namesOfAlbums.has(albumId) ? [] : albumId));
    for (const [id, name] of await albumNames(db, [...new Set(unknown)])) namesOfAlbums.set(id, searchForm(name));
  }
  const isFormat = (word: string, { format: name }: Listed) =>
    word === name || word === FORMATS[name].extension.toUpperCase();
  const lacks = (row: Listed) => words.filter((word) => !row.searchName.includes(word) && !isFormat(word, row));

  // An album is a list of its own, unless another one is read.
  const isInAlbum = (row: Listed) => within === undefined || albumId === undefined || row.albumId === albumId;
  const hasTags = (row: Listed) => {
    const own = tags.length === 0 ? [] : splitTags(row.tags);
    return tags.every((tag) => own.includes(tag));
  };

  return async (rows: readonly Listed[]): Promise<Listed[]> => {
    const wanted = rows.filter(
      (row) =>
        isInAlbum(row) &&
        hasTags(row) &&
        (format === undefined || row.format === format) &&
        isWithin(row.uploadedAt, uploaded) &&
        isWithin(row.sizeBytes, size) &&
        except?.has(row.id) !== true,
    );
    if (words.length === 0) return wanted;
    const missing = new Map(wanted.map((row) => [row, lacks(row)]));
    await readNames(wanted.filter((row) => (missing.get(row) ?? []).length > 0));
    return wanted.filter((row) => {
      const album = namesOfAlbums.get(row.albumId ?? '') ?? '';
      return (missing.get(row) ?? []).every((word) => album.includes(word));
    });
  };
}

function isWithin(value: number, { from, to }: Bounds = {}): boolean {
  return (from === undefined || value >= from) && (to === undefined || value < to);
}
