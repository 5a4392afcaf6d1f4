import type { App } from '../../src/http/routing.ts';

/**
 * Every route of the service as `METHOD /path/{parameter}`, HEAD and OPTIONS left out: they come with the others.
 * Of the pages that show the API description only the first is there; the rest belongs to the library that brings them.
 */
export async function routesOf(app: App): Promise<string[]> {
  const paths = pathsIn(app.printRoutes({ commonPrefix: false }));
  const routes: string[] = [];
  for (const path of paths) {
    if (path.includes('*') || path.startsWith('/docs/')) continue;
    const shown = path.replace('/:file', /^\/[it]\//.test(path) ? '/{id}.{ext}' : '/{file}').replace(/:(\w+)/g, '{$1}');
    for (const method of await methodsOf(app, path)) routes.push(`${method} ${shown}`);
  }
  return [...new Set(routes)];
}

/** Full paths of a printed tree: each line adds to the line that it is indented under. */
function pathsIn(tree: string): string[] {
  const above: string[] = [];
  const paths: string[] = [];
  for (const line of tree.split('\n')) {
    const [, indent = '', piece] = /^([\s│├└─]*)(.*) \([A-Z, ]+\)$/.exec(line) ?? [];
    if (piece === undefined) continue;
    const depth = indent.length / 4;
    const path = (above[depth - 1] ?? '') + piece;
    above.length = depth;
    above[depth] = path;
    paths.push(path.length > 1 ? path.replace(/\/$/, '') : path);
  }
  return paths;
}

async function methodsOf(app: App, path: string): Promise<string[]> {
  const { headers } = await app.inject({ method: 'OPTIONS', url: path });
  // What a library brings has no fallbacks that say what is allowed.
  const allow = typeof headers.allow === 'string' ? headers.allow.split(', ') : ['GET'];
  return allow.filter((method) => method !== 'HEAD' && method !== 'OPTIONS');
}
