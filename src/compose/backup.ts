import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { lockStore } from '../backup/lock.ts';
import { type BackupTarget, requireBackupsOnly, type WritableTarget } from '../backup/target.ts';
import { type LocationName, parseLocationName } from '../blobs/location.ts';
import { lockDataDir } from '../catalog/engine/sqlite-file.ts';
import type { Db } from '../catalog/schema.ts';
import { postgresSnapshots, type Snapshots, sqliteSnapshots } from '../catalog/snapshots.ts';
import type { Config } from '../config.ts';
import { systemClock } from '../lib/clock.ts';
import { openLocation } from './blobs.ts';

/** Parses `s3://bucket/prefix` or the path of a directory. @throws Error when it is neither */
export function parseTargetName(text: string): LocationName {
  if (!text.includes('://')) return { kind: 'disk', path: resolve(text) };
  return parseLocationName(text);
}

/**
 * Opens a place of backups for reading.
 * @throws Error when the directory does not exist, or the bucket cannot be used
 */
export async function openBackupSource(config: Config, text: string): Promise<BackupTarget & AsyncDisposable> {
  const name = parseTargetName(text);
  if (name.kind === 'disk' && !existsSync(name.path as string)) throw new Error(`${name.path} does not exist.`);
  const { blobs, probe, close } = await openLocation(config, name, resolve(config.storage.dataDir));
  await probe();
  return { name: describe(name), store: blobs, [Symbol.asyncDispose]: async () => close() };
}

/**
 * Opens a place of backups and locks it. It creates the directory, but none above it: a disk may not be mounted.
 * @throws Error while another run uses it, or when it cannot be used
 */
export async function openBackupTarget(config: Config, text: string): Promise<WritableTarget & AsyncDisposable> {
  const name = parseTargetName(text);
  const root = name.kind === 'disk' ? (name.path as string) : undefined;
  if (root !== undefined && !existsSync(dirname(root))) throw new Error(`${dirname(root)} does not exist.`);
  const { blobs: store, probe, close } = await openLocation(config, name, resolve(config.storage.dataDir));
  await probe();
  const tempDir = join(root ?? resolve(config.storage.dataDir), root === undefined ? 'backup-tmp' : 'tmp');
  const target: WritableTarget = { name: describe(name), store, tempDir };
  await requireBackupsOnly(target);
  // Two runs of one machine share the directory of temporary files.
  const unlockFiles = lockDataDir(
    join(root ?? resolve(config.storage.dataDir), root === undefined ? 'backup.lock' : 'lock'),
  );
  if (unlockFiles === undefined) {
    close();
    throw new Error(`Another backup into ${target.name} runs.`);
  }
  await using opened = new AsyncDisposableStack();
  opened.defer(close);
  opened.defer(unlockFiles);
  await rm(tempDir, { recursive: true, force: true });
  await mkdir(tempDir, { recursive: true });
  opened.defer(() => rm(tempDir, { recursive: true, force: true }));
  if (root === undefined) opened.defer(await lockStore(target, systemClock));
  const closing = opened.move();
  return { ...target, [Symbol.asyncDispose]: () => closing.disposeAsync() };
}

function describe(name: LocationName): string {
  return name.kind === 'disk' ? (name.path as string) : `s3://${name.bucket}/${name.prefix}`;
}

/** How the catalog of the settings is copied. */
export function openSnapshots({ catalog, storage }: Config, db: Db): Snapshots {
  if (catalog.databaseUrl !== undefined) return postgresSnapshots(db, catalog.databaseUrl);
  return sqliteSnapshots(join(resolve(storage.dataDir), 'imgd.sqlite'));
}
