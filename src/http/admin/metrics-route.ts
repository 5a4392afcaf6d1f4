import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../core/errors.ts';
import type { HttpDeps } from '../deps.ts';
import { createMetrics } from '../protocol/metrics.ts';
import type { App } from '../routing.ts';

const BEARER = /^bearer +(\S+) *$/i;

/** GET /metrics: figures for Prometheus, for whoever has the token of the settings; without one there is no such page. */
export function metricsRoute(app: App, deps: HttpDeps): void {
  const { metricsToken } = deps;
  const metrics = metricsToken === undefined ? undefined : createMetrics(deps);
  if (metrics !== undefined) {
    app.addHook('onResponse', async (request, reply) => {
      metrics.observe(request, reply.statusCode, reply.elapsedTime / 1_000);
    });
  }
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (metrics === undefined || metricsToken === undefined) throw new AppError('ENDPOINT_NOT_FOUND');
    const { authorization } = request.headers;
    if (authorization === undefined) throw new AppError('MISSING_API_KEY');
    if (!isSame(BEARER.exec(authorization)?.[1] ?? '', metricsToken)) throw new AppError('INVALID_API_KEY');
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text());
  });
}

/** Compares digests, whose lengths are the same, so that the time tells nothing. */
function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
