import { join, resolve } from 'node:path';
import { type Logger, pino } from 'pino';
import { createPublicTotals } from './actions/albums/public-totals.ts';
import { createVariantUses } from './actions/derive/create-variant-uses.ts';
import { makeThumbnail, type ThumbnailDeps } from './actions/derive/make-thumbnail.ts';
import { isRefusalOfCaller, makeVariant, type VariantDeps } from './actions/derive/make-variant.ts';
import { createViewCounter } from './actions/images/view-counter.ts';
import { createStatistics, type Statistics } from './actions/operations/statistics.ts';
import { claimStores } from './actions/operations/store-ownership.ts';
import { createFreeSpace } from './actions/upload/require-free-space.ts';
import { type Attempt, type DeliverDeps, deliverWebhook } from './actions/webhooks/deliver-webhook.ts';
import { releaseAllVariantLeases } from './catalog/blobs/variants.ts';
import { releaseAllIdempotencyRecords } from './catalog/operations/idempotency.ts';
import { releaseAllLeases } from './catalog/operations/jobs.ts';
import { releaseAllUploads } from './catalog/operations/resumable-uploads.ts';
import { type LeasedDelivery, releaseAllDeliveries } from './catalog/webhooks/deliveries.ts';
import {
  openIdentityProvider,
  openLimits,
  openLoadShedder,
  openLoggedTracing,
  openMailer,
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
import { migrateCatalog } from './compose/migrate-catalog.ts';
import { createReload } from './compose/reload.ts';
import { openSecrets, openStorage, type Storage } from './compose/storage.ts';
import type { Config } from './config.ts';
import { newId } from './core/ids.ts';
import type { PublicUrls } from './core/links.ts';
import { createEdge } from './edge/create-edge.ts';
import { createApp, type HttpDeps } from './http/app.ts';
import { createAccelRedirect } from './http/delivery/accel-redirect.ts';
import type { Derivation } from './http/delivery/representation.ts';
import { isUnixPath, listenOn, UNIX_PEER } from './http/fast-path/listen.ts';
import { stopAccepting } from './http/fast-path/server.ts';
import { loadPageTexts, type PageTexts } from './http/pages/texts.ts';
import { loadWebApp } from './http/pages/web-build.ts';
import { createArchiveSlots } from './http/protocol/archives.ts';
import type { App } from './http/routing/app-type.ts';
import { createFetchSlots } from './http/upload/from-address.ts';
import { createPasswordCheck } from './identity/password-hash.ts';
import { accountTaskKind, collectOrphansAtStart, jobKinds, purgeEdgeKinds } from './jobs/kinds.ts';
import { createJobRunner, type JobRunner } from './jobs/runner.ts';
import { createWebhookDispatcher, type WebhookDispatcher } from './jobs/webhook-dispatcher.ts';
import { cacheOfBytes } from './lib/bounded-cache.ts';
import { type Clock, systemClock } from './lib/clock.ts';
import { createCallerFlight } from './lib/coalesce.ts';
import type { Environment } from './lib/env.ts';
import type { Tracing } from './lib/tracing.ts';
import { COMMIT, VERSION } from './version.ts';
import { createWebhookSender } from './webhooks/http.ts';

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
}

const FLUSH_COUNTS_MS = 10_000;

/**
 * Builds a service from its settings: the composition root, which alone chooses adapters (in `compose/`).
 * @throws Error when another server uses the data directory, or settings are incomplete
 */
export async function compose(
  config: Config,
  { clock = systemClock, webDir, pageTexts }: ComposeOptions = {},
): Promise<Service> {
  await using undo = new AsyncDisposableStack();
  const identityProvider = openIdentityProvider(config);
  const logger = pino({ level: config.log.level, base: null });
  const patience = { waitMs: config.http.startWaitSeconds * 1_000, warn: (text: string) => logger.warn(text) };
  const storage = undo.adopt(await openStorage(config, clock, patience), (opened) => opened.close());
  await prepare(config, storage, logger);
  const limits = undo.adopt(await openLimits(config, logger), (opened) => opened.close());
  const blobs = undo.adopt(await openBlobCache(config, storage.blobs), (opened) => opened.close());
  const tempDir = await emptyTempDir(config);
  const decoder = undo.adopt(await openLoggedDecoder(config, logger), (opened) => opened.close());
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
    views,
    statistics,
    publicTotals: createPublicTotals(storage),
    archiveSlots: createArchiveSlots(),
    fetchSlots: createFetchSlots(),
    freeSpace: createFreeSpace({ blobs: blobs.cached, tempDir, minFreeBytes: config.storage.minFreeBytes }),
    tracing,
    ...{ ...countersOf(limits), writes: openWriteProbes(storage, tempDir, logger) },
    checkPassword: createPasswordCheck(),
    identityProvider,
    ...(await openSecrets(storage)),
    web: webDir === undefined ? undefined : loadWebApp(webDir),
    pageTexts: pageTexts ?? loadPageTexts(),
    ...{ version: VERSION, commit: COMMIT, places: placesOf(config, tempDir) },
    isDraining: () => draining,
  };
  const app = await createApp(deps, logger);
  const jobs = openJobs(config, { ...storage, urls, statistics, tracing, webhookSecret: deps.webhookSecret }, logger);
  const flushCounts = flusherOf([views, variantUses, statistics], logger);
  const flushing = setInterval(flushCounts, FLUSH_COUNTS_MS);
  const resources = undo.move();

  return {
    app,
    jobs,
    reload: createReload(config, logger, [logger, app.log]),
    async listen(fd) {
      const bound = await listenOn(app, config.http, fd);
      port = bound.port ?? port;
      await jobs.start();
      // Decoders start last, so that they do not slow the start of the service down.
      decoder.warmUp();
      return bound.url;
    },
    async close(drainMs, reason, delayMs = 0) {
      draining = true;
      logger.info({ reason, delay_seconds: delayMs / 1_000, drain_seconds: drainMs / 1_000 }, 'shutting down');
      if (delayMs > 0) await stopAccepting(app.server, delayMs);
      clearInterval(flushing);
      const ended = Promise.all([app.close(), jobs.stop()]);
      await withDeadline(ended, drainMs, () => app.server.closeAllConnections());
      await flushCounts();
      await resources.disposeAsync();
      logger.info('shut down');
    },
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
    variant: (...wanted) => makeVariant(deps, ...wanted),
  };
}

/** The background jobs of this node, and its deliveries. They read blobs from the store itself, not from the cache. */
function openJobs(config: Config, storage: JobStorage, logger: Logger): JobRunner {
  const { db, clock, urls } = storage;
  const runner = createJobRunner({
    db,
    clock,
    kinds: jobKinds(storage, {
      verifyBytesPerSecond: config.storage.verifyBytesPerSecond,
      maxVariantBytes: config.storage.variantBytes,
      onCorruptBlob: (found) => logger.error(found, 'a stored blob is corrupt'),
      sendMail: openMailer(config, urls),
      urls,
      sessionIdleDays: config.http.sessionIdleDays,
      uploaderHashDays: config.limits.uploaderHashDays,
      waitingDays: config.http.waitingDays,
      webhooks: config.webhooks,
      onFullWebhook: (webhook) => logger.warn({ webhook }, 'webhook has too many pending deliveries'),
    }),
    batchKinds: [
      accountTaskKind(storage),
      ...purgeEdgeKinds({
        db,
        clock,
        urls,
        edge: createEdge(config.edge),
        variantWidths: config.imaging.variantWidths,
        variantPresets: config.imaging.variantPresets,
      }),
    ],
    owner: newId('job'),
    tracing: storage.tracing,
    onFailure: (kind, error, dead) => logger.error({ err: error, kind, dead }, 'job failed'),
  });
  const dispatcher = openDispatcher(config, storage, logger);
  return {
    ...runner,
    async start() {
      await runner.start();
      dispatcher.start();
    },
    stop: async () => void (await Promise.all([runner.stop(), dispatcher.stop()])),
  };
}

type JobStorage = Storage & {
  urls: PublicUrls;
  tracing: Tracing | undefined;
  statistics: Pick<Statistics, 'count' | 'countAttempt'>;
  webhookSecret: Buffer;
};

/** Delivers the events of webhooks from this node. */
function openDispatcher(config: Config, storage: JobStorage, logger: Logger): WebhookDispatcher {
  const { db, clock, statistics, tracing } = storage;
  const deps: DeliverDeps = {
    ...storage,
    send: createWebhookSender({ ...config.webhooks, clock }),
    scheduleSeconds: config.webhooks.scheduleSeconds,
    sendsMail: config.mail.smtpUrl !== undefined,
  };
  return createWebhookDispatcher({
    db,
    clock,
    owner: newId('job'),
    timeoutSeconds: config.webhooks.timeoutSeconds,
    tracing,
    async deliver(leased, owner) {
      const attempt = await deliverWebhook(deps, leased, owner);
      statistics.countAttempt(attempt.outcome);
      logAttempt(logger, leased, attempt);
      return attempt;
    },
    onError: (error) => logger.error({ err: error }, 'deliveries to webhooks failed'),
  });
}

/** Hosts and ids, no path: it may hold a secret of the receiver. */
function logAttempt(logger: Logger, { delivery, webhook }: LeasedDelivery, attempt: Attempt): void {
  const { outcome, answer, durationMs, disabled } = attempt;
  const facts = {
    webhook: webhook.id,
    host: new URL(webhook.url).host,
    delivery: delivery.id,
    event: delivery.type,
    attempt: delivery.attempts,
    status: answer.status,
    duration_ms: durationMs,
  };
  if (outcome === 'delivered') logger.debug(facts, 'delivered to a webhook');
  else logger.info({ ...facts, outcome, reason: answer.error }, 'delivery to a webhook failed');
  if (disabled) logger.warn({ webhook: webhook.id, reason: answer.error }, 'webhook disabled');
}

async function withDeadline(work: Promise<unknown>, ms: number, onDeadline: () => void): Promise<void> {
  const timer = setTimeout(onDeadline, ms);
  try {
    await work;
  } finally {
    clearTimeout(timer);
  }
}
