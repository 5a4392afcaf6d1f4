import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type KeyRecord, keyQuery, liveKey } from '../accounts/keys.ts';
import type { Moment } from '../engine/read-snapshot.ts';
import { orUnavailable } from '../engine/sqlite.ts';
import type { SqliteVersion } from '../engine/sqlite-version.ts';
import { createVersionedRows } from '../engine/versioned-rows.ts';
import type { Db } from '../schema.ts';
import { albumQuery } from './albums.ts';
import type { ImageReader } from './image-reader.ts';
import { type ImageRecord, imageQuery, isShown } from './images.ts';

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
