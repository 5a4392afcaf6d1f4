import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { cacheOfEntries } from '../../lib/bounded-cache.ts';
import type { LiveKey } from '../accounts/keys.ts';
import { type KeyRecord, keyQuery, liveKey } from '../accounts/keys.ts';
import type { Moment, SqliteVersion } from '../engine/read-snapshot.ts';
import { orUnavailable } from '../engine/sqlite.ts';
import type { Db } from '../schema.ts';
import { albumQuery } from './albums.ts';
import { findImage, type ImageRecord, imageQuery, isShown } from './images.ts';

/** Answers the busiest questions of all. What it says is what the catalog holds at that moment. */
export interface ImageReader {
  /** The image if everybody may see it at the instant `nowMs`. */
  find(id: string, nowMs: number): Promise<ImageRecord | undefined>;
  /**
   * The same without waiting, for a request that has just come; undefined also where it cannot be said without waiting.
   * @returns the same object for as long as the image stays as it is
   */
  peek(id: string, nowMs: number): ImageRecord | undefined;
  /** Whose key this is, if it is live at the instant `nowMs`; undefined also where it cannot be said without waiting. */
  peekKey(secretHash: string, nowMs: number): LiveKey | undefined;
  /** An album; undefined also where it cannot be said without waiting. */
  peekAlbum(id: string): { id: string; name: string } | undefined;
  /**
   * To be called from a callback of a socket when a request has been read: others that have come with it are answered in
   * the same turn of the event loop, and what is peeked at until its end may be that of one moment.
   */
  beginTurn(): void;
  /** What is peeked at from now on is that of a later moment. */
  endMoment(): void;
  close(): void;
}

/** Reads through Kysely, for a catalog in another process. */
export function createImageReader(db: Db): ImageReader {
  return {
    find: (id, nowMs) => findImage(db, id, nowMs),
    peek: () => undefined,
    peekKey: () => undefined,
    peekAlbum: () => undefined,
    beginTurn() {},
    endMoment() {},
    close() {},
  };
}

/** Images that are kept ready; an entry takes about a kilobyte. */
const MAX_IMAGES = 20_000;
const MAX_KEYS = 5_000;
const MAX_ALBUMS = 5_000;

/**
 * Reads the SQLite file on a connection of its own, so that it sees what has been committed and nothing else.
 * Rows are kept for as long as the version of the file stays the same.
 * @param file of `openForReading`
 */
export function createSqliteReader(file: DatabaseSync, version: SqliteVersion, moment: Moment, db: Db): ImageReader {
  function rowsOf<Row extends object>(maxRows: number, query: { compile(): { sql: string } }) {
    // Prepared at the first question: before, the tables may still have to be made.
    let statement: StatementSync | undefined;
    return createVersionedRows<Row>(maxRows, (key) => {
      statement ??= file.prepare(query.compile().sql);
      return statement.get(key) as Row | undefined;
    });
  }
  const images = rowsOf<ImageRecord>(MAX_IMAGES, imageQuery(db));
  const keys = rowsOf<KeyRecord>(MAX_KEYS, keyQuery(db));
  const albums = rowsOf<{ id: string; name: string }>(MAX_ALBUMS, albumQuery(db));

  function imageAt(version: number, id: string, nowMs: number): ImageRecord | undefined {
    const image = images.get(id, version);
    return image !== undefined && isShown(image, nowMs) ? image : undefined;
  }

  return {
    find: async (id, nowMs) => orUnavailable(() => imageAt(version.current(), id, nowMs)),
    peek: (id, nowMs) => orUnavailable(() => imageAt(moment.version(), id, nowMs)),
    peekKey(secretHash, nowMs) {
      const key = orUnavailable(() => keys.get(secretHash, moment.version()));
      return key === undefined ? undefined : liveKey(key, nowMs);
    },
    peekAlbum: (id) => orUnavailable(() => albums.get(id, moment.version())),
    beginTurn: moment.beginTurn,
    endMoment: moment.end,
    close: () => file.close(),
  };
}

/** Rows by a key, kept for as long as the catalog stays as it is. */
export interface VersionedRows<Row extends object> {
  /** @param version of the catalog at this moment: a row that was read at another one is read again */
  get(key: string, version: number): Row | undefined;
}

/**
 * @param read gives the row as the catalog holds it
 * @returns the very same object for as long as the row stays the same, so that what was made of it can be kept by it
 */
export function createVersionedRows<Row extends object>(
  maxRows: number,
  read: (key: string) => Row | undefined,
): VersionedRows<Row> {
  const kept = cacheOfEntries<{ row: Row; version: number }>(maxRows);
  return {
    get(key, version) {
      const known = kept.get(key);
      if (known !== undefined && known.version === version) return known.row;
      const found = read(key);
      if (found === undefined) return undefined;
      const row = known !== undefined && isSame(known.row, found) ? known.row : found;
      kept.set(key, { row, version });
      return row;
    },
  };
}

function isSame<Row extends object>(one: Row, other: Row): boolean {
  for (const name in other) if (one[name] !== other[name]) return false;
  return true;
}
