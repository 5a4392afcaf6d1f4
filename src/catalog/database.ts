import type { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import type { Db, Schema } from './schema.ts';
import { openSqliteFile, sqliteDialect } from './sqlite.ts';

/** The catalog: queries through Kysely. */
export interface Catalog {
  db: Db;
  close(): Promise<void>;
}

/** Opens the embedded catalog, a SQLite file that is made when it is missing. */
export function openSqliteCatalog(path: string): Catalog {
  const file: DatabaseSync = openSqliteFile(path);
  const db = new Kysely<Schema>({ dialect: sqliteDialect(file) });
  return { db, close: () => db.destroy() };
}
