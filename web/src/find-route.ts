import { PATHS } from './paths.ts';
import { matchPath } from './router.ts';
import { ROUTES, type Route } from './routes.ts';

/** The route of a path and its parameters; undefined if the application has no such page. */
export function findRoute(path: string): { route: Route; params: Record<string, string> } | undefined {
  for (const pattern of PATHS) {
    const params = matchPath(pattern, path);
    if (params !== undefined) return { route: ROUTES[pattern], params };
  }
  return undefined;
}
