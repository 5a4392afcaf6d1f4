import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { OwnershipDeps } from '../actions/operations/store-ownership.ts';
import type { BlobStore, StoreEvents } from '../blobs/port.ts';
import { type Catalog, type Connections, openPostgresCatalog, openSqliteCatalog } from '../catalog/database.ts';
import type { WriteTurns } from '../catalog/engine/sqlite.ts';
import { lockDataDir, shareLock } from '../catalog/engine/sqlite-file.ts';
import type { ImageReader, SnapshotReader } from '../catalog/images/image-reader.ts';
import { createRemovals, type Removals } from '../catalog/images/removals.ts';
import { findOrCreateSecret } from '../catalog/operations/secrets.ts';
import type { Config } from '../config.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import { IMPATIENT, NotReadyError, type Patience, patiently } from '../lib/patience.ts';
import { type OpenedBlobs, openBlobs } from './blobs.ts';
import { inDataDir, makeDataDir } from './data-dir.ts';

/** The catalog and the blob store, without a service. Commands use them beside a running server. */
export interface Storage extends OwnershipDeps {
  blobs: BlobStore;
  storeEvents: StoreEvents;
  /** Connections to the database now; undefined for an embedded catalog. */
  connections: (() => Connections) | undefined;
  clock: Clock;
  removals: Removals;
  /** Whether this process has locked the data directory; false beside a running server. */
  holdsDataDir: boolean;
  /** Whether no other process can use the catalog: it is in the locked data directory. */
  exclusive: boolean;
  images: ImageReader;
  sendsMail: boolean;
  /** Undefined when the catalog is in another process. */
  snapshot: SnapshotReader | undefined;
  close(): Promise<void>;
}

/**
 * Opens the catalog and the blob store of the settings, and locks the data directory unless a server has locked it.
 * @param clock replaced by tests
 * @param patience for a catalog or a store that does not answer yet; without it the first failure counts
 * @param turns undefined where one process serves
 * @throws Error when the blob store is unusable
 */
export async function openStorage(
  config: Config,
  clock: Clock = systemClock,
  patience: Patience = IMPATIENT,
  turns?: WriteTurns,
): Promise<Storage> {
  const dataDir = await makeDataDir(config);
  const unlock = inDataDir(dataDir, () => lockDataDir(join(dataDir, 'imgd.lock')));
  try {
    if (unlock !== undefined) await waitForWorkers(dataDir, patience);
    const events: StoreEvents = new EventEmitter();
    const opened = { ...(await openBlobs(config, dataDir, events)), events };
    await patiently(opened.probe, patience);
    return await patiently(
      () =>
        openIn(config, dataDir, opened, {
          clock,
          unlock,
          turns,
          writesOnThread: unlock !== undefined,
          warn: patience.warn,
        }),
      patience,
    );
  } catch (error) {
    unlock?.();
    throw error;
  }
}

/**
 * Opens the storage for a short command. It does not lock the data directory, so that a server can start.
 * @param writesOnThread in the process of the server: a write that waits for the server's must not stop it
 */
export async function openStorageBeside(
  config: Config,
  clock: Clock = systemClock,
  writesOnThread = false,
): Promise<Storage> {
  const dataDir = await makeDataDir(config);
  const opened = await openBlobs(config, dataDir);
  return openIn(config, dataDir, { ...opened, events: new EventEmitter() }, { clock, writesOnThread });
}

/**
 * Opens the storage for a worker process, which never uses the catalog at the same time as the next primary process that
 * does not know of it.
 * @throws Error when the primary process has ended
 */
export async function openStorageOfWorker(
  config: Config,
  clock: Clock,
  patience: Patience,
  { turns, hasPrimaryEnded }: { turns: WriteTurns; hasPrimaryEnded: () => boolean },
): Promise<Storage> {
  const dataDir = await makeDataDir(config);
  const release = shareLock(join(dataDir, WORKERS_LOCK));
  try {
    // Another process may have locked the data directory before this one shared its lock.
    if (hasPrimaryEnded()) throw new Error('The primary process has ended.');
    const events: StoreEvents = new EventEmitter();
    const opened = { ...(await openBlobs(config, dataDir, events)), events };
    const open = () => openIn(config, dataDir, opened, { clock, turns, writesOnThread: true, warn: patience.warn });
    const storage = await patiently(open, patience);
    return {
      ...storage,
      async close() {
        await storage.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** Held by each worker process as long as it lives. */
const WORKERS_LOCK = 'workers.lock';
/** Worker processes notice within milliseconds that their primary process has ended. */
const WORKERS_END_MS = 5_000;

/** Worker processes may outlive their primary process: the uploads of those would be taken for orphans. */
async function waitForWorkers(dataDir: string, { waitMs, warn }: Patience): Promise<void> {
  const path = join(dataDir, WORKERS_LOCK);
  if (!existsSync(path)) return;
  await patiently(
    async () => {
      const release = lockDataDir(path);
      if (release === undefined) {
        throw new NotReadyError(`A worker process of an earlier imgd uses ${dataDir} (IMGD_DATA_DIR): end it.`);
      }
      release();
    },
    { waitMs: Math.max(waitMs, WORKERS_END_MS), warn },
  );
}

interface Opening {
  clock: Clock;
  /** Undefined without a lock on the data directory. */
  unlock?: (() => void) | undefined;
  writesOnThread: boolean;
  turns?: WriteTurns | undefined;
  warn?: Patience['warn'];
}

async function openIn(
  config: Config,
  dataDir: string,
  { blobs, locations, close, events: storeEvents }: OpenedBlobs & { events: StoreEvents },
  { clock, unlock, writesOnThread, turns, warn = IMPATIENT.warn }: Opening,
): Promise<Storage> {
  const catalog = await openCatalog(config, dataDir, { writesOnThread, turns, warn });
  return {
    blobs,
    storeEvents,
    locations,
    db: catalog.db,
    images: catalog.images,
    connections: catalog.connections,
    snapshot: catalog.snapshot,
    clock,
    removals: createRemovals(config.edge.kind !== 'none'),
    holdsDataDir: unlock !== undefined,
    sendsMail: config.mail.smtpUrl !== undefined,
    exclusive: unlock !== undefined && config.catalog.databaseUrl === undefined,
    async close() {
      await catalog.close();
      close();
      unlock?.();
    },
  };
}

/** @throws Error that names the setting when PostgreSQL is unreachable or refuses the connection */
async function openCatalog(
  { catalog, http }: Config,
  dataDir: string,
  { writesOnThread, turns, warn }: Pick<Required<Opening>, 'writesOnThread' | 'turns' | 'warn'>,
): Promise<Catalog> {
  const { databaseUrl, databasePool } = catalog;
  if (databaseUrl !== undefined) return openPostgresCatalog(databaseUrl, databasePool, warn);
  const options = { writesOnThread, turns, cacheBytes: http.answerCacheBytes / 4 };
  return inDataDir(dataDir, () => openSqliteCatalog(join(dataDir, 'imgd.sqlite'), options));
}

/** The secrets of this catalog; the same in all processes. */
export async function openSecrets({ db }: Storage) {
  return {
    cursorSecret: await findOrCreateSecret(db, 'cursors'),
    deviceSecret: await findOrCreateSecret(db, 'known-devices'),
    idempotencySecret: await findOrCreateSecret(db, 'idempotency'),
    albumSecret: await findOrCreateSecret(db, 'albums'),
    factorSecret: await findOrCreateSecret(db, 'second-factors'),
    uploadSecret: await findOrCreateSecret(db, 'uploads'),
    webhookSecret: await findOrCreateSecret(db, 'webhooks'),
  };
}
