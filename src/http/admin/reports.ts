import { resolveReport } from '../../actions/moderation/resolve-report.ts';
import { IdParams } from '../../api/envelope.ts';
import { ModerationBodies, ModerationResponses, type ReportInfo, ReportsQuery } from '../../api/moderation.ts';
import { findImages } from '../../catalog/images/image-lists.ts';
import { listReports, type ReportRecord } from '../../catalog/moderation/reports.ts';
import { readPage } from '../../core/cursor.ts';
import type { HttpDeps } from '../deps.ts';
import { idempotentJson } from '../guards/idempotency.ts';
import { counted, nextLink, pageOf, pageView } from '../images/list-query.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing.ts';
import { adminFailures, adminOnly, adminSchema, requireAdmin } from './require-admin.ts';
import { reportView } from './views.ts';

/** /admin/reports: what visitors have reported, and what is decided about it. */
export function adminReportRoutes(api: App, deps: HttpDeps): void {
  async function views(reports: readonly ReportRecord[]): Promise<ReportInfo[]> {
    const ids = [...new Set(reports.map((report) => report.image_id))];
    const images = new Map((await findImages(deps.db, ids, deps.clock.now())).map((image) => [image.id, image]));
    return reports.map((report) => reportView(report, images.get(report.image_id), deps.imageHost));
  }

  api.get(
    '/admin/reports',
    {
      schema: {
        ...adminSchema,
        operationId: 'listReports',
        summary: 'Reports, the newest first',
        querystring: ReportsQuery,
        response: { 200: ModerationResponses.reports, ...adminFailures },
      },
      ...adminOnly,
    },
    async (request, reply) => {
      const { state = 'open' } = request.query;
      const page = await readPage(
        { secret: deps.cursorSecret, scope: ['reports', state], ...pageOf(request.query) },
        (after, limit) => listReports(deps.db, state === 'all' ? undefined : state, after, limit),
        ({ id, created_at }) => ({ id, value: created_at }),
      );
      reply.headers(nextLink(deps.baseUrl, request.url, page.nextCursor));
      const reports = await views(page.items);
      return success({ reports, ...pageView(page) }, counted(reports.length, 'report'));
    },
  );

  api.post(
    '/admin/reports/:id/resolve',
    {
      schema: {
        ...adminSchema,
        operationId: 'resolveReport',
        summary: 'Decide on all open reports of the image',
        params: IdParams,
        body: ModerationBodies.resolve,
        response: { 200: ModerationResponses.report, ...adminFailures },
      },
      ...adminOnly,
    },
    async (request, reply) => {
      const { accountId } = requireAdmin(request);
      return idempotentJson(deps, request, reply, async () => {
        const { action, note = null } = request.body;
        const report = await resolveReport(deps, accountId, request.params.id, { action, note });
        const [view] = await views([report]);
        return success(view as ReportInfo, 'Report resolved');
      });
    },
  );
}
