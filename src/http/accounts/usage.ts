import { ErrorResponse } from '../../api/envelope.ts';
import { ServiceResponses } from '../../api/service.ts';
import { storageOf } from '../../catalog/images/images.ts';
import { quotaKey } from '../../core/caller.ts';
import type { Plan } from '../../core/plans.ts';
import { timestamp } from '../../core/time.ts';
import { WINDOW_SECONDS } from '../../limits/limits.ts';
import type { HttpDeps } from '../deps.ts';
import { quotaView } from '../guards/quota.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing.ts';

const failures = { '4xx': ErrorResponse, '5xx': ErrorResponse };

/** GET /usage: the caller's limits and what is used of them. GET /plans: all plans. */
export function usageRoutes(api: App, deps: HttpDeps): void {
  api.get(
    '/usage',
    {
      schema: {
        operationId: 'getUsage',
        summary: "The caller's limits, and how much of them is used",
        description: 'Does not count as a request.',
        tags: ['Limits'],
        security: [{}, { apiKey: [] }],
        response: { 200: ServiceResponses.usage, ...failures },
      },
      config: { counted: false },
    },
    async (request) => {
      const { caller } = request;
      const { plan } = caller;
      const now = deps.clock.now();
      const storage =
        caller.kind === 'account'
          ? await storageOf(deps.db, caller.accountId, now)
          : { images: 0, albums: 0, bytes: 0 };
      return success(
        {
          plan: plan.name,
          authenticated: caller.kind === 'account',
          rate_limit: await rateLimit(deps, plan, quotaKey(caller), now),
          limits: {
            max_file_size: plan.maxFileBytes,
            max_files_per_bulk: plan.maxBulkFiles,
            max_expiry_hours: deps.maxExpiryHours,
            max_album_length: deps.maxAlbumLength,
            max_pixels: plan.maxPixels,
            max_storage: deps.maxAccountBytes === 0 ? null : deps.maxAccountBytes,
            accepted_formats: [...deps.formats],
          },
          storage,
        },
        'Current usage',
      );
    },
  );

  api.get(
    '/plans',
    {
      schema: {
        operationId: 'listPlans',
        summary: 'Plans and their limits',
        tags: ['Limits'],
        security: [{}],
        response: { 200: ServiceResponses.plans, ...failures },
      },
    },
    async () => success({ plans: Object.values(deps.plans).map(planView) }, 'Plans and their limits'),
  );
}

async function rateLimit(deps: HttpDeps, plan: Plan, key: string, now: number) {
  const fixed = { policy: 'hourly' as const, window_seconds: WINDOW_SECONDS };
  const limit = plan.requestsPerHour;
  if (limit === null) return { ...fixed, limit, used: 0, remaining: null, reset_at: null, retry_after: 0 };
  const view = quotaView(limit, await deps.quota.peek(key));
  return {
    ...fixed,
    limit,
    used: view.used,
    remaining: view.remaining,
    reset_at: timestamp(now + view.secondsLeft * 1_000),
    retry_after: view.remaining === 0 ? view.secondsLeft : 0,
  };
}

function planView(plan: Plan) {
  return {
    name: plan.name,
    requests_per_hour: plan.requestsPerHour,
    max_file_size: plan.maxFileBytes,
    max_files_per_bulk: plan.maxBulkFiles,
    max_pixels: plan.maxPixels,
  };
}
