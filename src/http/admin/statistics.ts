import { reportStatistics } from '../../actions/operations/statistics.ts';
import { AdminResponses, StatisticsQuery } from '../../api/admin.ts';
import { success } from '../protocol/success.ts';
import { route } from '../route.ts';
import type { App } from '../routing.ts';
import type { AdminDeps } from './deps.ts';

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
