import type { RouteOptions } from 'fastify';
import { AppError } from '../../core/errors.ts';
import type { App } from './app-type.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/**
 * Adds the methods that a path lacks: they answer 405 with `Allow` (RFC 9110, section 15.5.6), and OPTIONS answers
 * `Allow`. Call it before the routes are added, and call the returned function afterwards.
 */
export function collectMethods(app: App): () => void {
  const methodsOf = new Map<string, Set<string>>();
  app.addHook('onRequest', async (request, reply) => {
    const { allow } = request.routeOptions.config;
    if (allow !== undefined) reply.header('allow', allow);
  });
  app.addHook('onRoute', (route: RouteOptions) => {
    if (route.config?.methodFallback === true || route.url.includes('*')) return;
    // Without the prefix of the scope, which `addFallbacks` adds again.
    const path = (route as RouteOptions & { routePath: string }).routePath || '/';
    const known = methodsOf.get(path) ?? new Set<string>();
    for (const method of [route.method].flat()) known.add(method);
    methodsOf.set(path, known);
  });
  return () => {
    for (const [url, known] of methodsOf) addFallbacks(app, url, known);
  };
}

function addFallbacks(app: App, url: string, known: ReadonlySet<string>): void {
  const allowed = METHODS.filter(
    (method) => method === 'OPTIONS' || known.has(method) || (method === 'HEAD' && known.has('GET')),
  );
  const allow = allowed.join(', ');
  const config = { methodFallback: true, allow };
  const refused = METHODS.filter((method) => !allowed.includes(method));
  app.route({
    method: refused,
    url,
    config,
    schema: { hide: true },
    // Do not parse the body of a refused method.
    preParsing: async () => {
      throw new AppError('METHOD_NOT_ALLOWED', { details: { allow: allowed } });
    },
    handler: () => {},
  });
  app.options(url, { config, schema: { hide: true } }, async (_request, reply) => {
    reply.code(204);
  });
}
