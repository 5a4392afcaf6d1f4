import { createHash, timingSafeEqual } from 'node:crypto';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { checkHealth, type HealthDeps } from '../../actions/operations/check-health.ts';
import { EVICT_VARIANTS_JOB, variantFiguresOf } from '../../actions/operations/evict-variants.ts';
import type { Statistics } from '../../actions/operations/statistics.ts';
import { ServiceResponses } from '../../api/service.ts';
import { countJobs, payloadOf } from '../../catalog/operations/jobs.ts';
import { countPending } from '../../catalog/webhooks/deliveries.ts';
import { bearerToken } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { refusalCodeOf, STATISTICS } from '../../core/statistics.ts';
import type { Clock } from '../../lib/clock.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';
import type { ServiceDeps } from './usage.ts';

/** /health: the health of the service and of its parts. */
export function healthRoute(api: App, deps: ServiceDeps): void {
  route(api, {
    method: 'GET',
    path: '/health',
    operationId: 'getHealth',
    summary: 'Health of the service and of its parts',
    description: 'Answers 503 with the same facts in `error.details` when a part is down.',
    tag: 'Service',
    access: 'public',
    counted: false,
    answer: ServiceResponses.health,
    async handler() {
      const { status, checks } = await checkHealth(deps);
      const data = { status, version: deps.version, uptime_seconds: Math.floor(process.uptime()), checks };
      if (status !== 'down') return success(data, `The service is ${status}`);
      throw new AppError('SERVICE_UNAVAILABLE', { details: data });
    },
  });
}

/** /livez and /readyz in plain text, for process managers and load balancers. */
export function probeRoutes(app: App, deps: ServiceDeps): void {
  app.get('/livez', { schema: { hide: true } }, async (_request, reply) => reply.type('text/plain').send('ok\n'));
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const ready = !deps.isDraining() && (await checkHealth(deps)).status !== 'down';
    return reply
      .code(ready ? 200 : 503)
      .type('text/plain')
      .send(ready ? 'ready\n' : 'not ready\n');
  });
}

/** /metrics: figures for Prometheus. The token of the settings is the credential; without one the path does not exist. */
export function metricsRoute(
  app: App,
  { metricsToken }: { metricsToken: string | undefined },
  metrics: Metrics | undefined,
): void {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (metrics === undefined || metricsToken === undefined) throw new AppError('ENDPOINT_NOT_FOUND');
    const { authorization } = request.headers;
    if (authorization === undefined) throw new AppError('MISSING_API_KEY');
    if (!isSame(bearerToken(authorization) ?? '', metricsToken)) throw new AppError('INVALID_API_KEY');
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text());
  });
}

/** Compares digests in constant time; unlike the texts, they have equal lengths. */
function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Figures of this process for Prometheus. */
export interface Metrics {
  contentType: string;
  /** Counts an answered request in the histogram of durations. */
  observe(labels: { method: string; route: string; status: string }, seconds: number): void;
  text(): Promise<string>;
}

export interface MetricsDeps extends Pick<HealthDeps, 'db' | 'decoder'> {
  clock: Clock;
  statistics: Statistics;
  /** Requests that the in-memory fast path has answered since the start. */
  memoryAnswers: { count: number };
  /** Bearer credential of GET /metrics; undefined = the path does not exist. */
  metricsToken: string | undefined;
}

/** Creates the figures in a registry of their own. Each scrape computes them. */
export function createMetrics(deps: MetricsDeps): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register, prefix: 'imgd_' });
  const durations = new Histogram({
    name: 'imgd_request_duration_seconds',
    help: 'Time to answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  for (const name of STATISTICS.filter((statistic) => statistic !== 'refusals')) {
    new Counter({
      name: `imgd_${name}_total`,
      help: `${name.replace('_', ' ')} since the start of the process.`,
      registers,
      collect() {
        this.reset();
        this.inc(deps.statistics.sinceStart().get(name) ?? 0);
      },
    });
  }
  new Counter({
    name: 'imgd_refusals_total',
    help: 'Requests that were refused or failed since the start of the process, by error code.',
    labelNames: ['code'],
    registers,
    collect() {
      this.reset();
      for (const [name, value] of deps.statistics.sinceStart()) {
        const code = refusalCodeOf(name);
        if (code !== undefined) this.inc({ code }, value);
      }
    },
  });
  new Counter({
    name: 'imgd_memory_answers_total',
    help: 'Requests that the in-memory fast path answered; the histogram counts them too.',
    registers,
    collect() {
      this.reset();
      this.inc(deps.memoryAnswers.count);
    },
  });
  registerDecoder(deps.decoder, registers);
  const sandbox = new Gauge({
    name: 'imgd_decoder_sandbox',
    help: 'How the decoder processes are confined: 1 for the kind of sandbox in use.',
    labelNames: ['kind'],
    registers,
  });
  for (const kind of ['bubblewrap', 'none']) sandbox.set({ kind }, kind === deps.decoder.confinement.kind ? 1 : 0);
  new Gauge({
    name: 'imgd_jobs',
    help: 'Background jobs that wait or run, and that have failed for good, of all nodes.',
    labelNames: ['state'],
    registers,
    async collect() {
      const { waiting, dead } = await countJobs(deps.db);
      this.set({ state: 'waiting' }, waiting);
      this.set({ state: 'dead' }, dead);
    },
  });
  addWebhookMetrics(deps, registers);
  const variants = async () => variantFiguresOf(await payloadOf(deps.db, EVICT_VARIANTS_JOB));
  new Gauge({
    name: 'imgd_variant_bytes',
    help: 'Bytes of all stored variants, counted once a minute.',
    registers,
    async collect() {
      this.set((await variants()).bytes);
    },
  });
  new Counter({
    name: 'imgd_variants_evicted_total',
    help: 'Variants evicted so far, of all nodes.',
    registers,
    async collect() {
      this.reset();
      this.inc((await variants()).evicted);
    },
  });
  return {
    contentType: register.contentType,
    observe: (labels, seconds) => durations.observe(labels, seconds),
    text: () => register.metrics(),
  };
}

function registerDecoder(decoder: HealthDeps['decoder'], registers: Registry[]): void {
  new Counter({
    name: 'imgd_decoders_lost_total',
    help: 'Decoder processes that crashed, exceeded their time or CPU budget, or were killed from outside, by kind.',
    labelNames: ['kind'],
    registers,
    collect() {
      this.reset();
      for (const [kind, count] of decoder.losses()) this.inc({ kind }, count);
    },
  });
  new Gauge({
    name: 'imgd_decoder_jobs',
    help: 'Pictures that are decoded now, and that wait for it.',
    labelNames: ['state'],
    registers,
    collect() {
      const { running, waiting } = decoder.load();
      this.set({ state: 'running' }, running);
      this.set({ state: 'waiting' }, waiting);
    },
  });
}

function addWebhookMetrics({ db, clock, statistics }: MetricsDeps, registers: Registry[]): void {
  new Counter({
    name: 'imgd_webhook_attempts_total',
    help: 'Attempts to deliver to webhooks since the start of the process: delivered, retried later, failed for good.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, value] of statistics.attemptsSinceStart()) this.inc({ outcome }, value);
    },
  });
  new Gauge({
    name: 'imgd_webhook_pending',
    help: 'Deliveries to webhooks that are still to be made, of all nodes.',
    registers,
    async collect() {
      this.set((await countPending(db)).count);
    },
  });
  new Gauge({
    name: 'imgd_webhook_oldest_seconds',
    help: 'Age of the oldest event that is still to be delivered, in seconds; 0 = none.',
    registers,
    async collect() {
      const { oldestAt } = await countPending(db);
      this.set(oldestAt === null ? 0 : Math.max(0, (clock.now() - oldestAt) / 1_000));
    },
  });
}
