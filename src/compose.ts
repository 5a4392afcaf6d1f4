import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Logger, pino } from 'pino';
import { makeThumbnail, type ThumbnailDeps } from './actions/derive/make-thumbnail.ts';
import { makeVariant, type VariantDeps } from './actions/derive/make-variant.ts';
import { createViewCounter } from './actions/images/view-counter.ts';
import { createStatistics } from './actions/operations/statistics.ts';
import { claimStores } from './actions/operations/store-ownership.ts';
import { releaseAllVariantLeases } from './catalog/blobs/variants.ts';
import { migrate } from './catalog/migrate.ts';
import { releaseAllIdempotencyRecords } from './catalog/operations/idempotency.ts';
import { releaseAllLeases } from './catalog/operations/jobs.ts';
import { findOrCreateSecret } from './catalog/operations/secrets.ts';
import {
  openDecoder,
  openIdentityProvider,
  openLimits,
  openLoadShedder,
  openMailer,
  openScreening,
} from './compose/adapters.ts';
import { openBlobCache, openLinks } from './compose/blobs.ts';
import { openStorage, type Storage } from './compose/storage.ts';
import type { Config } from './config.ts';
import { newId } from './core/ids.ts';
import type { PublicUrls } from './core/links.ts';
import { createEdge } from './edge/create-edge.ts';
import { createApp, type HttpDeps } from './http/app.ts';
import type { Derivation } from './http/delivery/representation.ts';
import { loadWebApp } from './http/pages/web-app.ts';
import type { App } from './http/routing/app-type.ts';
import { createPasswordCheck } from './identity/password-hash.ts';
import { collectOrphansAtStart, jobKinds, purgeEdgeKind } from './jobs/kinds.ts';
import { createJobRunner, type JobRunner } from './jobs/runner.ts';
import { cacheOfBytes } from './lib/bounded-cache.ts';
import { type Clock, systemClock } from './lib/clock.ts';
import { createSingleFlight } from './lib/coalesce.ts';
import { VERSION } from './version.ts';

/** A service, ready to listen. */
export interface Service {
  app: App;
  jobs: JobRunner;
  /**
   * Starts to listen and to run jobs.
   * @returns the bound address, such as `http://127.0.0.1:8080`
   */
  listen(): Promise<string>;
  /** Stops accepting connections, lets requests finish for at most `drainMs`, and closes everything. */
  close(drainMs: number): Promise<void>;
}

export interface ComposeOptions {
  /** Replaced by tests. */
  clock?: Clock;
  /** Folder of the built web application; without it the service has only the API and the pages of images. */
  webDir?: string | undefined;
}

const FLUSH_COUNTS_MS = 10_000;

/**
 * Builds a service from its settings: the composition root, which alone chooses adapters (in `compose/`).
 * @throws Error when another server uses the data directory, or settings are incomplete
 */
export async function compose(config: Config, { clock = systemClock, webDir }: ComposeOptions = {}): Promise<Service> {
  await using undo = new AsyncDisposableStack();
  const identityProvider = openIdentityProvider(config);
  const logger = pino({ level: config.log.level, base: null });
  const storage = undo.adopt(await openStorage(config, clock), (opened) => opened.close());
  await prepare(config, storage, logger);
  const limits = undo.adopt(await openLimits(config, logger), (opened) => opened.close());
  const blobs = undo.adopt(await openBlobCache(config, storage.blobs), (opened) => opened.close());
  const onLost = (reason: string) => logger.warn({ reason }, 'a decoder process was replaced');
  const decoder = undo.adopt(openDecoder(config, onLost), (opened) => opened.close());
  const statistics = createStatistics(storage);
  const views = createViewCounter(storage.db, () => statistics.count('views'));
  const tempDir = await emptyTempDir(config);
  let port = config.http.port;
  const urls = publicUrls(config, () => port);
  let draining = false;
  const deps: HttpDeps = {
    ...storage,
    ...valuesOf(config),
    ...openScreening(config, (error) => logger.error({ err: error }, 'the validator failed')),
    blobs: blobs.cached,
    links: await openLinks(config, storage),
    get baseUrl() {
      return urls.baseUrl;
    },
    get imageHost() {
      return urls.imageHost;
    },
    decoder,
    tempDir,
    derive: openDerivation(config, { ...storage, blobs: blobs.cached, decoder, tempDir }),
    loadShedder: openLoadShedder(config, decoder),
    memoryAnswers: { count: 0 },
    smallBlobs: cacheOfBytes(config.storage.memoryCacheBytes),
    views,
    statistics,
    quota: limits.quota,
    attempts: limits.attempts,
    reportAttempts: limits.reportAttempts,
    limitsProblem: limits.problem,
    checkPassword: createPasswordCheck(),
    identityProvider,
    cursorSecret: await findOrCreateSecret(storage.db, 'cursors'),
    web: webDir === undefined ? undefined : loadWebApp(webDir),
    version: VERSION,
    isDraining: () => draining,
  };
  const app = await createApp(deps, logger);
  const jobs = openJobs(config, storage, urls, logger);
  const flushCounts = () =>
    Promise.all([views.flush(), statistics.flush()]).catch((err) => logger.error({ err }, 'counts not written'));
  const flushing = setInterval(flushCounts, FLUSH_COUNTS_MS);
  const resources = undo.move();

  return {
    app,
    jobs,
    async listen() {
      const address = await app.listen({ host: config.http.host, port });
      port = Number(new URL(address).port);
      await jobs.start();
      // Decoders start last, so that they do not slow the start of the service down.
      decoder.warmUp();
      return address;
    },
    async close(drainMs) {
      draining = true;
      clearInterval(flushing);
      const ended = Promise.all([app.close(), jobs.stop()]);
      await withDeadline(ended, drainMs, () => app.server.closeAllConnections());
      await flushCounts();
      await resources.disposeAsync();
    },
  };
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
  await migrate(db);
  const problem = await claimStores(storage);
  if (problem?.foreign === true) {
    throw new Error(`${problem.text}. Choose another location, or run imgd blobs adopt to take the blobs over.`);
  }
  if (problem !== undefined) logger.warn(`${problem.text}: orphans are not collected. Run imgd doctor.`);
  if (!storage.exclusive) return;
  await releaseAllLeases(db);
  await releaseAllVariantLeases(db);
  await releaseAllIdempotencyRecords(db);
  if (problem === undefined) await collectOrphansAtStart(storage);
}

/** Creates an empty directory: temporary files of earlier runs belong to requests that have ended. */
async function emptyTempDir(config: Config): Promise<string> {
  const tempDir = join(resolve(config.storage.dataDir), 'tmp');
  await rm(tempDir, { recursive: true, force: true });
  await mkdir(tempDir);
  return tempDir;
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

/** Settings for the HTTP side, under the names of their modules. The `Deps` of a function name those that it uses. */
function valuesOf({ http, imaging, limits, mail, storage }: Config) {
  return {
    ...http,
    ...imaging,
    ...limits,
    minFreeBytes: storage.minFreeBytes,
    lazyThumbnails: imaging.thumbnails === 'lazy',
    registrationOpen: http.registration === 'open',
    sendsMail: mail.smtpUrl !== undefined,
  };
}

function openDerivation(
  { imaging }: Config,
  shared: Omit<VariantDeps & ThumbnailDeps, 'avifBudgetSeconds' | 'variantFlights' | 'thumbnailFlights'>,
): Derivation {
  const deps: VariantDeps & ThumbnailDeps = {
    ...shared,
    avifBudgetSeconds: imaging.avifBudgetSeconds,
    variantFlights: createSingleFlight(),
    thumbnailFlights: createSingleFlight(),
  };
  return {
    thumbnail: (image) => makeThumbnail(deps, image),
    variant: (...wanted) => makeVariant(deps, ...wanted),
  };
}

/** The background jobs of this node. They read blobs from the store itself, not from the cache. */
function openJobs(config: Config, storage: Storage, urls: PublicUrls, logger: Logger): JobRunner {
  const { db, clock } = storage;
  return createJobRunner({
    db,
    clock,
    kinds: jobKinds(storage, {
      verifyBytesPerSecond: config.storage.verifyBytesPerSecond,
      onCorruptBlob: (found) => logger.error(found, 'a stored blob is corrupt'),
      sendMail: openMailer(config, urls),
      urls,
    }),
    batchKinds: [
      purgeEdgeKind({ db, clock, urls, edge: createEdge(config.edge), variantWidths: config.imaging.variantWidths }),
    ],
    owner: newId('job'),
    onFailure: (kind, error, dead) => logger.error({ err: error, kind, dead }, 'job failed'),
  });
}

async function withDeadline(work: Promise<unknown>, ms: number, onDeadline: () => void): Promise<void> {
  const timer = setTimeout(onDeadline, ms);
  try {
    await work;
  } finally {
    clearTimeout(timer);
  }
}
