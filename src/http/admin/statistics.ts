import Type from 'typebox';
import { reportStatistics } from '../../actions/operations/report-statistics.ts';
import { AdminResponses } from '../../api/admin.ts';
import type { HttpDeps } from '../deps.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing.ts';
import { adminFailures, adminOnly, adminSchema } from './require-admin.ts';

const DEFAULT_DAYS = 30;

const Query = Type.Object({
  days: Type.Optional(
    Type.String({ pattern: '^([1-9][0-9]?|[12][0-9]{2}|3[0-5][0-9]|36[0-6])?$', description: '1 to 366. Default 30.' }),
  ),
});

/** GET /admin/statistics: figures of the last days. */
export function adminStatisticsRoute(api: App, deps: HttpDeps): void {
  api.get(
    '/admin/statistics',
    {
      schema: {
        ...adminSchema,
        operationId: 'getStatistics',
        summary: 'Figures of the last days, UTC, and what is kept now',
        querystring: Query,
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
