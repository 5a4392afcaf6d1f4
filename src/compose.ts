import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pino } from 'pino';
import { makeThumbnail, type ThumbnailDeps } from './actions/derive/make-thumbnail.ts';
import { makeVariant, type VariantDeps } from './actions/derive/make-variant.ts';
import { createViewCounter } from './actions/images/view-counter.ts';
import { createStatistics } from './actions/operations/statistics.ts';
import { claimStores, type OwnershipDeps } from './actions/operations/store-ownership.ts';
import type { BlobStore } from './blobs/port.ts';
import { releaseAllVariantLeases } from './catalog/blobs/variants.ts';
import { lockDataDir } from './catalog/engine/sqlite.ts';
import type { ImageReader, SnapshotReader } from './catalog/images/image-reader.ts';
import { createRemovals, type Removals } from './catalog/images/removals.ts';
import { migrate } from './catalog/migrate.ts';
import { releaseAllIdempotencyRecords } from './catalog/operations/idempotency.ts';
import { releaseAllLeases } from './catalog/operations/jobs.ts';
import { findOrCreateSecret } from './catalog/operations/secrets.ts';
import { type OpenedBlobs, openBlobCache, openBlobs, openLinks } from './compose-blobs.ts';
import { openCatalog, openLimits, openLoadShedder } from './compose-engines.ts';
import { openJobs } from './compose-jobs.ts';
import { screeningOf } from './compose-screening.ts';
import type { Config } from './config.ts';
import { createApp } from './http/app.ts';
import type { HttpDeps } from './http/deps.ts';
import { loadWebApp } from './http/pages/web-app.ts';
import type { App } from './http/routing.ts';
import { createOpenidProvider } from './identity/openid.ts';
import { createPasswordCheck } from './identity/password-hash.ts';
import type { IdentityProvider } from './identity/port.ts';
import { createDecoderPool } from './imaging/pool.ts';
import type { Decoder } from './imaging/port.ts';
import { collectOrphansAtStart } from './jobs/collect-orphans.ts';
import type { JobRunner } from './jobs/runner.ts';
import { cacheOfBytes } from './lib/bounded-cache.ts';
import { type Clock, systemClock } from './lib/clock.ts';
import { createSingleFlight } from './lib/coalesce.ts';
import { VERSION } from './version.ts';

/** A whole service, ready to listen. */
export interface Service {
  app: App;
  jobs: JobRunner;
  /**
   * Begins to listen and to run jobs.
   * @returns the address that was bound, such as `http://127.0.0.1:8080`
   */
  listen(): Promise<string>;
  /** Lets requests under way finish, up to the time given, then ends everything. */
  close(drainMs: number): Promise<void>;
}

/** The catalog and the blob store alone, for commands that work beside a server. */
export interface Storage extends OwnershipDeps {
  blobs: BlobStore;
  clock: Clock;
  removals: Removals;
  /** Whether the data directory is this process's own; false beside a running server. */
  holdsDataDir: boolean;
  /** Whether nobody else uses the catalog: it is in the data directory, and that is this process's own. */
  exclusive: boolean;
  images: ImageReader;
  /** Undefined where the catalog is in another process. */
  snapshot: SnapshotReader | undefined;
  close(): Promise<void>;
}

const FLUSH_COUNTS_MS = 10_000;

/**
 * Opens the storage of the settings; the one place that chooses adapters. Takes the data directory unless a server has it.
 * @param clock moved by tests
 * @throws Error when the blob store cannot be used
 */
export async function openStorage(config: Config, clock: Clock = systemClock): Promise<Storage> {
  const dataDir = await makeDataDir(config);
  const unlock = lockDataDir(join(dataDir, 'imgd.lock'));
  try {
    const opened = await openBlobs(config, dataDir);
    await opened.probe();
    return await openIn(config, dataDir, opened, clock, unlock);
  } catch (error) {
    unlock?.();
    throw error;
  }
}

/** The same for short work beside a server: it does not take the data directory, so that a server can start meanwhile. */
export async function openStorageBeside(config: Config, clock: Clock = systemClock): Promise<Storage> {
  const dataDir = await makeDataDir(config);
  return openIn(config, dataDir, await openBlobs(config, dataDir), clock, undefined);
}

async function makeDataDir(config: Config): Promise<string> {
  const dataDir = resolve(config.storage.dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  return dataDir;
}

async function openIn(
  config: Config,
  dataDir: string,
  { blobs, locations }: OpenedBlobs,
  clock: Clock,
  unlock: (() => void) | undefined,
): Promise<Storage> {
  const catalog = await openCatalog(config, dataDir);
  return {
    blobs,
    locations,
    db: catalog.db,
    images: catalog.images,
    snapshot: catalog.snapshot,
    clock,
    holdsDataDir: unlock !== undefined,
    exclusive: unlock !== undefined && config.catalog.databaseUrl === undefined,
    removals: createRemovals(config.edge.kind !== 'none'),
    async close() {
      await catalog.close();
      unlock?.();
    },
  };
}

/** The decoder processes of the settings. */
export function openDecoder({ imaging }: Config, onLost?: (why: string) => void): Decoder {
  return createDecoderPool({
    processes: imaging.processes,
    maxWaiting: imaging.maxWaiting,
    timeoutMs: imaging.timeoutSeconds * 1_000,
    addressSpaceKib: imaging.addressSpaceKib,
    ...(onLost && { onLost }),
  });
}

/** What a service may be given besides its settings. */
export interface ComposeOptions {
  /** Moved by tests. */
  clock?: Clock;
  /** Folder of the built browser application; without it the service has its API and the pages of images. */
  webDir?: string | undefined;
}

/**
 * Builds a service from its settings.
 * @throws Error when another server has the data directory, or a setting lacks another one
 */
export async function compose(config: Config, { clock = systemClock, webDir }: ComposeOptions = {}): Promise<Service> {
  await using undo = new AsyncDisposableStack();
  const identityProvider = openProvider(config);
  const storage = await openStorage(config, clock);
  undo.defer(storage.close);
  if (!storage.holdsDataDir) {
    throw new Error(
      `Another imgd serves from ${resolve(config.storage.dataDir)} (IMGD_DATA_DIR); two would ruin each other's work.`,
    );
  }
  const { db } = storage;
  await migrate(db);
  const cursorSecret = await findOrCreateSecret(db, 'cursors');
  const tempDir = await emptyTempDir(config);
  const logger = pino({ level: config.log.level, base: null });
  await recover(storage, (reason) => logger.warn(`${reason}: orphans are not collected. Run imgd doctor.`));

  const blobs = await openBlobCache(config, storage.blobs);
  undo.defer(blobs.close);
  const limits = await openLimits(config, logger);
  undo.defer(limits.close);
  const decoder = openDecoder(config, (why) => logger.warn({ why }, 'a decoder process was replaced'));
  undo.defer(decoder.close);
  const statistics = createStatistics({ db, clock });
  const views = createViewCounter(db, () => statistics.count('views'));
  let draining = false;
  const derivation: VariantDeps & ThumbnailDeps = {
    ...storage,
    blobs: blobs.cached,
    decoder,
    tempDir,
    avifBudgetSeconds: config.imaging.avifBudgetSeconds,
    variantFlights: createSingleFlight(),
    thumbnailFlights: createSingleFlight(),
  };
  const deps: HttpDeps = {
    ...storage,
    blobs: blobs.cached,
    ...publicAddresses(config, config.http.port),
    links: await openLinks(config, storage),
    decoder,
    variantWidths: config.imaging.variantWidths,
    derive: {
      thumbnail: (image) => makeThumbnail(derivation, image),
      variant: (...wanted) => makeVariant(derivation, ...wanted),
    },
    lazyThumbnails: config.imaging.thumbnails === 'lazy',
    loadShedder: openLoadShedder(config, decoder),
    memoryAnswers: { count: 0 },
    hotBlobs: cacheOfBytes(config.storage.memoryCacheBytes),
    views,
    statistics,
    metricsToken: config.http.metricsToken,
    tempDir,
    plans: config.limits.plans,
    quota: limits.quota,
    attempts: limits.attempts,
    reportAttempts: limits.reportAttempts,
    limitsProblem: limits.problem,
    trustProxy: config.limits.trustProxy,
    registrationOpen: config.http.registration === 'open',
    sessionDays: config.http.sessionDays,
    checkPassword: createPasswordCheck(),
    identityProvider,
    sendsMail: config.mail.smtpUrl !== undefined,
    formats: config.imaging.formats,
    keepMetadata: config.imaging.keepMetadata,
    maxExpiryHours: config.limits.maxExpiryHours,
    maxAccountBytes: config.limits.maxAccountBytes,
    maxAlbumLength: config.limits.maxAlbumLength,
    minFreeBytes: config.storage.minFreeBytes,
    ...screeningOf(config, (error) => logger.error({ err: error }, 'the validator gave no answer')),
    cursorSecret,
    web: webDir === undefined ? undefined : loadWebApp(webDir),
    version: VERSION,
    isDraining: () => draining,
  };
  const app = await createApp(deps, logger);
  const jobs = openJobs(config, { ...deps, blobs: storage.blobs, locations: storage.locations }, logger);
  const flushCounts = () =>
    Promise.all([views.flush(), statistics.flush()]).catch((err) => logger.error({ err }, 'counts not written'));
  const flushing = setInterval(flushCounts, FLUSH_COUNTS_MS);
  undo.move();

  return {
    app,
    jobs,
    async listen() {
      const { host, port } = config.http;
      const address = await app.listen({ host, port });
      // With port 0 the links have to wait for the port that was found.
      Object.assign(deps, publicAddresses(config, Number(new URL(address).port)));
      await jobs.start();
      // They would take the processor while the service itself starts.
      decoder.warmUp();
      return address;
    },
    async close(drainMs) {
      draining = true;
      clearInterval(flushing);
      const ended = Promise.all([app.close(), jobs.stop()]);
      await withDeadline(ended, drainMs, () => app.server.closeAllConnections());
      await decoder.close();
      await flushCounts();
      await limits.close();
      await storage.close();
    },
  };
}

function publicAddresses({ http }: Config, port: number): { baseUrl: string; imageHost: string } {
  const baseUrl = http.baseUrl ?? `http://localhost:${port}`;
  return { baseUrl, imageHost: http.imageHost ?? baseUrl };
}

/** @throws Error when one of the settings lacks the other */
function openProvider({ identity }: Config): IdentityProvider | undefined {
  const { issuer, clientId, clientSecret, displayName: name } = identity;
  if (issuer === undefined) return undefined;
  if (clientId === undefined) throw new Error('IMGD_OIDC_ISSUER needs IMGD_OIDC_CLIENT_ID too.');
  return createOpenidProvider({ issuer, clientId, clientSecret, name });
}

/** Temporary files of earlier runs belong to requests that are over. */
async function emptyTempDir(config: Config): Promise<string> {
  const tempDir = join(resolve(config.storage.dataDir), 'tmp');
  await rm(tempDir, { recursive: true, force: true });
  await mkdir(tempDir);
  return tempDir;
}

/**
 * Claims the blobs, and cleans up after an earlier run of the only server. On a shared catalog other nodes may still do
 * that work: their leases end by time, and orphans are collected when they are old.
 * @param onUnproven called with the reason why this catalog may not own the blobs
 * @throws Error when another catalog owns the blobs: it would delete new uploads as orphans
 */
async function recover(storage: Storage, onUnproven: (reason: string) => void): Promise<void> {
  const problem = await claimStores(storage);
  if (problem?.foreign === true) {
    throw new Error(`${problem.text}. Choose another location, or run imgd blobs adopt to take the blobs over.`);
  }
  if (problem !== undefined) onUnproven(problem.text);
  if (!storage.exclusive) return;
  await releaseAllLeases(storage.db);
  await releaseAllVariantLeases(storage.db);
  await releaseAllIdempotencyRecords(storage.db);
  if (problem === undefined) await collectOrphansAtStart(storage);
}

async function withDeadline(work: Promise<unknown>, ms: number, onDeadline: () => void): Promise<void> {
  const timer = setTimeout(onDeadline, ms);
  try {
    await work;
  } finally {
    clearTimeout(timer);
  }
}
