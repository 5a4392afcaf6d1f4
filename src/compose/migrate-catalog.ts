import { readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { checkSqliteFile, copySqliteFile } from '../catalog/engine/copies.ts';
import { MIGRATIONS, migrate, migrateSqlite } from '../catalog/migrate.ts';
import { readFacts } from '../catalog/operations/facts.ts';
import type { Db } from '../catalog/schema.ts';
import type { Config } from '../config.ts';

/** Copies that are kept beside the catalog. */
const KEPT_COPIES = 2;
const COPY_NAME = /^imgd-\d{4}-[\w-]+\.sqlite$/;

/**
 * Migrates the catalog to the newest schema, after a copy of a SQLite file that has an older one.
 * @param log called with one sentence about the copy
 * @returns the names of the migrations applied now @throws Error as `migrate` does
 */
export async function migrateCatalog(config: Config, db: Db, log: (text: string) => void): Promise<string[]> {
  if (config.catalog.databaseUrl !== undefined) return migrate(db);
  await copyBeforeMigration(config, db, log);
  return migrateSqlite(db);
}

async function copyBeforeMigration({ storage }: Config, db: Db, log: (text: string) => void): Promise<void> {
  const { applied, facts } = await readFacts(db);
  const last = applied.at(-1);
  const isOlder = Object.keys(MIGRATIONS).some((name) => !applied.includes(name));
  const isNewer = applied.some((name) => !(name in MIGRATIONS));
  if (last === undefined || !isOlder || isNewer || facts.moved_to !== undefined) return;
  const dataDir = resolve(storage.dataDir);
  const path = join(dataDir, 'imgd.sqlite');
  const copy = join(dataDir, `imgd-${last}.sqlite`);
  const [file, wal] = await Promise.all([path, `${path}-wal`].map(sizeOf));
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < (file ?? 0) + (wal ?? 0) + storage.minFreeBytes) {
    return log(`There is too little free space for a copy of the catalog before its migration: ${copy} is not made.`);
  }
  await copySqliteFile(path, `${copy}.new`);
  await rename(`${copy}.new`, copy);
  log(`The catalog before its migration is kept as ${copy}.`);
  const copies = (await readdir(dataDir)).filter((name) => COPY_NAME.test(name)).sort();
  for (const name of copies.slice(0, -KEPT_COPIES)) await rm(join(dataDir, name), { force: true });
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

/** Checks the file of a SQLite catalog. @throws Error with advice, when it is corrupt */
export function requireSoundCatalog({ catalog, storage }: Config): void {
  if (catalog.databaseUrl !== undefined) return;
  const path = join(resolve(storage.dataDir), 'imgd.sqlite');
  const problems = checkSqliteFile(path);
  if (problems.length === 0) return;
  throw new Error(
    `The catalog ${path} is corrupt: ${problems.join('; ')}. Restore the last backup (docs/operations.md#restore).`,
  );
}
