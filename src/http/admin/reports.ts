import { resolveReport } from '../../actions/moderation/report-image.ts';
import { IdParams } from '../../api/envelope.ts';
import { ModerationBodies, ModerationResponses, type ReportInfo, ReportsQuery } from '../../api/moderation.ts';
import { findImages } from '../../catalog/images/image-lists.ts';
import type { ImageRecord } from '../../catalog/images/images.ts';
import { listReports, type ReportRecord } from '../../catalog/moderation/reports.ts';
import { readPage } from '../../core/cursor.ts';
import { timestamp, timestampOrNull } from '../../core/time.ts';
import { idempotentJson } from '../guards/idempotency.ts';
import { endPage, pageOf } from '../images/list-query.ts';
import { counted, success } from '../protocol/success.ts';
import { route } from '../route.ts';
import type { App } from '../routing.ts';
import type { AdminDeps } from './deps.ts';
import { moderatedImageView } from './moderated-image-view.ts';

/** /admin/reports: lists and resolves the reports of visitors. */
export function adminReportRoutes(api: App, deps: AdminDeps): void {
  async function views(reports: readonly ReportRecord[]): Promise<ReportInfo[]> {
    const ids = [...new Set(reports.map((report) => report.image_id))];
    const images = new Map((await findImages(deps.db, ids, deps.clock.now())).map((image) => [image.id, image]));
    return reports.map((report) => reportView(report, images.get(report.image_id), deps.imageHost));
  }

  route(api, {
    method: 'GET',
    path: '/admin/reports',
    operationId: 'listReports',
    summary: 'Reports, the newest first',
    tag: 'Administration',
    access: 'admin',
    query: ReportsQuery,
    answer: ModerationResponses.reports,
    async handler(request, reply) {
      const { state = 'open' } = request.query;
      const page = await readPage(
        { secret: deps.cursorSecret, scope: ['reports', state], ...pageOf(request.query) },
        (after, limit) => listReports(deps.db, state === 'all' ? undefined : state, after, limit),
        ({ id, created_at }) => ({ id, value: created_at }),
      );
      const reports = await views(page.items);
      return success({ reports, ...endPage(deps, request, reply, page) }, counted(reports.length, 'report'));
    },
  });

  route(api, {
    method: 'POST',
    path: '/admin/reports/:id/resolve',
    operationId: 'resolveReport',
    summary: 'Decide on all open reports of the image',
    tag: 'Administration',
    access: 'admin',
    params: IdParams,
    body: ModerationBodies.resolve,
    answer: ModerationResponses.report,
    async handler(request, reply) {
      return idempotentJson(deps, request, reply, async () => {
        const { action, note = null } = request.body;
        const report = await resolveReport(deps, request.caller.accountId, request.params.id, { action, note });
        const [view] = await views([report]);
        return success(view as ReportInfo, 'Report resolved');
      });
    },
  });
}

/** @param image undefined when it no longer exists */
function reportView(report: ReportRecord, image: ImageRecord | undefined, imageHost: string): ReportInfo {
  const { resolved_by: by, resolver_email: email } = report;
  return {
    id: report.id,
    image: image === undefined ? null : moderatedImageView(image, imageHost),
    image_id: report.image_id,
    reason: report.reason,
    comment: report.comment,
    email: report.email,
    created_at: timestamp(report.created_at),
    state: report.state,
    resolved_at: timestampOrNull(report.resolved_at),
    resolved_by: by === null ? null : { id: by, email },
    note: report.note,
  };
}
