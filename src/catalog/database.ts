import type { DatabaseSync } from 'node:sqlite';
import { HandleEmptyInListsPlugin, Kysely, replaceWithNoncontingentExpression } from 'kysely';
import { postgresDialect } from './engine/postgres.ts';
import { createReadSnapshot, openSqliteVersion } from './engine/read-snapshot.ts';
import { openForReading, openSqliteFile, sqliteDialect } from './engine/sqlite.ts';
import { groupTransactions, retryTransactions } from './engine/transactions.ts';
import {
  createImageReader,
  createSqliteReaders,
  type ImageReader,
  type SnapshotReader,
} from './images/image-reader.ts';
import type { Db, Schema } from './schema.ts';

/** The catalog: queries through Kysely. */
export interface Catalog {
  db: Db;
  images: ImageReader;
  /** Undefined where the catalog is in another process. */
  snapshot: SnapshotReader | undefined;
  close(): Promise<void>;
}

/** Opens the embedded catalog, a SQLite file that is made when it is missing. */
export function openSqliteCatalog(path: string): Catalog {
  const file: DatabaseSync = openSqliteFile(path);
  const version = openSqliteVersion(path);
  const snapshot = createReadSnapshot(version.current);
  const db = groupTransactions(new Kysely<Schema>({ dialect: sqliteDialect(file, snapshot.invalidate) }));
  const reading = openForReading(path);
  return {
    db,
    ...createSqliteReaders(reading, version, snapshot, db),
    async close() {
      reading.close();
      await db.destroy();
      version.close();
    },
  };
}

/**
 * Opens a catalog in PostgreSQL, which any number of nodes may share.
 * @throws Error that names the setting when the database cannot be reached or refuses
 */
export async function openPostgresCatalog(url: string, maxConnections: number): Promise<Catalog> {
  const db = retryTransactions(
    new Kysely<Schema>({
      dialect: await postgresDialect(url, maxConnections),
      // SQLite takes an empty list as it is.
      plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
    }),
  );
  return { db, images: createImageReader(db), snapshot: undefined, close: () => db.destroy() };
}
