import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { countJobs } from '../../catalog/operations/jobs.ts';
import { refusalCodeOf, STATISTICS } from '../../core/statistics.ts';
import type { HttpDeps } from '../deps.ts';

const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Figures of this process for Prometheus. */
export interface Metrics {
  contentType: string;
  /** Counts an answered request in the histogram of durations. */
  observe(labels: { method: string; route: string; status: string }, seconds: number): void;
  text(): Promise<string>;
}

/** Collects the figures in a registry of their own; each is looked up when it is asked for. */
export function createMetrics(deps: Pick<HttpDeps, 'db' | 'decoder' | 'statistics' | 'memoryAnswers'>): Metrics {
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
  new Gauge({
    name: 'imgd_decoder_jobs',
    help: 'Pictures that are decoded now, and that wait for it.',
    labelNames: ['state'],
    registers,
    collect() {
      const { running, waiting } = deps.decoder.load();
      this.set({ state: 'running' }, running);
      this.set({ state: 'waiting' }, waiting);
    },
  });
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
  return {
    contentType: register.contentType,
    observe: (labels, seconds) => durations.observe(labels, seconds),
    text: () => register.metrics(),
  };
}
