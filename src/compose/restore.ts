import { existsSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Manifest } from '../backup/manifest.ts';
import type { BlobStore } from '../blobs/port.ts';
import { openPostgresCatalog } from '../catalog/database.ts';
import { lockDataDir } from '../catalog/engine/sqlite-file.ts';
import { MIGRATIONS } from '../catalog/migrate.ts';
import { restoreDump, tablesOf } from '../catalog/snapshots.ts';
import type { Config } from '../config.ts';
import { openLocation } from './blobs.ts';
import { inDataDir, makeDataDir } from './data-dir.ts';

/** One for pg_restore's checks, and one for all other statements. */
const CONNECTIONS = 2;

/** An empty place that a backup can be restored into. The data directory is locked. */
export interface EmptyPlace extends AsyncDisposable {
  blobs: BlobStore;
  tempDir: string;
  placeCatalog(path: string): Promise<void>;
}

/**
 * @throws Error when this version or these settings cannot take the backup, or when the place is not empty: it names what
 *   was found, and nothing is changed
 */
export async function openEmptyPlace(config: Config, manifest: Manifest): Promise<EmptyPlace> {
  requireFit(config, manifest);
  const path = join(resolve(config.storage.dataDir), 'imgd.sqlite');
  if (existsSync(path))
    throw new Error(`${path} exists already: restore into an empty data directory (IMGD_DATA_DIR).`);
  const dataDir = await makeDataDir(config);
  await using opened = new AsyncDisposableStack();
  const unlock = inDataDir(dataDir, () => lockDataDir(join(dataDir, 'imgd.lock')));
  if (unlock === undefined) throw new Error(`A server uses ${dataDir} (IMGD_DATA_DIR): stop it first.`);
  opened.defer(unlock);
  const { blobs, locations, probe, close } = await openLocation(config, { kind: config.storage.blobs }, dataDir);
  opened.defer(close);
  await probe();
  for await (const { key } of blobs.list()) {
    throw new Error(`${locations[0]?.name} is not empty: it holds ${key}. Restore into an empty store.`);
  }
  const placeCatalog = config.catalog.databaseUrl === undefined ? placeFile : await openDatabase(config, opened);
  const tempDir = join(dataDir, 'tmp', 'restore');
  await mkdir(tempDir, { recursive: true });
  opened.defer(() => rm(tempDir, { recursive: true, force: true }));
  const closing = opened.move();
  return {
    blobs,
    tempDir,
    placeCatalog: (from) => placeCatalog(from, path),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

function requireFit({ catalog }: Config, { engine, imgd, lastMigration }: Manifest): void {
  if (!(lastMigration in MIGRATIONS)) {
    throw new Error(
      `The backup is of imgd ${imgd} (${lastMigration}), which is newer than this version. Install that one.`,
    );
  }
  if (engine === 'postgres' && catalog.databaseUrl === undefined) {
    throw new Error('The backup holds a PostgreSQL catalog: set IMGD_DATABASE_URL to an empty database.');
  }
  if (engine === 'sqlite' && catalog.databaseUrl !== undefined) {
    throw new Error(
      'The backup holds a SQLite catalog: restore it without IMGD_DATABASE_URL, then move it with imgd catalog copy.',
    );
  }
}

/** The file becomes visible at once, and survives a loss of power. */
async function placeFile(from: string, path: string): Promise<void> {
  await sync(from);
  await rename(from, path);
  await sync(resolve(path, '..'));
}

async function sync(path: string): Promise<void> {
  await using file = await open(path);
  await file.sync();
}

async function openDatabase(
  { catalog }: Config,
  opened: AsyncDisposableStack,
): Promise<(from: string) => Promise<void>> {
  const url = catalog.databaseUrl as string;
  const { db, close } = await openPostgresCatalog(url, CONNECTIONS);
  opened.defer(close);
  const tables = await tablesOf(db);
  if (tables.length > 0) {
    throw new Error(
      `The database is not empty (IMGD_DATABASE_URL): it has the tables ${tables.slice(0, 5).join(', ')}.`,
    );
  }
  return (from) => restoreDump(db, url, from);
}
