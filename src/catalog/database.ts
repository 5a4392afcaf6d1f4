import { HandleEmptyInListsPlugin, Kysely, replaceWithNoncontingentExpression } from 'kysely';
import { createCommitRun } from './engine/commit-run.ts';
import { groupTransactions } from './engine/group-transactions.ts';
import { postgresDialect } from './engine/postgres.ts';
import { createReadSnapshot, openSqliteVersion } from './engine/read-snapshot.ts';
import { retryTransactions } from './engine/retry-transactions.ts';
import { sqliteDialect, threadedDialect, type WriteTurns } from './engine/sqlite.ts';
import { openForReading, openSqliteFile } from './engine/sqlite-file.ts';
import { startSqliteWriter } from './engine/sqlite-writer.ts';
import {
  createImageReader,
  createSqliteReaders,
  type ImageReader,
  type SnapshotReader,
} from './images/image-reader.ts';
import { changesCachedRows } from './images/row-changes.ts';
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

interface SqliteOptions {
  writesOnThread?: boolean;
  cacheBytes?: number;
  turns?: WriteTurns | undefined;
}

/**
 * Opens the embedded catalog: a SQLite file, which is created when it does not exist.
 * @param options.writesOnThread for a server, whose event loop must not wait for the disk; not for a catalog in memory
 * @param options.turns of the processes that write the file on threads
 * @param options.cacheBytes memory for rows that `images` and `snapshot` read
 */
export function openSqliteCatalog(
  path: string,
  { writesOnThread = false, cacheBytes, turns }: SqliteOptions = {},
): Catalog {
  const file = openSqliteFile(path);
  const run = createCommitRun();
  const version = openSqliteVersion(path, run);
  const snapshot = createReadSnapshot(version.current);
  const dialect = writesOnThread
    ? threadedDialect(startSqliteWriter(path, run), file, {
        onCommit: snapshot.invalidate,
        changesRows: changesCachedRows,
        turns,
      })
    : sqliteDialect(file, snapshot.invalidate);
  const kysely = new Kysely<Schema>({ dialect });
  // Kysely closes connections only after a use.
  void kysely.connection().execute(async () => {});
  const db = groupTransactions(kysely);
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
