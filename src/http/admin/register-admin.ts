import type { App } from '../routing/app-type.ts';
import { adminAccountRoutes } from './accounts.ts';
import type { AdminDeps } from './deps.ts';
import { adminBlockRoutes, adminImageRoutes, adminQuarantineRoutes, adminReportRoutes } from './moderation.ts';
import { adminAuditRoute, adminJobRoutes, adminStatisticsRoute } from './operations.ts';

/** /admin: the endpoints that need the scope `admin`. */
export function registerAdmin(api: App, deps: AdminDeps): void {
  adminReportRoutes(api, deps);
  adminImageRoutes(api, deps);
  adminBlockRoutes(api, deps);
  adminQuarantineRoutes(api, deps);
  adminAccountRoutes(api, deps);
  adminJobRoutes(api, deps);
  adminStatisticsRoute(api, deps);
  adminAuditRoute(api, deps);
}
