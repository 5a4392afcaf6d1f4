import type { App } from '../routing/app-type.ts';
import type { ServiceDeps } from './deps.ts';
import { healthRoute } from './health.ts';
import { openApiRoute } from './openapi.ts';
import { siteRoutes, usageRoutes } from './usage.ts';

/** The endpoints about the service itself: limits, features, health, API description. */
export function registerService(api: App, deps: ServiceDeps): void {
  usageRoutes(api, deps);
  siteRoutes(api, deps);
  healthRoute(api, deps);
  openApiRoute(api, deps);
}
