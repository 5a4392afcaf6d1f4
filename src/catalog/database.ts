import { HandleEmptyInListsPlugin, Kysely, replaceWithNoncontingentExpression } from 'kysely';
import { groupTransactions } from './engine/group-transactions.ts';
import { postgresDialect } from './engine/postgres.ts';
import { createReadSnapshot, openSqliteVersion } from './engine/read-snapshot.ts';
import { retryTransactions } from './engine/retry-transactions.ts';
import { openForReading, openSqliteFile, sqliteDialect } from './engine/sqlite.ts';
import {
  createImageReader,
  createSqliteReaders,
  type ImageReader,
  type SnapshotReader,
} from './images/image-reader.ts';
import type { Db, Schema } from './schema.ts';

/** Connections of a pool now. */
export interface Connections {
  active: number;
  idle: number;
  /** Statements that wait for a connection. */
  waiting: number;
}

/** An open catalog: queries through Kysely, and reads of images that the fast path needs. */
export interface Catalog {
  db: Db;
  images: ImageReader;
  /** Undefined for a database in another process. */
  snapshot: SnapshotReader | undefined;
  /** Undefined for an embedded database. */
  connections: (() => Connections) | undefined;
  close(): Promise<void>;
}

/**
 * Opens the embedded catalog: a SQLite file, which is created when it does not exist.
 * @param cacheBytes memory for rows that `images` and `snapshot` read
 */
export function openSqliteCatalog(path: string, cacheBytes?: number): Catalog {
  const file = openSqliteFile(path);
  const version = openSqliteVersion(path);
  const snapshot = createReadSnapshot(version.current);
  const db = groupTransactions(new Kysely<Schema>({ dialect: sqliteDialect(file, snapshot.invalidate) }));
  const reading = openForReading(path);
  return {
    db,
    connections: undefined,
    ...createSqliteReaders(reading, version, snapshot, db, cacheBytes),
    async close() {
      reading.close();
      await db.destroy();
      version.close();
    },
  };
}

/**
 * Opens a catalog in PostgreSQL, which any number of nodes may share.
 * @param warn called with what the database does otherwise than asked
 * @throws Error that names the setting when the database cannot be reached or refuses the connection
 */
export async function openPostgresCatalog(
  url: string,
  maxConnections: number,
  warn: (text: string) => void = () => {},
): Promise<Catalog> {
  const { dialect, pool } = await postgresDialect(url, maxConnections, warn);
  const db = retryTransactions(
    new Kysely<Schema>({
      dialect,
      // PostgreSQL rejects `in ()`, which SQLite accepts.
      plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
    }),
  );
  return {
    db,
    images: createImageReader(db),
    snapshot: undefined,
    connections: () => ({
      active: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => db.destroy(),
  };
}
