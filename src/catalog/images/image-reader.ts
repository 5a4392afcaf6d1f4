import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { cacheOfSizes } from '../../lib/bounded-cache.ts';
import { type KeyRecord, keyQuery, type LiveKey, liveKey } from '../accounts/credentials.ts';
import type { ReadSnapshot, SqliteVersion } from '../engine/read-snapshot.ts';
import { orUnavailable } from '../engine/sqlite-file.ts';
import type { Db } from '../schema.ts';
import { albumQuery } from './albums.ts';
import { findImage, type ImageRecord, imageQuery, isShown } from './images.ts';

/** Finds images by id, as the catalog holds them now. */
export interface ImageReader {
  /** The image if it is visible to everyone at the instant `nowMs`. */
  find(id: string, nowMs: number): Promise<ImageRecord | undefined>;
}

/**
 * Synchronous reads for the in-memory fast path. Only an embedded catalog has them. All reads of one read snapshot see
 * the catalog at the same commit.
 */
export interface SnapshotReader {
  /**
   * The image if it is visible to everyone at the instant `nowMs`.
   * @returns the same object until the row changes
   */
  peekImage(id: string, nowMs: number): ImageRecord | undefined;
  /** The key and its account if the key is live at the instant `nowMs`. */
  peekKey(secretHash: string, nowMs: number): LiveKey | undefined;
  peekAlbum(id: string): { id: string; name: string } | undefined;
  /**
   * Begins a read snapshot that lasts until the end of this event-loop tick. Call it from a socket callback that has read
   * a request: requests that arrived together then share one version check.
   */
  beginTick(): void;
  /** Invalidates the read snapshot: the next read checks the version again. */
  invalidate(): void;
}

/** Reads through Kysely, for a catalog in another process. */
export function createImageReader(db: Db): ImageReader {
  return { find: (id, nowMs) => findImage(db, id, nowMs) };
}

/** Shares of the memory for rows. */
const [IMAGES, KEYS, ALBUMS] = [30 / 32, 1 / 32, 1 / 32];
/** Memory for rows of a catalog that serves no requests, such as that of a command. */
const LEAST_CACHE_BYTES = 2 ** 20;

/**
 * Reads the SQLite file on a connection of its own, which sees committed rows only. Rows stay cached while the version of
 * the file stays the same.
 * @param file of `openForReading`
 * @param cacheBytes memory for rows
 */
export function createSqliteReaders(
  file: DatabaseSync,
  version: SqliteVersion,
  snapshot: ReadSnapshot,
  db: Db,
  cacheBytes = LEAST_CACHE_BYTES,
): { images: ImageReader; snapshot: SnapshotReader } {
  function rowsOf<Row extends object>(share: number, query: { compile(): { sql: string } }) {
    // Prepared on first use: migrations may have to create the tables first.
    let read: ((key: string) => Row | undefined) | undefined;
    return createVersionedRows<Row>(cacheBytes * share, (key) => {
      read ??= readRow<Row>(file.prepare(query.compile().sql));
      return read(key);
    });
  }
  const images = rowsOf<ImageRecord>(IMAGES, imageQuery(db));
  const keys = rowsOf<KeyRecord>(KEYS, keyQuery(db));
  const albums = rowsOf<{ id: string; name: string }>(ALBUMS, albumQuery(db));

  function imageAt(version: number, id: string, nowMs: number): ImageRecord | undefined {
    const image = images.get(id, version);
    return image !== undefined && isShown(image, nowMs) ? image : undefined;
  }

  return {
    images: { find: async (id, nowMs) => orUnavailable(() => imageAt(version.current(), id, nowMs)) },
    snapshot: {
      peekImage: (id, nowMs) => orUnavailable(() => imageAt(snapshot.version(), id, nowMs)),
      peekKey(secretHash, nowMs) {
        const key = orUnavailable(() => keys.get(secretHash, snapshot.version()));
        return key === undefined ? undefined : liveKey(key, nowMs);
      },
      peekAlbum: (id) => orUnavailable(() => albums.get(id, snapshot.version())),
      beginTick: snapshot.beginTick,
      invalidate: snapshot.invalidate,
    },
  };
}

/**
 * Reads rows as objects of one shape. The objects that node:sqlite makes are dictionaries: they take twice the memory and
 * are slow to read.
 */
function readRow<Row extends object>(statement: StatementSync): (key: string) => Row | undefined {
  statement.setReturnArrays(true);
  let columns: string[] = [];
  return (key) => {
    const values = statement.get(key) as unknown[] | undefined;
    if (values === undefined) return undefined;
    // A migration of another process adds columns, also to a statement with `*` that is prepared already.
    if (values.length !== columns.length) columns = statement.columns().map(({ name }) => name);
    const row: Record<string, unknown> = {};
    for (let i = 0; i < columns.length; i++) row[columns[i] as string] = values[i];
    return row as Row;
  };
}

/** A cache of rows by key that reads a row again when the version of the catalog has changed. */
export interface VersionedRows<Row extends object> {
  /** @param version the current version of the catalog */
  get(key: string, version: number): Row | undefined;
}

/** Memory of an entry besides its columns, of a column, and of a text besides its characters. */
const [ENTRY_BYTES, COLUMN_BYTES, TEXT_BYTES] = [200, 8, 12];

function bytesOf({ row }: { row: object }): number {
  let bytes = ENTRY_BYTES;
  for (const value of Object.values(row)) {
    bytes += COLUMN_BYTES + (typeof value === 'string' ? TEXT_BYTES + value.length : 0);
  }
  return bytes;
}

/**
 * @param maxBytes of all rows together
 * @param read reads the row from the catalog
 * @returns a cache that returns the same object until the row changes, so that derived values can be cached by it
 */
export function createVersionedRows<Row extends object>(
  maxBytes: number,
  read: (key: string) => Row | undefined,
): VersionedRows<Row> {
  const cache = cacheOfSizes<{ row: Row; version: number }>(Math.floor(maxBytes), bytesOf);
  return {
    get(key, version) {
      const known = cache.get(key);
      if (known !== undefined && known.version === version) return known.row;
      const found = read(key);
      if (found === undefined) return undefined;
      if (known !== undefined && isSame(known.row, found)) {
        known.version = version;
        return known.row;
      }
      cache.set(key, { row: found, version });
      return found;
    },
  };
}

function isSame<Row extends object>(one: Row, other: Row): boolean {
  for (const name in other) if (one[name] !== other[name]) return false;
  return true;
}
