import { inspect } from 'node:util';
import { Command, CommanderError } from 'commander';
import { VERSION } from '../version.ts';
import { accountCommand } from './commands/account.ts';
import { blobsCommand } from './commands/blobs.ts';
import { catalogCommand } from './commands/catalog.ts';
import { configCommand } from './commands/config.ts';
import { doctorCommand } from './commands/doctor.ts';
import { keyCommand } from './commands/key.ts';
import { migrateCommand } from './commands/migrate.ts';
import { serveCommand } from './commands/serve.ts';
import { uploadCommand } from './commands/upload.ts';
import { describeError, printNote } from './print.ts';

const FAILED = 1;
const USAGE_ERROR = 2;

// Before the commands are added: they inherit what is set here.
const program = new Command('imgd')
  .description('An image hosting service: upload over HTTP, get links.')
  .usage('<command> [options]')
  .version(VERSION)
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'imgd: ')) })
  .showHelpAfterError('(--help says how)');

serveCommand(program);
uploadCommand(program);
accountCommand(program);
keyCommand(program);
configCommand(program);
migrateCommand(program);
doctorCommand(program);
blobsCommand(program);
catalogCommand(program);

program.addHelpText(
  'after',
  `
Settings are environment variables; imgd config lists them. None is needed to start:
  imgd serve                          serve on http://localhost:8080, data in ./data
  imgd upload cat.jpg                 upload a file to it and print the link
  imgd account create me@example.org  make an account and print its API key

Exit codes: 0 done, 1 failed, 2 wrong usage.`,
);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // Commander has said what there was to say; help and version are no errors.
    process.exitCode = error.exitCode === 0 ? 0 : USAGE_ERROR;
  } else {
    printNote(describeError(error));
    if (process.env.IMGD_LOG_LEVEL === 'debug') printNote(inspect(error));
    process.exitCode = FAILED;
  }
}
