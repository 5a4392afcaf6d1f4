import { Kysely, sql } from 'kysely';
import { copySqliteFile, dumpPostgres, requireTool, restorePostgres } from './engine/copies.ts';
import { sqliteDialect } from './engine/sqlite.ts';
import { openForReading } from './engine/sqlite-file.ts';
import type { Db, Schema } from './schema.ts';

/** Copies of a catalog as files. */
export interface Snapshots {
  engine: 'sqlite' | 'postgres';
  /**
   * Copies the catalog, which may be in use, into a new file.
   * @param work reads exactly the state that is copied
   * @throws Error in one line when the catalog is corrupt or a program is missing
   */
  take<T>(path: string, work: (db: Db) => Promise<T>): Promise<T>;
}

/** @param catalogPath the file of the catalog, which must exist */
export function sqliteSnapshots(catalogPath: string): Snapshots {
  return {
    engine: 'sqlite',
    async take(path, work) {
      await copySqliteFile(catalogPath, path);
      const db = new Kysely<Schema>({ dialect: sqliteDialect(openForReading(path)) });
      try {
        return await work(db);
      } finally {
        await db.destroy();
      }
    },
  };
}

/** Uses pg_dump. @param url of the same database as `db` */
export function postgresSnapshots(db: Db, url: string): Snapshots {
  return {
    engine: 'postgres',
    async take(path, work) {
      await requireTool('pg_dump', await serverMajor(db));
      return db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (tx) => {
          const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(tx);
          await dumpPostgres(url, (rows[0] as { id: string }).id, path);
          return work(tx);
        });
    },
  };
}

/** Restores a dump into the empty database of `db`. @throws Error when pg_restore is missing or fails */
export async function restoreDump(db: Db, url: string, path: string): Promise<void> {
  await requireTool('pg_restore', await serverMajor(db));
  await restorePostgres(url, path);
}

async function serverMajor(db: Db): Promise<number> {
  const { rows } = await sql<{ server_version_num: string }>`show server_version_num`.execute(db);
  return Math.floor(Number(rows[0]?.server_version_num) / 10_000);
}

/** The tables of a catalog, restored or not. */
export async function tablesOf(db: Db): Promise<string[]> {
  return (await db.introspection.getTables()).map(({ name }) => name);
}
