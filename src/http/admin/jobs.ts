import { discardJob, retryJob } from '../../actions/operations/retry-job.ts';
import { AdminResponses, type JobInfo, JobsQuery } from '../../api/admin.ts';
import { IdParams } from '../../api/envelope.ts';
import { type AdministeredJob, listJobs } from '../../catalog/operations/jobs.ts';
import { readPage } from '../../core/cursor.ts';
import { jobState } from '../../core/states.ts';
import { timestamp, timestampOrNull } from '../../core/time.ts';
import { idempotentJson } from '../guards/idempotency.ts';
import { endPage, pageOf } from '../images/list-query.ts';
import { counted, success } from '../protocol/success.ts';
import { route } from '../route.ts';
import type { App } from '../routing.ts';
import type { AdminDeps } from './deps.ts';

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
    async handler(request, reply) {
      return idempotentJson(deps, request, reply, async () => {
        const job = await retryJob(deps, request.caller.accountId, request.params.id);
        return success(jobView(job, deps.clock.now()), 'Job is due');
      });
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
