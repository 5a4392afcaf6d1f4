import { checkHealth, type HealthDeps } from '../../actions/operations/check-health.ts';
import { COUNT_STORED_JOB, storedFiguresOf } from '../../actions/operations/count-stored.ts';
import { EVICT_VARIANTS_JOB, variantFiguresOf } from '../../actions/operations/evict-variants.ts';
import { countCorruptBlobs } from '../../catalog/blobs/blob-integrity.ts';
import { PURGE_JOB } from '../../catalog/images/removals.ts';
import { lastBackup } from '../../catalog/operations/backups.ts';
import { groupJobs, payloadOf } from '../../catalog/operations/jobs.ts';
import { countPending } from '../../catalog/webhooks/deliveries.ts';
import { JOB_STATES } from '../../core/states.ts';
import { createKept } from '../../lib/coalesce.ts';
import type { DefineMetric } from './define-metric.ts';

export type CatalogMetricsDeps = HealthDeps;

/** Scrapers cannot load the catalog: any number of them shares one look in this time. */
const KEPT_MS = 5_000;
const STATUS_FIGURES = { ok: 1, degraded: 0.5, down: 0 } as const;

/** Defines the figures that are read from the catalog, and the health of the parts. They are those of all nodes. */
export function defineCatalogMetrics(defineOne: DefineMetric, deps: CatalogMetricsDeps): void {
  const define: DefineMetric = {
    gauge: (name, help, labels, read) => defineOne.gauge(name, help, labels, read, 'first'),
    counter: (name, help, labels, read) => defineOne.counter(name, help, labels, read, 'first'),
  };
  const { db, clock } = deps;
  const health = createKept(KEPT_MS, () => checkHealth(deps));
  define.gauge('imgd_health', 'State of a part of the service: 1 ok, 0.5 degraded, 0 down.', ['part'], async (set) => {
    for (const [part, { status }] of Object.entries((await health()).checks)) set(STATUS_FIGURES[status], { part });
  });
  const stored = createKept(KEPT_MS, async () => storedFiguresOf(await payloadOf(db, COUNT_STORED_JOB)));
  define.gauge('imgd_images', 'Images, counted by a job.', [], async (set) => {
    const figures = await stored();
    if (figures !== undefined) set(figures.images);
  });
  define.gauge('imgd_stored_bytes', 'Bytes of all blobs, counted by a job.', [], async (set) => {
    const figures = await stored();
    if (figures !== undefined) set(figures.bytes);
  });
  const corrupt = createKept(KEPT_MS, () => countCorruptBlobs(db));
  define.gauge('imgd_damaged_blobs', 'Stored blobs that are lost or corrupt: run imgd doctor.', [], async (set) =>
    set(await corrupt()),
  );
  const variants = createKept(KEPT_MS, async () => variantFiguresOf(await payloadOf(db, EVICT_VARIANTS_JOB)));
  define.gauge('imgd_variant_bytes', 'Bytes of all stored variants, counted once a minute.', [], async (set) =>
    set((await variants()).bytes),
  );
  define.counter('imgd_variants_evicted_total', 'Variants evicted so far, of all nodes.', [], async (set) =>
    set((await variants()).evicted),
  );
  const backup = createKept(KEPT_MS, () => lastBackup(db));
  define.gauge('imgd_backup_age_seconds', 'Age of the last complete backup.', [], async (set) => {
    const { goodAt } = await backup();
    if (goodAt !== null) set(Math.max(0, (clock.now() - goodAt) / 1_000));
  });
  define.gauge('imgd_backup_failed', '1 if the last run of imgd backup has failed.', [], async (set) =>
    set((await backup()).hasFailed ? 1 : 0),
  );
  defineJobs(define, { db, clock });
  defineWebhooks(define, { db, clock });
}

function defineJobs(define: DefineMetric, { db, clock }: Pick<CatalogMetricsDeps, 'db' | 'clock'>): void {
  const groups = createKept(KEPT_MS, () => groupJobs(db, clock.now()));
  const secondsSince = (ms: number) => Math.max(0, (clock.now() - ms) / 1_000);
  const alive = async () => (await groups()).filter(({ state }) => state !== 'dead');
  define.gauge(
    'imgd_jobs',
    'Background jobs of all nodes, by kind and state; dead: failed for good.',
    ['kind', 'state'],
    async (set) => {
      const found = await groups();
      for (const { kind } of found) for (const state of JOB_STATES) set(0, { kind, state });
      for (const { kind, state, count } of found) set(count, { kind, state });
    },
  );
  define.gauge(
    'imgd_oldest_job_seconds',
    'Age of the oldest job that is not done; of a periodic job, the time since it was due.',
    ['kind'],
    async (set) => {
      const oldest = new Map<string, number>();
      for (const { kind, oldestAt } of await alive())
        oldest.set(kind, Math.min(oldestAt, oldest.get(kind) ?? oldestAt));
      for (const [kind, at] of oldest) set(secondsSince(at), { kind });
    },
  );
  define.gauge(
    'imgd_purge_lag_seconds',
    'Age of the oldest change that the edge does not know yet; 0 = none.',
    [],
    async (set) => {
      const waiting = (await alive()).filter(({ kind }) => kind === PURGE_JOB).map(({ oldestAt }) => oldestAt);
      set(waiting.length === 0 ? 0 : secondsSince(Math.min(...waiting)));
    },
  );
}

function defineWebhooks(define: DefineMetric, { db, clock }: Pick<CatalogMetricsDeps, 'db' | 'clock'>): void {
  const pending = createKept(KEPT_MS, () => countPending(db));
  define.gauge(
    'imgd_webhook_pending',
    'Deliveries to webhooks that are still to be made, of all nodes.',
    [],
    async (set) => set((await pending()).count),
  );
  define.gauge(
    'imgd_webhook_oldest_seconds',
    'Age of the oldest event that is still to be delivered, in seconds; 0 = none.',
    [],
    async (set) => {
      const { oldestAt } = await pending();
      set(oldestAt === null ? 0 : Math.max(0, (clock.now() - oldestAt) / 1_000));
    },
  );
}
