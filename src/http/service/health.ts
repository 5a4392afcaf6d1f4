import { createHash, timingSafeEqual } from 'node:crypto';
import { checkHealth } from '../../actions/operations/check-health.ts';
import { ServiceResponses } from '../../api/service.ts';
import { bearerToken } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';
import type { Metrics } from './metrics.ts';
import type { ServiceDeps } from './usage.ts';

/** /health: the health of the service and of its parts. */
export function healthRoute(api: App, deps: ServiceDeps): void {
  route(api, {
    method: 'GET',
    path: '/health',
    operationId: 'getHealth',
    summary: 'Health of the service and of its parts',
    description: 'Answers 503 with the same facts in `error.details` when a part is down.',
    tag: 'Service',
    access: 'public',
    counted: false,
    answer: ServiceResponses.health,
    async handler() {
      const { status, checks } = await checkHealth(deps);
      const data = { status, version: deps.version, uptime_seconds: Math.floor(process.uptime()), checks };
      if (status !== 'down') return success(data, `The service is ${status}`);
      throw new AppError('SERVICE_UNAVAILABLE', { details: data });
    },
  });
}

/** /livez and /readyz in plain text, for process managers and load balancers. */
export function probeRoutes(app: App, deps: ServiceDeps): void {
  app.get('/livez', { schema: { hide: true } }, async (_request, reply) => reply.type('text/plain').send('ok\n'));
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const ready = !deps.isDraining() && (await checkHealth(deps)).status !== 'down';
    return reply
      .code(ready ? 200 : 503)
      .type('text/plain')
      .send(ready ? 'ready\n' : 'not ready\n');
  });
}

/** /metrics: figures for Prometheus. The token of the settings is the credential; without one the path does not exist. */
export function metricsRoute(
  app: App,
  { metricsToken }: { metricsToken: string | undefined },
  metrics: Metrics | undefined,
): void {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (metrics === undefined || metricsToken === undefined) throw new AppError('ENDPOINT_NOT_FOUND');
    const { authorization } = request.headers;
    if (authorization === undefined) throw new AppError('MISSING_API_KEY');
    if (!isSame(bearerToken(authorization) ?? '', metricsToken)) throw new AppError('INVALID_API_KEY');
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text());
  });
}

/** Compares digests in constant time; unlike the texts, they have equal lengths. */
function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
