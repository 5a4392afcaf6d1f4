import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { copyBlobs } from '../../actions/operations/copy-blobs.ts';
import { adoptStores, checkStores, claimStores } from '../../actions/operations/store-ownership.ts';
import { parseLocationName } from '../../blobs/location.ts';
import { type Move, openMove } from '../../compose/blobs.ts';
import type { Storage } from '../../compose/storage.ts';
import type { Config } from '../../config.ts';
import { integer } from '../../lib/env.ts';
import { createCopyProgress } from '../copy-progress.ts';
import { parsed } from '../parsed.ts';
import { printLine } from '../print.ts';
import { withStorage } from '../with-storage.ts';

const MIB = 2 ** 20;

interface CopyOptions {
  to?: string;
  parallel: number;
  rate?: number;
  verify: boolean;
}

/** `imgd blobs copy` and `adopt`: where the stored bytes are, and whose they are. Exit code 1 = something is left to do. */
export function blobsCommand(program: Command): void {
  const blobs = program.command('blobs').description('stored bytes: move them, say whose they are');
  blobs
    .command('copy')
    .description('copy all blobs beside a running service, comparing each; cut off, it goes on where it was')
    .option(
      '--to <location>',
      'disk, s3, s3://bucket/prefix or a directory; without it from IMGD_BLOBS_FALLBACK to IMGD_BLOBS',
      parsed(placeName),
    )
    .option('--parallel <number>', 'copy so many at once', parsed(integer(1, 64)), 4)
    .option('--rate <MiB/s>', 'copy no faster than this', parsed(integer(1)))
    .option('--verify', 'read everything again that earlier runs have copied', false)
    .action((options: CopyOptions) => withStorage((storage, config) => copy(storage, config, options)));
  blobs
    .command('adopt')
    .description("make the stored blobs this catalog's, after which those that it does not know are removed")
    .option('--yes', 'do it; without it only what is in doubt is said', false)
    .action(({ yes }: { yes: boolean }) => withStorage((storage) => adopt(storage, yes)));
}

function placeName(text: string): string {
  parseLocationName(text);
  return text;
}

async function copy({ db, clock }: Storage, config: Config, options: CopyOptions): Promise<void> {
  const move = await openMove(config, resolve(config.storage.dataDir), options.to);
  const { from, to, tempDir } = move;
  const problem = await claimStores({ db, locations: [to, from] });
  if (problem !== undefined) throw new Error(`${problem.text}. Nothing was copied.`);
  await mkdir(tempDir, { recursive: true });
  const progress = createCopyProgress(tempDir, to.name);
  if (options.verify) await progress.save('');
  const { copied, present, removed, failed } = await copyBlobs({
    db,
    clock,
    from: from.blobs,
    to: to.blobs,
    tempDir,
    parallel: options.parallel,
    bytesPerSecond: options.rate === undefined ? Number.POSITIVE_INFINITY : options.rate * MIB,
    progress,
  });
  for (const key of failed) printLine(`failed  ${key}`);
  printLine(`${copied} copied, ${present} were there, ${removed} removed, ${failed.length} failed`);
  if (failed.length > 0) process.exitCode = 1;
  else printLine(options.to === undefined ? 'All is copied: IMGD_BLOBS_FALLBACK can be removed.' : howToSwitch(move));
}

function howToSwitch({ to }: Move): string {
  return (
    `All that was stored until now is in ${to.name}. To use it, restart the service with the settings of that location ` +
    'and the old one as IMGD_BLOBS_FALLBACK, then run imgd blobs copy once more (docs/operations.md, Moving blobs).'
  );
}

async function adopt(storage: Storage, yes: boolean): Promise<void> {
  const problem = await checkStores(storage);
  if (problem === undefined) return printLine("The blobs are this catalog's: there is nothing to do.");
  printLine(`${problem.text}.`);
  if (!yes) {
    printLine('With --yes they are made its own. A service on this catalog then removes those that it does not know.');
    process.exitCode = 1;
    return;
  }
  await adoptStores(storage);
  printLine("The blobs are this catalog's now.");
}
