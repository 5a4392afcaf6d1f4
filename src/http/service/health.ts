import { checkHealth } from '../../actions/operations/check-health.ts';
import { ServiceResponses } from '../../api/service.ts';
import { AppError } from '../../core/errors.ts';
import { success } from '../protocol/success.ts';
import { route } from '../route.ts';
import type { App } from '../routing.ts';
import type { ServiceDeps } from './deps.ts';

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
