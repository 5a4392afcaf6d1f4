import { AdminResponses, type AuditEntry } from '../../api/admin.ts';
import { PageQuery } from '../../api/pages.ts';
import { listAudit } from '../../catalog/moderation/audit.ts';
import type { AuditRow } from '../../catalog/schema.ts';
import { readPage } from '../../core/cursor.ts';
import { timestamp } from '../../core/time.ts';
import { endPage, pageOf } from '../images/list-query.ts';
import { success } from '../protocol/success.ts';
import { route } from '../route.ts';
import type { App } from '../routing.ts';
import type { AdminDeps } from './deps.ts';

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
