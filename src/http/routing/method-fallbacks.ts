import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { AppError } from '../../core/errors.ts';
import { isNavigation, NEGOTIATED_BY } from '../protocol/navigation.ts';
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

/**
 * Answers requests that no route matches, before their body is parsed: 405 with `Allow` where the path has other methods,
 * otherwise 404, or for a person who mistyped an address the page that was meant. It covers the methods that no fallback has (PROPFIND, QUERY, …) and the routes of libraries. Call it
 * before any route is added.
 */
export function refuseUnmatched(app: App): void {
  const routes = new Map<string, Served>();
  app.addHook('onRoute', ({ url, method, config }) => {
    const methods = [method].flat().filter((one) => one !== 'OPTIONS');
    if (config?.methodFallback === true || methods.length === 0) return;
    const known = routes.get(url)?.methods ?? [];
    routes.set(url, { parts: url.split('/'), methods: new Set([...known, ...methods]) });
  });
  app.addHook('preParsing', async (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.is404) return undefined;
    const path = request.url.split('?', 1)[0] as string;
    const parts = path.split('/');
    const matching = [...routes.values()].filter((route) => matches(route.parts, parts));
    const known = matching.flatMap(({ methods }) => [...methods]);
    if (known.length === 0) {
      const meant = isNavigation(request) && !path.startsWith('/api/') ? meantPath(routes.values(), path) : undefined;
      if (meant === undefined) throw new AppError('ENDPOINT_NOT_FOUND');
      reply.headers({ 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff', vary: NEGOTIATED_BY });
      return reply.redirect(meant + request.url.slice(path.length), 301);
    }
    const allowed = allowedOf(new Set(known));
    reply.header('allow', allowed.join(', '));
    if (request.method !== 'OPTIONS') throw new AppError('METHOD_NOT_ALLOWED', { details: { allow: allowed } });
    return reply.code(204).send();
  });
}

/** A path as the router knows it, in parts: every request without a route is compared with all of them. */
interface Served {
  parts: readonly string[];
  methods: ReadonlySet<string>;
}

/** Whether the router would find a path by a pattern such as `/api/v1/image/:id` or `/docs/*`, both in parts. */
function matches(wanted: readonly string[], found: readonly string[]): boolean {
  const isOpen = wanted.at(-1) === '*';
  if (isOpen ? found.length < wanted.length : found.length !== wanted.length) return false;
  return wanted.every((part, at) => part === '*' || part === found[at] || (part.startsWith(':') && found[at] !== ''));
}

/** The page of a path without the slashes at its end, and with the small letters of its route. */
function meantPath(routes: Iterable<Served>, path: string): string | undefined {
  const given = path.replace(/\/+$/, '').split('/');
  for (const { parts, methods } of routes) {
    if (!methods.has('GET') || parts[1] === '' || parts[1] === 'api') continue;
    const isParameter = (part: string) => part.startsWith(':');
    const fits = (part: string, at: number) =>
      isParameter(part) ? given[at] !== '' : part.toLowerCase() === given[at]?.toLowerCase();
    // The first part is a word of the pattern, so that the redirect never leads to another host.
    if (parts.length !== given.length || isParameter(parts[1] ?? ':') || !parts.every(fits)) continue;
    return parts.map((part, at) => (isParameter(part) ? given[at] : part)).join('/');
  }
  return undefined;
}

function allowedOf(known: ReadonlySet<string>) {
  return METHODS.filter(
    (method) => method === 'OPTIONS' || known.has(method) || (method === 'HEAD' && known.has('GET')),
  );
}

function addFallbacks(app: App, url: string, known: ReadonlySet<string>): void {
  const allowed = allowedOf(known);
  const allow = allowed.join(', ');
  const refused = METHODS.filter((method) => !allowed.includes(method));
  app.route({
    method: [...refused, 'OPTIONS'],
    url,
    config: { methodFallback: true, allow },
    schema: { hide: true },
    // Do not parse the body of a refused method.
    preParsing: async (request) => {
      if (request.method !== 'OPTIONS') throw new AppError('METHOD_NOT_ALLOWED', { details: { allow: allowed } });
    },
    handler: async (_request, reply) => {
      reply.code(204);
    },
  });
}
