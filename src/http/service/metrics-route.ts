import { createHash, timingSafeEqual } from 'node:crypto';
import { bearerToken } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import type { HttpDeps } from '../deps.ts';
import type { Metrics } from '../protocol/metrics.ts';
import type { App } from '../routing.ts';

/** /metrics: figures for Prometheus. The token of the settings is the credential; without one the path does not exist. */
export function metricsRoute(
  app: App,
  { metricsToken }: Pick<HttpDeps, 'metricsToken'>,
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
