import { discardJob, retryJob } from '../../actions/operations/retry-job.ts';
import { AdminResponses, JobsQuery } from '../../api/admin.ts';
import { IdParams } from '../../api/envelope.ts';
import { listJobs } from '../../catalog/operations/jobs.ts';
import { readPage } from '../../core/cursor.ts';
import type { HttpDeps } from '../deps.ts';
import { idempotentJson } from '../guards/idempotency.ts';
import { counted, nextLink, pageOf, pageView } from '../images/list-query.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing.ts';
import { adminFailures, adminOnly, adminSchema, requireAdmin } from './require-admin.ts';
import { jobView } from './views.ts';

/** /admin/jobs: work that waits, runs, or has failed for good. */
export function adminJobRoutes(api: App, deps: HttpDeps): void {
  api.get(
    '/admin/jobs',
    {
      schema: {
        ...adminSchema,
        operationId: 'listJobs',
        summary: 'Background jobs, the newest first',
        querystring: JobsQuery,
        response: { 200: AdminResponses.jobs, ...adminFailures },
      },
      ...adminOnly,
    },
    async (request, reply) => {
      const { state } = request.query;
      const now = deps.clock.now();
      const page = await readPage(
        { secret: deps.cursorSecret, scope: ['jobs', state ?? null], ...pageOf(request.query) },
        (after, limit) => listJobs(deps.db, state, after, now, limit),
        ({ id, created_at }) => ({ id, value: created_at }),
      );
      reply.headers(nextLink(deps.baseUrl, request.url, page.nextCursor));
      const jobs = page.items.map((job) => jobView(job, now));
      return success({ jobs, ...pageView(page) }, counted(jobs.length, 'job'));
    },
  );

  api.post(
    '/admin/jobs/:id/retry',
    {
      schema: {
        ...adminSchema,
        operationId: 'retryJob',
        summary: 'Have a job run now, as if it had never failed',
        params: IdParams,
        response: { 200: AdminResponses.job, ...adminFailures },
      },
      ...adminOnly,
    },
    async (request, reply) => {
      const { accountId } = requireAdmin(request);
      return idempotentJson(deps, request, reply, async () => {
        const job = await retryJob(deps, accountId, request.params.id);
        return success(jobView(job, deps.clock.now()), 'Job is due');
      });
    },
  );

  api.delete(
    '/admin/jobs/:id',
    {
      schema: {
        ...adminSchema,
        operationId: 'removeJob',
        summary: 'Give a job up',
        params: IdParams,
        response: { 200: AdminResponses.jobRemoved, ...adminFailures },
      },
      ...adminOnly,
    },
    async (request) => {
      const { id } = request.params;
      await discardJob(deps, requireAdmin(request).accountId, id);
      return success({ id, removed: true }, 'Job removed');
    },
  );
}
