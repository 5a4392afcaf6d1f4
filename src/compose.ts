import { join, resolve } from 'node:path';
import { type Logger, pino } from 'pino';
import { createPublicTotals } from './actions/albums/public-totals.ts';
import { createVariantUses } from './actions/derive/create-variant-uses.ts';
import { makeThumbnail, type ThumbnailDeps } from './actions/derive/make-thumbnail.ts';
import { findMadeVariant, isRefusalOfCaller, makeVariant, type VariantDeps } from './actions/derive/make-variant.ts';
import { createViewCounter } from './actions/images/view-counter.ts';
import { createStatistics } from './actions/operations/statistics.ts';
import { claimStores } from './actions/operations/store-ownership.ts';
import { createFreeSpace } from './actions/upload/require-free-space.ts';
import { releaseAllVariantLeases } from './catalog/blobs/variants.ts';
import { releaseAllIdempotencyRecords } from './catalog/operations/idempotency.ts';
import { releaseAllLeases } from './catalog/operations/jobs.ts';
import { releaseAllUploads } from './catalog/operations/resumable-uploads.ts';
import { releaseAllDeliveries } from './catalog/webhooks/deliveries.ts';
import {
  openIdentityProvider,
  openLimits,
  openLoadShedder,
  openLoggedTracing,
  openNetworks,
  openScreening,
  openServiceStorage,
  openWorkChallenges,
  openWriteProbes,
  pictureLimits,
} from './compose/adapters.ts';
import { openBlobCache, openLinks } from './compose/blobs.ts';
import { tryLockImports } from './compose/data-dir.ts';
import { emptyTempDir, openLoggedDecoder } from './compose/decoder.ts';
import { openJobs } from './compose/jobs.ts';
import { migrateCatalog } from './compose/migrate-catalog.ts';
import { isWorker, type ProcessRole } from './compose/processes/roles.ts';
import { shareOfService } from './compose/processes/share-of-service.ts';
import { createSharedFigures } from './compose/processes/shared-figures.ts';
import { createWriteTurns, turnsOfPrimary } from './compose/processes/write-turns.ts';
import { createReload } from './compose/reload.ts';
import { openSecrets, openStorage, openStorageOfWorker, type Storage } from './compose/storage.ts';
import type { Config } from './config.ts';
import type { PublicUrls } from './core/links.ts';
import { createApp, type HttpDeps } from './http/app.ts';
import { createAccelRedirect } from './http/delivery/accel-redirect.ts';
import type { Derivation } from './http/delivery/representation.ts';
import { isUnixPath, listenOn, UNIX_PEER } from './http/fast-path/listen.ts';
import { stopAccepting } from './http/fast-path/server.ts';
import { loadPageTexts, type PageTexts } from './http/pages/texts.ts';
import { loadWebApp } from './http/pages/web-build.ts';
import { createArchiveSlots } from './http/protocol/archives.ts';
import type { App } from './http/routing/app-type.ts';
import { createFetchFile } from './http/upload/from-address.ts';
import { createPasswordCheck } from './identity/password-hash.ts';
import { collectOrphansAtStart } from './jobs/kinds.ts';
import type { JobRunner } from './jobs/runner.ts';
import { cacheOfBytes } from './lib/bounded-cache.ts';
import { type Clock, systemClock } from './lib/clock.ts';
import { createCallerFlight } from './lib/coalesce.ts';
import type { Environment } from './lib/env.ts';
import { COMMIT, VERSION } from './version.ts';

/** A service, ready to listen. */
export interface Service {
  app: App;
  jobs: JobRunner;
  /**
   * Starts to listen and to run jobs.
   * @param fd a socket that listens already, in place of the settings
   * @returns the bound address, such as `http://127.0.0.1:8080` or `unix:/run/imgd/imgd.sock`
   */
  listen(fd?: number): Promise<string>;
  /** Takes over what may change while the service runs (`compose/reload.ts`). Never throws. */
  reload(read: () => Environment): void;
  /**
   * Stops accepting connections, lets requests finish for at most `drainMs`, and closes everything.
   * @param reason for the log, such as the name of a signal
   * @param delayMs serves as before for this time, but `/readyz` answers 503 and each answer closes its connection
   */
  close(drainMs: number, reason?: string, delayMs?: number): Promise<void>;
}

export interface ComposeOptions {
  /** Replaced by tests. */
  clock?: Clock;
  /** Folder of the built web application; without it the service has only the API and the pages of images. */
  webDir?: string | undefined;
  /** Replaced by tests. */
  pageTexts?: PageTexts | undefined;
  /** Undefined where one process serves. */
  role?: ProcessRole | undefined;
}

const FLUSH_COUNTS_MS = 10_000;

/** Those of a worker process: the primary one runs all jobs. */
const NO_JOBS: JobRunner = { start: async () => {}, runDue: async () => {}, stop: async () => {} };

/**
 * Builds a service from its settings: the composition root, which alone chooses adapters (in `compose/`).
 * @throws Error when another server uses the data directory, or settings are incomplete
 */
export async function compose(
  whole: Config,
  { clock = systemClock, webDir, pageTexts, role }: ComposeOptions = {},
): Promise<Service> {
  await using undo = new AsyncDisposableStack();
  const config = shareOfService(whole, role?.number);
  const identityProvider = openIdentityProvider(config);
  const logger = pino({ level: config.log.level, base: isWorker(role) ? { worker: role.number } : null });
  const storage = undo.adopt(await openReady(config, clock, logger, role), (opened) => opened.close());
  const limits = undo.adopt(await openLimits(config, logger, role), (opened) => opened.close());
  const blobs = undo.adopt(await openBlobCache(config, storage.blobs), (opened) => opened.close());
  const tempDir = await emptyTempDir(config, role?.number);
  const decoder = undo.adopt(await openLoggedDecoder(config, logger, role?.number), (opened) => opened.close());
  const tracing = undo.adopt(await openLoggedTracing(config, VERSION, logger), (opened) => opened?.close());
  const statistics = createStatistics(storage);
  const views = createViewCounter(storage.db, () => statistics.count('views'));
  const variantUses = createVariantUses(storage);
  let port = config.http.port;
  const urls = publicUrls(config, () => port);
  let draining = false;
  const deps: HttpDeps = {
    ...storage,
    ...valuesOf(config),
    ...openScreening(config, (error) => logger.error({ err: error }, 'the validator failed')),
    ...openNetworks(config, storage),
    workChallenges: await openWorkChallenges(config, storage),
    serviceStorage: openServiceStorage(config, storage),
    ...{ blobs: blobs.cached, partBlobs: storage.blobs, blobCacheUse: blobs.use },
    links: await openLinks(config, storage),
    get baseUrl() {
      return urls.baseUrl;
    },
    get imageHost() {
      return urls.imageHost;
    },
    decoder,
    tempDir,
    derive: openDerivation(config, { ...storage, blobs: blobs.cached, decoder, tempDir, variantUses }),
    loadShedder: openLoadShedder(config, decoder),
    memoryAnswers: { count: 0 },
    smallBlobs: cacheOfBytes(config.storage.memoryCacheBytes),
    ...{ views, statistics, tracing },
    publicTotals: createPublicTotals(storage),
    ...{ archiveSlots: createArchiveSlots(), fetchFile: createFetchFile(config.http, urls) },
    freeSpace: createFreeSpace({ blobs: blobs.cached, tempDir, minFreeBytes: config.storage.minFreeBytes }),
    ...{ ...countersOf(limits), writes: openWriteProbes(storage, tempDir, logger) },
    checkPassword: createPasswordCheck(),
    identityProvider,
    ...(await openSecrets(storage)),
    web: webDir === undefined ? undefined : loadWebApp(webDir),
    pageTexts: pageTexts ?? loadPageTexts(),
    ...{ version: VERSION, commit: COMMIT, places: placesOf(config, tempDir) },
    isDraining: () => draining,
    processFigures: role && createSharedFigures(role),
  };
  const app = await createApp(deps, logger);
  const jobDeps = { ...storage, urls, statistics, tracing, webhookSecret: deps.webhookSecret };
  const jobs = isWorker(role) ? NO_JOBS : openJobs(config, jobDeps, logger);
  const flushCounts = flusherOf([views, variantUses, statistics], logger);
  const flushing = setInterval(flushCounts, FLUSH_COUNTS_MS);
  const resources = undo.move();

  return stopAfterStart({
    app,
    jobs,
    reload: createReloadOfAll(createReload(whole, logger, [logger, app.log]), role),
    async listen(fd) {
      const bound = await listenOn(app, config.http, isWorker(role) ? role.listeningFd : fd);
      port = bound.port ?? port;
      await beginTogether(role, app, logger);
      await jobs.start();
      // Decoders start last, so that they do not slow the start of the service down.
      decoder.warmUp();
      return bound.url;
    },
    async close(drainMs, reason, delayMs = 0) {
      draining = true;
      logger.info({ reason, delay_seconds: delayMs / 1_000, drain_seconds: drainMs / 1_000 }, 'shutting down');
      const workersEnded = isWorker(role) ? undefined : role?.stop({ reason, delayMs, drainMs });
      if (delayMs > 0) await stopAccepting(app.server, delayMs);
      clearInterval(flushing);
      const ended = Promise.all([app.close(), jobs.stop()]);
      await withDeadline(ended, drainMs, () => app.server.closeAllConnections());
      // Until then they count requests here.
      await workersEnded;
      await flushCounts();
      await resources.disposeAsync();
      logger.info('shut down');
    },
  });
}

/** Lets a start end before the stop begins: jobs that start after it would find the catalog closed. */
function stopAfterStart(service: Service): Service {
  let starting: Promise<unknown> = Promise.resolve();
  return {
    ...service,
    listen(fd) {
      const listening = service.listen(fd);
      starting = listening.catch(() => undefined);
      return listening;
    },
    async close(...options) {
      await starting;
      await service.close(...options);
    },
  };
}

/** Opens the storage of this process. That of a worker process is prepared. @throws Error as `prepare` does */
async function openReady(
  config: Config,
  clock: Clock,
  logger: Logger,
  role: ProcessRole | undefined,
): Promise<Storage> {
  const patience = { waitMs: config.http.startWaitSeconds * 1_000, warn: (text: string) => logger.warn(text) };
  if (isWorker(role)) {
    return openStorageOfWorker(config, clock, patience, { turns: turnsOfPrimary(role), ...role });
  }
  const storage = await openStorage(config, clock, patience, role && createWriteTurns(role));
  try {
    await prepare(config, storage, logger);
    return storage;
  } catch (error) {
    await storage.close();
    throw error;
  }
}

/** The primary process starts the others when it listens. @throws Error when one does not start */
async function beginTogether(role: ProcessRole | undefined, { server }: App, logger: Logger): Promise<void> {
  if (role === undefined) return;
  if (isWorker(role)) await role.callPrimary('serving');
  else await role.start(server, (facts) => logger.error(facts, 'a worker process has ended: it is replaced'));
}

/** The primary process reads the settings, and gives them to the others. */
function createReloadOfAll(reload: Service['reload'], role: ProcessRole | undefined): Service['reload'] {
  if (role === undefined || isWorker(role)) return reload;
  return (read) => {
    let environment: Environment;
    try {
      environment = read();
    } catch {
      // Its own reload says why.
      return reload(read);
    }
    reload(() => environment);
    void role.callWorkers('reload', environment);
  };
}

/** Writes the counts that are kept in memory. */
function flusherOf(counters: readonly { flush(): Promise<unknown> }[], logger: Logger): () => Promise<unknown> {
  return () =>
    Promise.all(counters.map((counter) => counter.flush())).catch((err) => logger.error({ err }, 'counts not written'));
}

function countersOf({
  quota,
  attempts,
  reportAttempts,
  knownAddresses,
  windows,
  problem,
}: Awaited<ReturnType<typeof openLimits>>) {
  return { quota, attempts, reportAttempts, knownAddresses, windows, limitsProblem: problem };
}

/**
 * Prepares the storage: migrates the catalog, claims the blobs, and cleans up after an earlier run of the only server.
 * On a shared catalog other nodes may still do that work: their leases end by time, and orphans are collected when they
 * are old.
 * @throws Error when another server uses the data directory, or another catalog owns the blobs: it would delete new
 *   uploads as orphans
 */
async function prepare(config: Config, storage: Storage, logger: Logger): Promise<void> {
  if (!storage.holdsDataDir) {
    throw new Error(`Another imgd uses the data directory ${resolve(config.storage.dataDir)} (IMGD_DATA_DIR).`);
  }
  const { db } = storage;
  await migrateCatalog(config, db, (text) => logger.info(text));
  const problem = await claimStores(storage);
  if (problem?.foreign === true) {
    throw new Error(`${problem.text}. Choose another location, or run imgd blobs adopt to take the blobs over.`);
  }
  if (problem !== undefined) logger.warn(`${problem.text}: orphans are not collected. Run imgd doctor.`);
  if (!storage.exclusive) return;
  await releaseAllLeases(db);
  await releaseAllDeliveries(db, storage.clock.now());
  await releaseAllVariantLeases(db);
  await releaseAllIdempotencyRecords(db);
  await releaseAllUploads(db);
  if (problem === undefined) await collectOrphansOfEarlierRun(config, storage);
}

/** While an import runs, the hourly collection does it: younger blobs may be those of its uploads. */
async function collectOrphansOfEarlierRun(config: Config, storage: Storage): Promise<void> {
  const unlock = tryLockImports(resolve(config.storage.dataDir));
  if (unlock === undefined) return;
  try {
    await collectOrphansAtStart(storage);
  } finally {
    unlock();
  }
}

/** @param port returns the configured port until the service listens, then the bound one */
function publicUrls({ http }: Config, port: () => number): PublicUrls {
  return {
    get baseUrl() {
      return http.baseUrl ?? `http://localhost:${port()}`;
    },
    get imageHost() {
      return http.imageHost ?? this.baseUrl;
    },
  };
}

/** The directories that fill up, by what they hold. */
function placesOf({ storage }: Config, tempDir: string): Record<string, string> {
  const { blobCacheDir, dataDir } = storage;
  const places = storage.blobs === 'disk' ? { blobs: join(resolve(dataDir), 'blobs') } : {};
  const isCacheApart = storage.blobs !== 'disk' && storage.blobCacheBytes > 0 && blobCacheDir !== undefined;
  return { data: tempDir, ...places, ...(isCacheApart && { cache: resolve(blobCacheDir) }) };
}

/** Settings for the HTTP side, under the names of their modules. The `Deps` of a function name those that it uses. */
function valuesOf({ catalog, http, imaging, limits, log, storage, webhooks }: Config) {
  const trustProxy = isUnixPath(http.host) ? [...limits.trustProxy, UNIX_PEER] : limits.trustProxy;
  return {
    ...http,
    ...imaging,
    ...limits,
    ...{ trustProxy, fileHead: createAccelRedirect({ ...http, trustProxy }) },
    webhooks,
    deliveryLogLevel: log.deliveryLevel,
    minFreeBytes: storage.minFreeBytes,
    backupMaxAgeHours: catalog.backupMaxAgeHours,
    lazyThumbnails: imaging.thumbnails === 'lazy',
    pictureLimits,
  };
}

function openDerivation(
  { imaging, storage }: Config,
  shared: Omit<
    VariantDeps & ThumbnailDeps,
    'minFreeBytes' | 'avifBudgetSeconds' | 'variantFlights' | 'thumbnailFlights'
  >,
): Derivation {
  const deps: VariantDeps & ThumbnailDeps = {
    ...shared,
    minFreeBytes: storage.minFreeBytes,
    avifBudgetSeconds: imaging.avifBudgetSeconds,
    variantFlights: createCallerFlight(isRefusalOfCaller),
    thumbnailFlights: createCallerFlight(isRefusalOfCaller),
  };
  return {
    thumbnail: (...wanted) => makeThumbnail(deps, ...wanted),
    findVariant: (...wanted) => findMadeVariant(deps, ...wanted),
    makeVariant: (...wanted) => makeVariant(deps, ...wanted),
  };
}

async function withDeadline(work: Promise<unknown>, ms: number, onDeadline: () => void): Promise<void> {
  const timer = setTimeout(onDeadline, ms);
  try {
    await work;
  } finally {
    clearTimeout(timer);
  }
}
