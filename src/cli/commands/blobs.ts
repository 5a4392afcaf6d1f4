import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { type CopyProgress, copyBlobs } from '../../actions/operations/copy-blobs.ts';
import { adoptStores, checkStores, claimStores } from '../../actions/operations/store-ownership.ts';
import { parseLocationName } from '../../blobs/location.ts';
import { type Move, openMove } from '../../compose/blobs.ts';
import type { Storage } from '../../compose/storage.ts';
import type { Config } from '../../config.ts';
import { integer } from '../../lib/setting-parsers.ts';
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

/** `imgd blobs copy` and `adopt`: location and ownership of the stored blobs. Exit code 1 = something is left to do. */
export function blobsCommand(program: Command): void {
  const blobs = program.command('blobs').description('move the stored blobs to another location, or take them over');
  blobs
    .command('copy')
    .description(
      'copy all blobs, beside a running service, and verify each copy; the next run continues after an interruption',
    )
    .option(
      '--to <location>',
      'disk, s3, s3://bucket/prefix or a directory (default: copy from IMGD_BLOBS_FALLBACK to IMGD_BLOBS)',
      parsed(locationName),
    )
    .option('--parallel <number>', 'number of concurrent copies', parsed(integer(1, 64)), 4)
    .option('--rate <MiB/s>', 'maximum rate', parsed(integer(1)))
    .option('--verify', 'also verify the copies of earlier runs', false)
    .action((options: CopyOptions) => withStorage((storage, config) => copy(storage, config, options)));
  blobs
    .command('adopt')
    .description('make this catalog the owner of the stored blobs; a service then deletes orphans')
    .option('--yes', 'take the blobs over; without it only the reason is printed', false)
    .action(({ yes }: { yes: boolean }) => withStorage((storage) => adopt(storage, yes)));
}

function locationName(text: string): string {
  parseLocationName(text);
  return text;
}

async function copy({ db, clock }: Storage, config: Config, options: CopyOptions): Promise<void> {
  const move = await openMove(config, resolve(config.storage.dataDir), options.to);
  using _move = { [Symbol.dispose]: move.close };
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
  printLine(`${copied} copied, ${present} already present, ${removed} removed, ${failed.length} failed`);
  if (failed.length > 0) process.exitCode = 1;
  else if (options.to !== undefined) printLine(howToSwitch(move));
  else printLine('All blobs are copied: IMGD_BLOBS_FALLBACK can be removed.');
}

/** Keeps the progress of a copy in a file for each target, so that the next run can continue. */
function createCopyProgress(directory: string, target: string): CopyProgress {
  const name = createHash('sha256').update(target).digest('hex').slice(0, 16);
  const path = join(directory, `copied-to-${name}`);
  return {
    load: () => readFile(path, 'utf8').catch(() => ''),
    async save(key) {
      await writeFile(`${path}.new`, key);
      await rename(`${path}.new`, path);
    },
  };
}

function howToSwitch({ to }: Move): string {
  return (
    `All blobs stored until now are in ${to.name}. To switch, restart the service with the settings of that location ` +
    'and the old one as IMGD_BLOBS_FALLBACK, then run imgd blobs copy once more (docs/operations.md, Moving blobs).'
  );
}

async function adopt(storage: Storage, yes: boolean): Promise<void> {
  const problem = await checkStores(storage);
  if (problem === undefined) return printLine('This catalog owns the blobs: nothing to do.');
  printLine(`${problem.text}.`);
  if (!yes) {
    printLine(
      'With --yes this catalog takes the blobs over. A service on this catalog then deletes all blobs without a row.',
    );
    process.exitCode = 1;
    return;
  }
  await adoptStores(storage);
  printLine('This catalog now owns the blobs.');
}
