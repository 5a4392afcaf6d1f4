import { AdminResponses } from '../../api/admin.ts';
import { PageQuery } from '../../api/pages.ts';
import { listAudit } from '../../catalog/moderation/audit.ts';
import { readPage } from '../../core/cursor.ts';
import type { HttpDeps } from '../deps.ts';
import { nextLink, pageOf, pageView } from '../images/list-query.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing.ts';
import { adminFailures, adminOnly, adminSchema } from './require-admin.ts';
import { auditView } from './views.ts';

/** GET /admin/audit: what administrators have done. Nothing changes it. */
export function adminAuditRoute(api: App, deps: HttpDeps): void {
  api.get(
    '/admin/audit',
    {
      schema: {
        ...adminSchema,
        operationId: 'listAudit',
        summary: 'Administrative acts, the newest first',
        querystring: PageQuery,
        response: { 200: AdminResponses.audit, ...adminFailures },
      },
      ...adminOnly,
    },
    async (request, reply) => {
      const page = await readPage(
        { secret: deps.cursorSecret, scope: ['audit'], ...pageOf(request.query) },
        (after, limit) => listAudit(deps.db, after, limit),
        ({ id, at }) => ({ id, value: at }),
      );
      reply.headers(nextLink(deps.baseUrl, request.url, page.nextCursor));
      const entries = page.items.map(auditView);
      return success({ entries, ...pageView(page) }, `${entries.length} entries`);
    },
  );
}
