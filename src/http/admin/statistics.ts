import { reportStatistics } from '../../actions/operations/report-statistics.ts';
import { AdminResponses, StatisticsQuery } from '../../api/admin.ts';
import type { HttpDeps } from '../deps.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing.ts';
import { adminFailures, adminOnly, adminSchema } from './require-admin.ts';

const DEFAULT_DAYS = 30;

/** GET /admin/statistics: figures of the last days. */
export function adminStatisticsRoute(api: App, deps: HttpDeps): void {
  api.get(
    '/admin/statistics',
    {
      schema: {
        ...adminSchema,
        operationId: 'getStatistics',
        summary: 'Figures of the last days, UTC, and what is kept now',
        querystring: StatisticsQuery,
        response: { 200: AdminResponses.statistics, ...adminFailures },
      },
      ...adminOnly,
    },
    async ({ query }) => {
      const days = Number(query.days || DEFAULT_DAYS);
      return success(await reportStatistics(deps, days), `${days} days`);
    },
  );
}
