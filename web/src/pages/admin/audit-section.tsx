import type { AuditEntry } from '../../../../src/api/admin.ts';
import { formatTime } from '../../i18n/format.ts';
import { t } from '../../i18n/i18n.ts';
import { PagedRows } from './paged-rows.tsx';

const factText = ([name, value]: [string, unknown]) =>
  `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;

/** The audit log of administrators. */
export function AuditSection() {
  return (
    <PagedRows<AuditEntry>
      path="/admin/audit"
      member="entries"
      empty={t('admin-audit-empty')}
      row={({ action, subject, at, actor, via, details }) => (
        <div class="admin-what">
          <p class="line-name">
            {action} <code>{subject}</code>
          </p>
          <p class="line-text">
            {formatTime(at)}, {actor?.email ?? actor?.id ?? via}
          </p>
          <p class="line-text">{Object.entries(details).map(factText).join(', ')}</p>
        </div>
      )}
    />
  );
}
