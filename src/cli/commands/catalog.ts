import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { openPostgresCatalog, openSqliteCatalog } from '../../catalog/database.ts';
import { lockDataDir } from '../../catalog/engine/sqlite.ts';
import { copyCatalog, migrate, migrationState } from '../../catalog/migrate.ts';
import { openStorageBeside } from '../../compose/storage.ts';
import { loadConfig } from '../../config.ts';
import { readEnvironment } from '../environment.ts';
import { printLine, table } from '../print.ts';

/** One for the transaction, and one for all other statements. */
const CONNECTIONS = 2;

/** `imgd catalog copy`: moves the catalog from SQLite to PostgreSQL. */
export function catalogCommand(program: Command): void {
  const catalog = program.command('catalog').description('move the catalog to another database');
  catalog
    .command('copy')
    .description(
      'copy the SQLite catalog of the data directory into an empty PostgreSQL database; stop the server first',
    )
    .requiredOption('--to <url>', 'postgres://user:password@host:5432/database')
    .action(async ({ to }: { to: string }) => copy(to));
}

/** @throws Error while a server runs, or when the target has rows; nothing is changed then */
async function copy(to: string): Promise<void> {
  const { config } = loadConfig({ ...readEnvironment(), IMGD_DATABASE_URL: to });
  const dataDir = resolve(config.storage.dataDir);
  const path = join(dataDir, 'imgd.sqlite');
  if (!existsSync(path)) throw new Error(`There is no catalog in ${dataDir} (IMGD_DATA_DIR).`);
  await using opened = new AsyncDisposableStack();
  const unlock = lockDataDir(join(dataDir, 'imgd.lock'));
  if (unlock === undefined) {
    throw new Error(`A server uses ${dataDir}: stop it first, because its later writes would not be copied.`);
  }
  opened.defer(unlock);
  const target = await openPostgresCatalog(to, CONNECTIONS);
  opened.defer(target.close);
  const source = openSqliteCatalog(path);
  opened.defer(source.close);
  await migrate(source.db);
  await migrate(target.db);
  const copied = await copyCatalog(source.db, target.db, ({ table, rows }) => printLine(`${table}: ${rows} rows`));
  const rows = copied.reduce((sum, table) => sum + table.rows, 0);
  printLine(`${rows} rows copied and counted; start the service with IMGD_DATABASE_URL`);
}

/** `imgd migrate`: migrates the catalog to the newest schema, as `imgd serve` does at the start. */
export function migrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('migrate the catalog to the newest schema (serve does this at the start)')
    .option('--status', 'show the applied migrations and change nothing', false)
    .action(async ({ status }: { status: boolean }) => {
      const storage = await openStorageBeside(loadConfig(readEnvironment()).config);
      try {
        if (status) {
          const rows = (await migrationState(storage.db)).map(({ name, appliedAt }) => [
            name,
            appliedAt?.toISOString() ?? 'not applied',
          ]);
          return printLine(table(['MIGRATION', 'APPLIED'], rows));
        }
        const applied = await migrate(storage.db);
        for (const name of applied) printLine(`applied ${name}`);
        if (applied.length === 0) printLine('nothing to apply');
      } finally {
        await storage.close();
      }
    });
}
