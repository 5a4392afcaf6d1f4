import type { StatementSync } from 'node:sqlite';
import { cacheOfEntries } from '../lib/bounded-cache.ts';
import type { ImageReader } from './image-reader.ts';
import { type ImageRecord, imageQuery, isShown } from './images.ts';
import type { Db } from './schema.ts';
import { openForReading, orUnavailable } from './sqlite.ts';

/** Images that are kept ready; an entry takes about a kilobyte. */
const MAX_IMAGES = 20_000;

/**
 * Reads the SQLite file on a connection of its own, so that it sees what has been committed and nothing else.
 * Rows are kept for as long as SQLite says that nobody, in this process or another, has written (`PRAGMA data_version`).
 */
export function createSqliteImageReader(path: string, db: Db): ImageReader {
  const file = openForReading(path);
  const version = file.prepare('PRAGMA data_version');
  version.setReturnArrays(true);
  // Prepared at the first question: before, the tables may still have to be made.
  let byId: StatementSync | undefined;
  const images = cacheOfEntries<ImageRecord>(MAX_IMAGES);
  let seen: unknown;

  function read(id: string): ImageRecord | undefined {
    const current = (version.get() as unknown as unknown[])[0];
    if (current !== seen) {
      images.clear();
      seen = current;
    }
    const kept = images.get(id);
    if (kept !== undefined) return kept;
    byId ??= file.prepare(imageQuery(db).compile().sql);
    const found = byId.get(id) as ImageRecord | undefined;
    if (found !== undefined) images.set(id, found);
    return found;
  }

  function peek(id: string, nowMs: number): ImageRecord | undefined {
    const image = orUnavailable(() => read(id));
    return image !== undefined && isShown(image, nowMs) ? image : undefined;
  }

  return {
    find: async (id, nowMs) => peek(id, nowMs),
    peek,
    close: () => file.close(),
  };
}
