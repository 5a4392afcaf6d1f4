import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { cacheOfEntries } from '../../lib/bounded-cache.ts';
import { type KeyRecord, keyQuery, type LiveKey, liveKey } from '../accounts/keys.ts';
import type { ReadSnapshot, SqliteVersion } from '../engine/read-snapshot.ts';
import { orUnavailable } from '../engine/sqlite.ts';
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

/** Rows in the cache; an image takes about a kilobyte. */
const MAX_IMAGES = 20_000;
const MAX_KEYS = 5_000;
const MAX_ALBUMS = 5_000;

/**
 * Reads the SQLite file on a connection of its own, which sees committed rows only. Rows stay cached while the version of
 * the file stays the same.
 * @param file of `openForReading`
 */
export function createSqliteReaders(
  file: DatabaseSync,
  version: SqliteVersion,
  snapshot: ReadSnapshot,
  db: Db,
): { images: ImageReader; snapshot: SnapshotReader } {
  function rowsOf<Row extends object>(maxRows: number, query: { compile(): { sql: string } }) {
    // Prepared on first use: migrations may have to create the tables first.
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

/** A cache of rows by key that reads a row again when the version of the catalog has changed. */
export interface VersionedRows<Row extends object> {
  /** @param version the current version of the catalog */
  get(key: string, version: number): Row | undefined;
}

/**
 * @param read reads the row from the catalog
 * @returns a cache that returns the same object until the row changes, so that derived values can be cached by it
 */
export function createVersionedRows<Row extends object>(
  maxRows: number,
  read: (key: string) => Row | undefined,
): VersionedRows<Row> {
  const cache = cacheOfEntries<{ row: Row; version: number }>(maxRows);
  return {
    get(key, version) {
      const known = cache.get(key);
      if (known !== undefined && known.version === version) return known.row;
      const found = read(key);
      if (found === undefined) return undefined;
      const row = known !== undefined && isSame(known.row, found) ? known.row : found;
      cache.set(key, { row, version });
      return row;
    },
  };
}

function isSame<Row extends object>(one: Row, other: Row): boolean {
  for (const name in other) if (one[name] !== other[name]) return false;
  return true;
}
