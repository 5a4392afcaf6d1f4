import type { Command } from 'commander';
import { backUp } from '../../actions/operations/back-up.ts';
import { checkBackup } from '../../actions/operations/check-backup.ts';
import { pruneBackups } from '../../actions/operations/prune-backups.ts';
import type { Manifest } from '../../backup/manifest.ts';
import { chooseBackup, type WritableTarget } from '../../backup/target.ts';
import { recordBackup } from '../../catalog/operations/backups.ts';
import { openBackupSource, openBackupTarget, openSnapshots, parseTargetName } from '../../compose/backup.ts';
import type { Storage } from '../../compose/storage.ts';
import { type Config, loadConfig } from '../../config.ts';
import { humanSize } from '../../core/human-size.ts';
import { integer } from '../../lib/setting-parsers.ts';
import { VERSION } from '../../version.ts';
import { readEnvironment } from '../environment.ts';
import { parsed } from '../parsed.ts';
import { counted, describeError, printLine, printNote } from '../print.ts';
import { createProgress } from '../progress.ts';
import { withStorage } from '../with-storage.ts';

interface BackupOptions {
  keep: number;
  parallel: number;
  check: boolean;
  at?: string;
}

/** `imgd backup`: a backup of the catalog and the blobs, beside a running service. */
export function backupCommand(program: Command): void {
  program
    .command('backup')
    .description('back up the catalog and the blobs, beside a running service; restore with imgd restore')
    .argument('[target]', 'a directory, or s3://bucket/prefix (default: IMGD_BACKUP_TARGET)', parsed(targetName))
    .option('--keep <number>', 'finished backups to keep; older ones are removed', parsed(integer(1)), 7)
    .option('--parallel <number>', 'blobs that are copied or read at once', parsed(integer(1, 64)), 4)
    .option('--check', 'read every byte of the newest backup and compare it; nothing is backed up', false)
    .option('--at <name>', 'with --check: another backup than the newest one')
    .action(async (given: string | undefined, options: BackupOptions, command: Command) => {
      const { config } = loadConfig(readEnvironment());
      const target = requireTarget(given, config, command);
      if (options.check) return check(config, target, options);
      await withStorage((storage) => recorded(storage, target, () => run(storage, config, target, options)));
    });
}

export function targetName(text: string): string {
  parseTargetName(text);
  return text;
}

/** @throws CommanderError without any target */
export function requireTarget(given: string | undefined, { catalog }: Config, command: Command): string {
  return (
    given ?? catalog.backupTarget ?? command.error('error: name the place of the backups, or set IMGD_BACKUP_TARGET')
  );
}

async function run(storage: Storage, config: Config, place: string, options: BackupOptions): Promise<Manifest> {
  await using target = await openBackupTarget(config, place);
  const snapshots = openSnapshots(config, storage.db);
  const progress = createProgress('blobs');
  const manifest = await backUp(
    { ...storage, snapshots, target },
    { version: VERSION, parallel: options.parallel, onProgress: progress.show },
  ).finally(progress.clear);
  printLine(summaryOf(manifest));
  for (const { key, fault } of manifest.lost)
    printNote(`the store has lost a blob: ${key} (${fault}); run imgd doctor`);
  await prune(target, options.keep);
  return manifest;
}

function summaryOf({ name, images, blobs, catalog, deletedDuring, lost }: Manifest): string {
  return (
    `backup ${name}: ${counted(images, 'image')}, ${counted(blobs.count, 'blob')} (${humanSize(blobs.bytes)}), ` +
    `${blobs.newCount} of them new (${humanSize(blobs.newBytes)}), catalog ${humanSize(catalog.sizeBytes)}` +
    `${deletedDuring > 0 ? `, ${deletedDuring} deleted during the backup` : ''}${lost.length > 0 ? `, ${lost.length} lost` : ''}`
  );
}

async function prune(target: WritableTarget, keep: number): Promise<void> {
  const { kept, removed, blobsRemoved, problem } = await pruneBackups(target, keep);
  printLine(`${counted(kept, 'backup')} kept, ${removed} removed with ${counted(blobsRemoved, 'blob')}`);
  if (problem !== null) printNote(`no blob was removed: ${problem}`);
}

/** Records the run in the catalog: the service runs in another process. */
async function recorded({ db, clock }: Storage, place: string, work: () => Promise<Manifest>): Promise<void> {
  const started_at = clock.now();
  const name = parseTargetName(place);
  const target = name.kind === 'disk' ? (name.path as string) : place;
  try {
    const { blobs } = await work();
    const done = { outcome: 'ok', bytes: blobs.newBytes, blobs: blobs.newCount, error: null } as const;
    await recordBackup(db, { started_at, finished_at: clock.now(), target, ...done });
  } catch (error) {
    const failed = { outcome: 'failed', bytes: 0, blobs: 0, error: describeError(error).slice(0, 1_000) } as const;
    await recordBackup(db, { started_at, finished_at: clock.now(), target, ...failed }).catch(() => {});
    throw error;
  }
}

async function check(config: Config, place: string, { parallel, at }: BackupOptions): Promise<void> {
  await using source = await openBackupSource(config, place);
  const manifest = await chooseBackup(source, at);
  const progress = createProgress('blobs');
  const corrupt = await checkBackup(source, manifest, { parallel, onProgress: progress.show }).finally(progress.clear);
  for (const { path, fault } of corrupt) printLine(`corrupt  ${path} (${fault})`);
  const { name, blobs, images } = manifest;
  const facts = `${counted(images, 'image')}, ${counted(blobs.count, 'blob')}, ${humanSize(blobs.bytes)}`;
  if (corrupt.length === 0) return printLine(`backup ${name} is complete: ${facts}; every byte was read and compared`);
  printLine(`backup ${name} has ${counted(corrupt.length, 'corrupt file')}`);
  process.exitCode = 1;
}
