import { discardJob, retryJob } from '../../actions/operations/retry-job.ts';
import { reportStatistics } from '../../actions/operations/statistics.ts';
import { AdminResponses, type AuditEntry, type JobInfo, JobsQuery, StatisticsQuery } from '../../api/admin.ts';
import { IdParams, PageQuery } from '../../api/envelope.ts';
import { listAudit } from '../../catalog/moderation/audit.ts';
import type { AuditRow } from '../../catalog/moderation/rows.ts';
import { type AdministeredJob, listJobs } from '../../catalog/operations/jobs.ts';
import { readPage } from '../../core/cursor.ts';
import { jobState } from '../../core/states.ts';
import { timestamp, timestampOrNull } from '../../core/time.ts';
import { endPage, pageOf } from '../images/images.ts';
import { counted, success } from '../protocol/success.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';
import type { AdminDeps } from './accounts.ts';

/** /admin/jobs: lists, retries and removes background jobs. */
export function adminJobRoutes(api: App, deps: AdminDeps): void {
  route(api, {
    method: 'GET',
    path: '/admin/jobs',
    operationId: 'listJobs',
    summary: 'Background jobs, the newest first',
    tag: 'Administration',
    access: 'admin',
    query: JobsQuery,
    answer: AdminResponses.jobs,
    async handler(request, reply) {
      const { state } = request.query;
      const now = deps.clock.now();
      const page = await readPage(
        { secret: deps.cursorSecret, scope: ['jobs', state ?? null], ...pageOf(request.query) },
        (after, limit) => listJobs(deps.db, state, after, now, limit),
        ({ id, created_at }) => ({ id, value: created_at }),
      );
      const jobs = page.items.map((job) => jobView(job, now));
      return success({ jobs, ...endPage(deps, request, reply, page) }, counted(jobs.length, 'job'));
    },
  });

  route(api, {
    method: 'POST',
    path: '/admin/jobs/:id/retry',
    operationId: 'retryJob',
    summary: 'Run a job now, with its attempts counted anew',
    tag: 'Administration',
    access: 'admin',
    params: IdParams,
    answer: AdminResponses.job,
    isIdempotent: true,
    errors: ['JOB_NOT_FOUND', 'JOB_LOCKED'],
    async handler(request) {
      const job = await retryJob(deps, request.caller.accountId, request.params.id);
      return success(jobView(job, deps.clock.now()), 'Job is due');
    },
  });

  route(api, {
    method: 'DELETE',
    path: '/admin/jobs/:id',
    operationId: 'removeJob',
    summary: 'Remove a job',
    tag: 'Administration',
    access: 'admin',
    params: IdParams,
    answer: AdminResponses.jobRemoved,
    errors: ['JOB_NOT_FOUND', 'JOB_LOCKED'],
    async handler({ caller, params: { id } }) {
      await discardJob(deps, caller.accountId, id);
      return success({ id, removed: true }, 'Job removed');
    },
  });
}

function jobView(job: AdministeredJob, nowMs: number): JobInfo {
  return {
    id: job.id,
    kind: job.kind,
    periodic: job.name !== null,
    state: jobState(job, nowMs),
    attempts: job.attempts,
    run_at: timestamp(job.run_at),
    last_error: job.last_error,
    dead_at: timestampOrNull(job.dead_at),
    created_at: timestamp(job.created_at),
  };
}

/** /admin/audit: lists the acts of administrators. No endpoint changes an entry. */
export function adminAuditRoute(api: App, deps: AdminDeps): void {
  route(api, {
    method: 'GET',
    path: '/admin/audit',
    operationId: 'listAudit',
    summary: 'Administrative acts, the newest first',
    tag: 'Administration',
    access: 'admin',
    query: PageQuery,
    answer: AdminResponses.audit,
    async handler(request, reply) {
      const page = await readPage(
        { secret: deps.cursorSecret, scope: ['audit'], ...pageOf(request.query) },
        (after, limit) => listAudit(deps.db, after, limit),
        ({ id, at }) => ({ id, value: at }),
      );
      const entries = page.items.map(entryView);
      return success({ entries, ...endPage(deps, request, reply, page) }, `${entries.length} entries`);
    },
  });
}

function entryView({ actor_id: id, actor_email: email, ...entry }: AuditRow): AuditEntry {
  return {
    id: entry.id,
    at: timestamp(entry.at),
    actor: id === null ? null : { id, email },
    via: id === null ? 'cli' : 'api',
    action: entry.action,
    subject: entry.subject,
    details: JSON.parse(entry.details),
  };
}

const DEFAULT_DAYS = 30;

/** /admin/statistics: figures of the last days. */
export function adminStatisticsRoute(api: App, deps: AdminDeps): void {
  route(api, {
    method: 'GET',
    path: '/admin/statistics',
    operationId: 'getStatistics',
    summary: 'Figures of the last days (UTC), and totals',
    tag: 'Administration',
    access: 'admin',
    query: StatisticsQuery,
    answer: AdminResponses.statistics,
    async handler({ query }) {
      const days = Number(query.days || DEFAULT_DAYS);
      return success(await reportStatistics(deps, days), `${days} days`);
    },
  });
}
