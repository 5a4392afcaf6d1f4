import type { Command } from 'commander';
import { usage } from '../../../packages/upload/src/arguments.ts';
import { uploadCommand as run } from '../../../packages/upload/src/upload-command.ts';
import { VERSION } from '../../version.ts';
import { readEnvironment } from '../environment.ts';

const PROGRAM = 'imgd upload';

/** `imgd upload`: the command of the package imgd-upload, which parses its arguments itself. */
export function uploadCommand(program: Command): void {
  const command = program
    .command('upload')
    .description('upload images and print their links')
    .argument('[arguments...]')
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .action(async () => {
      const argv = process.argv.slice(process.argv.indexOf('upload') + 1);
      process.exitCode = await run(argv, { program: PROGRAM, version: VERSION, env: readEnvironment() });
    });
  command.helpInformation = () => usage(PROGRAM);
}
