import { Command } from 'commander';
import { SettingsError } from '../lib/env.ts';
import { VERSION } from '../version.ts';
import { doctorCommand } from './commands/doctor.ts';
import { serveCommand } from './commands/serve.ts';

const program = new Command('imgd')
  .description('An image hosting service: upload over HTTP, get links.')
  .version(VERSION)
  .showHelpAfterError('(imgd --help lists the commands)');

serveCommand(program);
doctorCommand(program);

try {
  await program.parseAsync();
} catch (error) {
  const known = error instanceof SettingsError || process.env.IMGD_LOG_LEVEL !== 'debug';
  process.stderr.write(`imgd: ${error instanceof Error ? (known ? error.message : error.stack) : String(error)}\n`);
  process.exitCode = 1;
}
