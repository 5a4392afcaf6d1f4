import { statfs } from 'node:fs/promises';
import { AggregatorRegistry, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Statistics } from '../../actions/operations/statistics.ts';
import { refusalCodeOf, STATISTICS } from '../../core/statistics.ts';
import type { ByteCache, CacheUse } from '../../lib/bounded-cache.ts';
import type { LoadShedder } from '../../lib/load-shedding.ts';
import type { ObserveAnswer } from '../protocol/request-record.ts';
import { type CatalogMetricsDeps, defineCatalogMetrics } from './catalog-metrics.ts';
import { createDefine, type DefineMetric, SECONDS, type SetFigure } from './define-metric.ts';
import { defineResponses } from './response-metrics.ts';

/** Figures of this process for Prometheus. */
export interface Metrics {
  contentType: string;
  observe: ObserveAnswer;
  text(): Promise<string>;
}

/** The figures of one process, which another one adds to its own. */
type Figures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** The figures of all processes that serve together. */
export interface ProcessFigures {
  /** Lets other processes read the figures of this one. */
  offer(read: () => Promise<object[]>): void;
  /** Those of the primary process come first. */
  all(): Promise<object[][]>;
}

export interface MetricsDeps extends CatalogMetricsDeps {
  /** Undefined where one process serves. */
  processFigures: ProcessFigures | undefined;
  statistics: Statistics;
  /** Requests that the in-memory fast path has answered since the start. */
  memoryAnswers: { count: number };
  /** Bearer credential of GET /metrics; undefined = the path does not exist. */
  metricsToken: string | undefined;
  version: string;
  /** The commit that this program was built from. */
  commit: string;
  loadShedder: LoadShedder;
  smallBlobs: ByteCache;
  /** Use of the copies on the local disk; undefined without them. */
  blobCacheUse: CacheUse | undefined;
  /** Directories whose file systems have to have space, by what they hold. */
  places: Readonly<Record<string, string>>;
  connections: (() => Readonly<Record<'active' | 'idle' | 'waiting', number>>) | undefined;
  storeEvents: {
    on(event: 'request', hear: (request: { operation: string; seconds: number; failed: boolean }) => void): unknown;
    on(event: 'retry', hear: () => void): unknown;
  };
  redisUrl: string | undefined;
}

/** Creates the figures in a registry of their own. */
export function createMetrics(deps: MetricsDeps): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  // Their names end in `_total` although they are gauges; the sums of the same names without it are equal.
  for (const kind of ['handles', 'requests', 'resources']) register.removeSingleMetric(`nodejs_active_${kind}_total`);
  const define = createDefine(register);
  const observe = defineResponses(register, define);
  defineProcess(define, deps);
  defineStatistics(define, deps.statistics);
  defineDecoders(define, deps);
  defineSpace(define, deps);
  defineStores(register, define, deps);
  defineCatalogMetrics(define, deps);
  const { processFigures } = deps;
  if (processFigures === undefined) {
    return { contentType: register.contentType, observe, text: () => register.metrics() };
  }
  // A scrape hears of a process that was replaced.
  combine(register, 'process_start_time_seconds', 'max');
  processFigures.offer(() => register.getMetricsAsJSON());
  return {
    contentType: register.contentType,
    observe,
    text: async () => AggregatorRegistry.aggregate((await processFigures.all()) as Figures[]).metrics(),
  };
}

function combine(register: Registry, name: string, aggregator: string): void {
  Object.assign(register.getSingleMetric(name) as object, { aggregator });
}

function defineProcess(define: DefineMetric, { version, commit, memoryAnswers, loadShedder }: MetricsDeps): void {
  define.gauge(
    'imgd_build_info',
    'Always 1.',
    ['version', 'commit', 'node'],
    (set) => set(1, { version, commit, node: process.version }),
    'first',
  );
  define.counter(
    'imgd_memory_answers_total',
    'Requests that the in-memory fast path answered; the histogram counts them too.',
    [],
    (set) => set(memoryAnswers.count),
  );
  define.gauge('imgd_uploads_in_progress', 'Uploads that are received or processed now.', [], (set) =>
    set(loadShedder.inProgress()),
  );
}

function defineStatistics(define: DefineMetric, statistics: Statistics): void {
  for (const name of STATISTICS.filter((statistic) => statistic !== 'refusals')) {
    define.counter(`imgd_${name}_total`, `${name.replace('_', ' ')} since the start of the process.`, [], (set) =>
      set(statistics.sinceStart().get(name) ?? 0),
    );
  }
  define.counter(
    'imgd_refusals_total',
    'Requests that were refused or failed since the start of the process, by error code.',
    ['code'],
    (set) => {
      for (const [name, value] of statistics.sinceStart()) {
        const code = refusalCodeOf(name);
        if (code !== undefined) set(value, { code });
      }
    },
  );
  define.counter(
    'imgd_webhook_attempts_total',
    'Attempts to deliver to webhooks since the start of the process: delivered, retried later, failed for good.',
    ['outcome'],
    (set) => {
      for (const [outcome, value] of statistics.attemptsSinceStart()) set(value, { outcome });
    },
  );
}

function defineDecoders(define: DefineMetric, { decoder }: Pick<MetricsDeps, 'decoder'>): void {
  define.counter(
    'imgd_decoders_lost_total',
    'Decoder processes that crashed, exceeded their time or CPU budget, or were killed from outside, by kind.',
    ['kind'],
    (set) => {
      for (const [kind, count] of decoder.losses()) set(count, { kind });
    },
  );
  define.counter(
    'imgd_decoders_replaced_total',
    'Decoder processes that were replaced: lost, or due for it after many images.',
    [],
    (set) => set(decoder.replaced()),
  );
  define.gauge('imgd_decoder_jobs', 'Pictures that are decoded now, and that wait for it.', ['state'], (set) => {
    const { running, waiting } = decoder.load();
    set(running, { state: 'running' });
    set(waiting, { state: 'waiting' });
  });
  define.gauge(
    'imgd_decoder_sandbox',
    'How the decoder processes are confined: 1 for the kind of sandbox in use.',
    ['kind'],
    (set) => {
      for (const kind of ['bubblewrap', 'none']) set(kind === decoder.confinement.kind ? 1 : 0, { kind });
    },
    'first',
  );
}

function defineSpace(define: DefineMetric, { places, smallBlobs, blobCacheUse }: MetricsDeps): void {
  const spaces = async (set: SetFigure, bytes: 'bavail' | 'blocks') => {
    for (const [place, path] of Object.entries(places)) {
      const space = await statfs(path);
      set(space[bytes] * space.bsize, { place });
    }
  };
  define.gauge(
    'imgd_disk_free_bytes',
    'Free bytes of a file system.',
    ['place'],
    (set) => spaces(set, 'bavail'),
    'first',
  );
  define.gauge('imgd_disk_total_bytes', 'Size of a file system.', ['place'], (set) => spaces(set, 'blocks'), 'first');
  const caches = Object.entries({ memory: smallBlobs.use, disk: blobCacheUse });
  const uses = (set: SetFigure, figure: keyof CacheUse) => {
    for (const [cache, use] of caches) if (use !== undefined) set(use[figure], { cache });
  };
  define.counter('imgd_cache_hits_total', 'Reads of blobs that a cache answered.', ['cache'], (set) =>
    uses(set, 'hits'),
  );
  define.counter('imgd_cache_misses_total', 'Reads of blobs that went past a cache.', ['cache'], (set) =>
    uses(set, 'misses'),
  );
}

/** The database, S3 and Redis, where they are used. */
function defineStores(register: Registry, define: DefineMetric, deps: MetricsDeps): void {
  const { connections, storeEvents, redisUrl } = deps;
  if (connections !== undefined) {
    define.gauge('imgd_database_connections', 'Connections to PostgreSQL.', ['state'], (set) => {
      const { active, idle } = connections();
      set(active, { state: 'active' });
      set(idle, { state: 'idle' });
    });
    define.gauge('imgd_database_waiting', 'Statements that wait for a connection.', [], (set) =>
      set(connections().waiting),
    );
  }
  const durations = new Histogram({
    name: 'imgd_store_request_duration_seconds',
    help: 'Time until S3 began to answer an attempt, or until it failed, by operation.',
    labelNames: ['operation'],
    buckets: SECONDS,
    registers: [register],
  });
  const errors = new Map<string, number>();
  let retries = 0;
  storeEvents.on('request', ({ operation, seconds, failed }) => {
    durations.observe({ operation }, seconds);
    errors.set(operation, (errors.get(operation) ?? 0) + (failed ? 1 : 0));
  });
  storeEvents.on('retry', () => retries++);
  define.counter('imgd_store_errors_total', 'Attempts at S3 that failed, by operation.', ['operation'], (set) => {
    for (const [operation, count] of errors) set(count, { operation });
  });
  define.counter('imgd_store_retries_total', 'Attempts at S3 that repeated a failed one.', [], (set) => set(retries));
  if (redisUrl === undefined) return;
  define.gauge(
    'imgd_redis_up',
    'Whether Redis answers.',
    [],
    async (set) => set((await deps.limitsProblem()) === undefined ? 1 : 0),
    'first',
  );
}
