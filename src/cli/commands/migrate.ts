import type { Command } from 'commander';
import { migrate, migrationState } from '../../catalog/migrate.ts';
import { openStorageBeside } from '../../compose/storage.ts';
import { loadConfig } from '../../config.ts';
import { printLine, table } from '../print.ts';

/** `imgd migrate`: brings the catalog to the newest schema, which `imgd serve` does by itself. */
export function migrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('bring the catalog to the newest schema (serve does so by itself)')
    .option('--status', 'only show which migrations are applied', false)
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
