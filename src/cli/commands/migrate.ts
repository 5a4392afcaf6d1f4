import type { Command } from 'commander';
import { migrate, migrationState } from '../../catalog/migrate.ts';
import { openStorageBeside } from '../../compose/storage.ts';
import { loadConfig } from '../../config.ts';
import { printLine, table } from '../print.ts';

/** `imgd migrate`: migrates the catalog to the newest schema, as `imgd serve` does at the start. */
export function migrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('migrate the catalog to the newest schema (serve does this at the start)')
    .option('--status', 'show the applied migrations and change nothing', false)
    .action(async ({ status }: { status: boolean }) => {
      const storage = await openStorageBeside(loadConfig(process.env).config);
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
