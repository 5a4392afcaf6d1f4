import type { Command } from 'commander';
import { restoreBackup } from '../../actions/operations/restore-backup.ts';
import { adoptStores } from '../../actions/operations/store-ownership.ts';
import { type Repairs, verifyStore } from '../../actions/operations/verify-store.ts';
import type { Manifest } from '../../backup/manifest.ts';
import { chooseBackup } from '../../backup/target.ts';
import { listImagesOfBlobs } from '../../catalog/images/images.ts';
import { migrate } from '../../catalog/migrate.ts';
import { openBackupSource } from '../../compose/backup.ts';
import { openEmptyPlace } from '../../compose/restore.ts';
import { openStorage, type Storage } from '../../compose/storage.ts';
import { type Config, loadConfig } from '../../config.ts';
import { humanSize } from '../../core/human-size.ts';
import { integer } from '../../lib/setting-parsers.ts';
import { readEnvironment } from '../environment.ts';
import { parsed } from '../parsed.ts';
import { counted, printLine } from '../print.ts';
import { createProgress } from '../progress.ts';
import { requireTarget, targetName } from './backup.ts';
import { repair } from './doctor.ts';

interface RestoreOptions {
  at?: string;
  parallel: number;
  partial: boolean;
}

/** `imgd restore`: a backup into an empty data directory, store and database. */
export function restoreCommand(program: Command): void {
  program
    .command('restore')
    .description('restore a backup into an empty data directory, store and database')
    .argument('[source]', 'the target of imgd backup (default: IMGD_BACKUP_TARGET)', parsed(targetName))
    .option('--at <name>', 'another backup than the newest one')
    .option('--parallel <number>', 'blobs that are read and copied at once', parsed(integer(1, 64)), 4)
    .option('--partial', 'leave corrupt blobs out, and delete their images, instead of refusing', false)
    .action(async (given: string | undefined, options: RestoreOptions, command: Command) => {
      const { config } = loadConfig(readEnvironment());
      const { manifest, lost } = await copyBack(config, requireTarget(given, config, command), options);
      await settle(config, manifest, lost);
    });
}

/** Copies blobs and catalog. @returns the SHA-256 of the blobs that were left out */
async function copyBack(config: Config, place: string, { at, ...options }: RestoreOptions) {
  await using source = await openBackupSource(config, place);
  const manifest = await chooseBackup(source, at);
  await using empty = await openEmptyPlace(config, manifest);
  const progress = createProgress('blobs');
  const deps = { source, ...empty };
  const leftOut = await restoreBackup(deps, manifest, { ...options, onProgress: progress.show }).finally(
    progress.clear,
  );
  for (const { path, fault } of leftOut) printLine(`left out  ${path} (${fault})`);
  return { manifest, lost: new Set(leftOut.map(({ path }) => path.split('/').at(-1) as string)) };
}

/** Makes catalog and store agree, as `imgd doctor --repair` does, and prints what came back. */
async function settle(config: Config, manifest: Manifest, leftOut: ReadonlySet<string>): Promise<void> {
  const storage = await openStorage(config);
  try {
    await migrate(storage.db);
    await adoptStores(storage);
    const findings = await verifyStore(storage, {
      graceMs: 0,
      checksums: false,
      bytesPerSecond: Number.POSITIVE_INFINITY,
    });
    const lost = await lostImages(storage, manifest, leftOut);
    const repairs = await repair(storage, config, findings);
    printLine(report(manifest, repairs, lost));
  } finally {
    await storage.close();
  }
}

/** The images whose bytes the backup does not have although they were not deleted. */
async function lostImages({ db }: Storage, { lost }: Manifest, leftOut: ReadonlySet<string>): Promise<Set<string>> {
  const keys = lost.map(({ key }) => key);
  if (leftOut.size > 0) {
    const rows = await db
      .selectFrom('blobs')
      .select('key')
      .where('sha256', 'in', [...leftOut])
      .execute();
    keys.push(...rows.map(({ key }) => key));
  }
  return new Set(await listImagesOfBlobs(db, keys));
}

function report({ name, finishedAt, images, blobs, accounts }: Manifest, repairs: Repairs, lost: ReadonlySet<string>) {
  const missing = repairs.imagesRemoved.filter((id) => lost.has(id));
  const deleted = repairs.imagesRemoved.length - missing.length;
  return [
    ...missing.map((id) => `missing image ${id}`),
    `restored backup ${name}, finished at ${finishedAt}`,
    `${counted(images - repairs.imagesRemoved.length, 'image')} and ${counted(accounts, 'account')} restored, ` +
      `${counted(blobs.count, 'blob')} (${humanSize(blobs.bytes)})`,
    `${counted(deleted, 'image')} deleted during the backup, ${counted(missing.length, 'image')} missing, ` +
      `${counted(repairs.thumbnailsRemade, 'thumbnail')} made again`,
  ].join('\n');
}
