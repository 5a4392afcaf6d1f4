import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { openPostgresCatalog, openSqliteCatalog } from '../../catalog/database.ts';
import { lockDataDir } from '../../catalog/engine/sqlite-file.ts';
import { copyCatalog, migrate, migrationState } from '../../catalog/migrate.ts';
import { unmarkMoved, writeFacts } from '../../catalog/operations/facts.ts';
import type { Db } from '../../catalog/schema.ts';
import { migrateCatalog } from '../../compose/migrate-catalog.ts';
import { openStorageBeside } from '../../compose/storage.ts';
import { type Config, loadConfig } from '../../config.ts';
import { readEnvironment } from '../environment.ts';
import { printContext, printLine, printNote, table } from '../print.ts';
import { nameOfDatabase, noteCatalog, requireCatalogFile } from '../with-storage.ts';

/** One for the transaction, and one for all other statements. */
const CONNECTIONS = 2;

/** `imgd catalog …`: moves the catalog from SQLite to PostgreSQL. */
export function catalogCommand(program: Command): void {
  const catalog = program.command('catalog').description('move the catalog to another database');
  catalog
    .command('copy')
    .description(
      'copy the SQLite catalog of the data directory into an empty PostgreSQL database; stop the server first',
    )
    .option('--to <url>', 'postgres://user:password@host:5432/database (default: IMGD_DATABASE_URL)')
    .action(async ({ to }: { to?: string }) => copy(to));
  catalog
    .command('unmark')
    .description('use the SQLite catalog of the data directory again after a copy; later changes stay in the copy')
    .action(unmark);
}

/** @throws Error while a server runs, or when the target has rows; nothing is changed then */
async function copy(given: string | undefined): Promise<void> {
  const env = readEnvironment();
  const { config } = loadConfig(given === undefined ? env : { ...env, IMGD_DATABASE_URL: given });
  const to = config.catalog.databaseUrl;
  if (to === undefined) throw new Error('Name the database with --to or IMGD_DATABASE_URL.');
  await using opened = new AsyncDisposableStack();
  const source = openSource(config, opened);
  const target = await openPostgresCatalog(to, CONNECTIONS);
  opened.defer(target.close);
  await migrate(source);
  await migrate(target.db);
  const copied = await copyCatalog(source, target.db, ({ table, rows }) => printLine(`${table}: ${rows} rows`));
  await writeFacts(source, { moved_to: nameOfDatabase(to) });
  const rows = copied.reduce((sum, table) => sum + table.rows, 0);
  printLine(
    `${rows} rows copied and counted; start the service with IMGD_DATABASE_URL. The SQLite catalog is marked as moved ` +
      'and refused from now on (imgd catalog unmark takes the mark away).',
  );
}

async function unmark(): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const movedTo = await unmarkMoved(openSource(loadConfig(readEnvironment()).config, opened));
  if (movedTo === undefined) return printLine('The catalog is not marked as moved: nothing to do.');
  printLine(
    `The catalog can be used again, as it was before it moved to ${movedTo}. Start the service without IMGD_DATABASE_URL.`,
  );
}

/** The SQLite catalog of the data directory, for this process alone. @throws Error where there is none, or a server runs */
function openSource({ storage }: Config, opened: AsyncDisposableStack): Db {
  const dataDir = resolve(storage.dataDir);
  const path = join(dataDir, 'imgd.sqlite');
  if (!existsSync(path)) throw new Error(`There is no catalog in ${dataDir} (IMGD_DATA_DIR).`);
  printContext(`catalog: ${path}`);
  const unlock = lockDataDir(join(dataDir, 'imgd.lock'));
  if (unlock === undefined) {
    throw new Error(`A server uses ${dataDir}: stop it first, because its later writes would not be copied.`);
  }
  opened.defer(unlock);
  const source = openSqliteCatalog(path);
  opened.defer(source.close);
  return source.db;
}

/** `imgd migrate`: migrates the catalog to the newest schema, as `imgd serve` does at the start. */
export function migrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('migrate the catalog to the newest schema (serve does this at the start)')
    .option('--status', 'show the applied migrations and change nothing', false)
    .action(async ({ status }: { status: boolean }) => {
      const { config } = loadConfig(readEnvironment());
      if (status) requireCatalogFile(config);
      noteCatalog(config);
      const storage = await openStorageBeside(config);
      try {
        if (status) {
          const rows = (await migrationState(storage.db)).map(({ name, appliedAt }) => [
            name,
            appliedAt?.toISOString() ?? 'not applied',
          ]);
          return printLine(table(['MIGRATION', 'APPLIED'], rows));
        }
        const applied = await migrateCatalog(config, storage.db, printNote);
        for (const name of applied) printLine(`applied ${name}`);
        if (applied.length === 0) printLine('nothing to apply');
      } finally {
        await storage.close();
      }
    });
}
