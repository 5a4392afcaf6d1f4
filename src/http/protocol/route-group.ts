/** Groups of routes, for figures and for the log. `none`: no route matched. */
export type RouteGroup = 'delivery' | 'upload' | 'api' | 'pages' | 'probes' | 'none';

/** @param route the pattern of a route, such as `/i/:file`; undefined where none matched */
export function routeGroupOf(route: string | undefined): RouteGroup {
  if (route === undefined) return 'none';
  if (/^\/[itv]\//.test(route)) return 'delivery';
  if (/^\/(livez|readyz|metrics|api\/v1\/health)$/.test(route)) return 'probes';
  if (/^\/(api\/v1\/uploads?|for)(\/|$)/.test(route)) return 'upload';
  return route.startsWith('/api/') ? 'api' : 'pages';
}
