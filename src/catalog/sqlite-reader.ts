import type { StatementSync } from 'node:sqlite';
import { albumQuery } from './albums.ts';
import type { ImageReader } from './image-reader.ts';
import { type ImageRecord, imageQuery, isShown } from './images.ts';
import { type KeyRecord, keyQuery, liveKey } from './keys.ts';
import type { Db } from './schema.ts';
import { openForReading, orUnavailable } from './sqlite.ts';
import { createVersionedRows } from './versioned-rows.ts';

/** Images that are kept ready; an entry takes about a kilobyte. */
const MAX_IMAGES = 20_000;
const MAX_KEYS = 5_000;
const MAX_ALBUMS = 5_000;

/**
 * Reads the SQLite file on a connection of its own, so that it sees what has been committed and nothing else.
 * Rows are kept for as long as SQLite says that nobody, in this process or another, has written (`PRAGMA data_version`).
 */
export function createSqliteReader(path: string, db: Db): ImageReader {
  const file = openForReading(path);
  const version = file.prepare('PRAGMA data_version');
  version.setReturnArrays(true);
  const currentVersion = () => (version.get() as unknown as unknown[])[0];
  let asked: { version: unknown } | undefined;

  /** Several questions of one request are one moment: nothing can have been answered in between. */
  function versionOfMoment(): unknown {
    if (asked === undefined) {
      asked = { version: currentVersion() };
      queueMicrotask(() => {
        asked = undefined;
      });
    }
    return asked.version;
  }

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

  function imageAt(version: unknown, id: string, nowMs: number): ImageRecord | undefined {
    const image = images.get(id, version);
    return image !== undefined && isShown(image, nowMs) ? image : undefined;
  }

  return {
    find: async (id, nowMs) => orUnavailable(() => imageAt(currentVersion(), id, nowMs)),
    peek: (id, nowMs) => orUnavailable(() => imageAt(versionOfMoment(), id, nowMs)),
    peekKey(secretHash, nowMs) {
      const key = orUnavailable(() => keys.get(secretHash, versionOfMoment()));
      return key === undefined ? undefined : liveKey(key, nowMs);
    },
    peekAlbum: (id) => orUnavailable(() => albums.get(id, versionOfMoment())),
    close: () => file.close(),
  };
}
