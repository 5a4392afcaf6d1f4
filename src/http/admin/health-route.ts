import { checkHealth } from '../../actions/operations/check-health.ts';
import { ErrorResponse } from '../../api/envelope.ts';
import { ServiceResponses } from '../../api/service.ts';
import { AppError } from '../../core/errors.ts';
import type { HttpDeps } from '../deps.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing.ts';

/** GET /health: every part of the service; 503 when one is down. GET / of the API: where to go. */
export function healthRoutes(api: App, deps: HttpDeps): void {
  api.get(
    '/health',
    {
      schema: {
        operationId: 'getHealth',
        summary: 'Health of the service and of its parts',
        description:
          'Does not count as a request. Answers 503 with the same facts in `error.details` when a part is down.',
        tags: ['Service'],
        security: [{}],
        response: { 200: ServiceResponses.health, 503: ErrorResponse },
      },
      config: { counted: false },
    },
    async () => {
      const { status, checks } = await checkHealth(deps);
      const data = { status, version: deps.version, uptime_seconds: Math.floor(process.uptime()), checks };
      if (status !== 'down') return success(data, `The service is ${status}`);
      throw new AppError('SERVICE_UNAVAILABLE', { details: data });
    },
  );

  api.get(
    '/',
    {
      schema: {
        operationId: 'getService',
        summary: 'Name, version, and where to read on',
        tags: ['Service'],
        security: [{}],
        response: { 200: ServiceResponses.root },
      },
    },
    async () =>
      success(
        {
          name: 'imgd',
          version: deps.version,
          openapi: `${deps.baseUrl}/api/v1/openapi.json`,
          docs: `${deps.baseUrl}/docs`,
          health: `${deps.baseUrl}/api/v1/health`,
        },
        'imgd, an image hosting service',
      ),
  );
}

/** /livez and /readyz, in plain text, for whoever starts and routes to the process. */
export function probeRoutes(app: App, deps: HttpDeps): void {
  app.get('/livez', { schema: { hide: true } }, async (_request, reply) => reply.type('text/plain').send('ok\n'));
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const ready = !deps.isDraining() && (await checkHealth(deps)).status !== 'down';
    return reply
      .code(ready ? 200 : 503)
      .type('text/plain')
      .send(ready ? 'ready\n' : 'not ready\n');
  });
}
