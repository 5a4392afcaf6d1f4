import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { adoptStores, doubtOfStores } from '../../actions/claim-stores.ts';
import { copyBlobs } from '../../actions/copy-blobs.ts';
import type { Storage } from '../../compose.ts';
import { openMove } from '../../compose-blobs.ts';
import { integer } from '../../lib/env.ts';
import { parsed } from '../parsed.ts';
import { printLine } from '../print.ts';
import { withStorage } from '../with-storage.ts';

/** `imgd blobs copy`: moves house beside a running service. Exit code 1 = something could not be copied. */
export function blobsCommand(program: Command): void {
  const blobs = program.command('blobs').description('stored bytes');
  blobs
    .command('copy')
    .description('copy all blobs from IMGD_BLOBS_FALLBACK to IMGD_BLOBS, comparing each; may be repeated')
    .option('--parallel <number>', 'copy so many at once', parsed(integer(1, 64)), 4)
    .action(({ parallel }: { parallel: number }) =>
      withStorage(async ({ db }, config) => {
        const dataDir = resolve(config.storage.dataDir);
        const { from, to } = await openMove(config, dataDir);
        const tempDir = join(dataDir, 'copying');
        await mkdir(tempDir, { recursive: true });
        const { copied, present, failed } = await copyBlobs({ db, from, to, tempDir, parallel });
        for (const key of failed) printLine(`failed  ${key}`);
        printLine(`${copied} copied, ${present} were there, ${failed.length} failed`);
        if (failed.length === 0) printLine('All is copied: IMGD_BLOBS_FALLBACK can be removed.');
        else process.exitCode = 1;
      }),
    );
  blobs
    .command('adopt')
    .description("make the stored blobs this catalog's, after which those that it does not know are removed")
    .option('--yes', 'do it; without it only what is in doubt is said', false)
    .action(({ yes }: { yes: boolean }) => withStorage((storage) => adopt(storage, yes)));
}

async function adopt(storage: Storage, yes: boolean): Promise<void> {
  const doubt = await doubtOfStores(storage);
  if (doubt === undefined) return printLine("The blobs are this catalog's: there is nothing to do.");
  printLine(`${doubt.text}.`);
  if (!yes) {
    printLine('With --yes they are made its own. A service on this catalog then removes those that it does not know.');
    process.exitCode = 1;
    return;
  }
  await adoptStores(storage);
  printLine("The blobs are this catalog's now.");
}
