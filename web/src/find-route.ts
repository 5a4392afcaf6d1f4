import { PATHS } from './paths.ts';
import { matchPath } from './router.ts';
import { ROUTES, type Route } from './routes.ts';

/** The route of a path and the parameters in it; undefined where the application has no page. */
export function findRoute(path: string): { route: Route; params: Record<string, string> } | undefined {
  for (const pattern of PATHS) {
    const params = matchPath(pattern, path);
    if (params !== undefined) return { route: ROUTES[pattern], params };
  }
  return undefined;
}
