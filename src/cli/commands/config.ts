import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import type { Origin } from '../../lib/env.ts';
import { printJson, printLine, table, warnOfUnknown } from '../print.ts';

/** `imgd config`: the settings in effect with the origins of their values. Secrets are hidden. */
export function configCommand(program: Command): void {
  program
    .command('config')
    .description('show the settings in effect and their origins')
    .option('--json', 'print the settings as JSON', false)
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
