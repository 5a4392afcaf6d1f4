import { inspect } from 'node:util';
import { Command, CommanderError } from 'commander';
import { VERSION } from '../version.ts';
import { accountCommand } from './commands/account.ts';
import { backupCommand } from './commands/backup.ts';
import { blobsCommand } from './commands/blobs.ts';
import { catalogCommand, migrateCommand } from './commands/catalog.ts';
import { configCommand } from './commands/config.ts';
import { doctorCommand } from './commands/doctor.ts';
import { exportCommand } from './commands/export.ts';
import { imageCommand } from './commands/image.ts';
import { importCommand } from './commands/import.ts';
import { invitationCommand } from './commands/invitation.ts';
import { keyCommand } from './commands/key.ts';
import { networkCommand } from './commands/network.ts';
import { raidCommand } from './commands/raid.ts';
import { redirectsCommand } from './commands/redirects.ts';
import { restoreCommand } from './commands/restore.ts';
import { serveCommand, serveWorkerCommand } from './commands/serve.ts';
import { uploadCommand } from './commands/upload.ts';
import { readEnvironment, takeEnvFiles, trustConfigured } from './environment.ts';
import { beQuiet, describeError, printNote } from './print.ts';

// Files of the data directory are for this user alone, whatever the shell allows.
process.umask(0o077);

const FAILED = 1;
const USAGE_ERROR = 2;

// Set before the commands are added, because they inherit these options.
const program = new Command('imgd')
  .description('An image hosting service: upload over HTTP, get links.')
  .usage('<command> [options]')
  .version(VERSION)
  .option('--env-file <file>', 'read settings from NAME=value lines; may be repeated; the environment wins')
  .option('--quiet', 'do not print which catalog a command acts on', false)
  .hook('preAction', () => {
    if (program.opts().quiet === true) beQuiet();
    trustConfigured();
  })
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'imgd: ')) })
  .showHelpAfterError('(see --help)');

serveCommand(program);
serveWorkerCommand(program);
uploadCommand(program);
accountCommand(program);
invitationCommand(program);
keyCommand(program);
imageCommand(program);
raidCommand(program);
networkCommand(program);
configCommand(program);
migrateCommand(program);
doctorCommand(program);
backupCommand(program);
restoreCommand(program);
blobsCommand(program);
catalogCommand(program);
importCommand(program);
exportCommand(program);
redirectsCommand(program);

program.addHelpText(
  'after',
  `
Settings are environment variables, or lines of --env-file; imgd config lists them. All have defaults:
  imgd serve                          serve on http://localhost:8080, data in ./data
  imgd upload cat.jpg                 upload a file and print its link
  imgd account create me@example.org  create an account and print its API key

Exit codes: 0 success, 1 failure, 2 wrong usage.`,
);

process.argv.splice(2, Number.POSITIVE_INFINITY, ...takeEnvFiles(process.argv.slice(2)));

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // Commander has printed the message; help and version are no errors.
    process.exitCode = error.exitCode === 0 ? 0 : USAGE_ERROR;
  } else {
    printNote(describeError(error));
    if (isDebugging()) printNote(inspect(error));
    process.exitCode = FAILED;
  }
}

function isDebugging(): boolean {
  try {
    return readEnvironment().IMGD_LOG_LEVEL === 'debug';
  } catch {
    return false;
  }
}
