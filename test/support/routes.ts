import type { App } from '../../src/http/routing/app-type.ts';

/**
 * Every route of the service as `METHOD /path/{parameter}`, without HEAD and OPTIONS, which every path has.
 * Lists only the first page of the API documentation; a library adds the others.
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

/** Full paths of a printed tree. Each line is appended to the line under which it is indented. */
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
  // Routes of a library do not answer OPTIONS.
  const allow = typeof headers.allow === 'string' ? headers.allow.split(', ') : ['GET'];
  return allow.filter((method) => method !== 'HEAD' && method !== 'OPTIONS');
}
