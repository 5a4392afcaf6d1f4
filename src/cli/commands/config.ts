import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import type { Origin } from '../../lib/env.ts';
import { printJson, printLine, table } from '../print.ts';
import { warnOfUnknown } from '../warn-of-unknown.ts';

/** `imgd config`: the settings in effect, each with where its value comes from. Secrets are not shown. */
export function configCommand(program: Command): void {
  program
    .command('config')
    .description('show the settings in effect, and where each comes from')
    .option('--json', 'print them as JSON', false)
    .action(({ json }: { json: boolean }) => {
      const { origins, unknown } = loadConfig(process.env);
      warnOfUnknown(unknown);
      const views = origins.map((origin) => ({ name: origin.name, value: shown(origin), from: origin.from }));
      if (json) return printJson(views);
      const rows = views.map(({ name, value, from }) => [name, from, value ?? '(none)']);
      printLine(table(['SETTING', 'FROM', 'VALUE'], rows));
    });
}

function shown({ text, secret }: Origin): string | null {
  if (text === undefined) return null;
  return secret ? '(hidden)' : text;
}
