import type { App } from '../routing.ts';
import { adminAccountRoutes } from './accounts.ts';
import { adminAuditRoute } from './audit.ts';
import { adminBlockRoutes } from './blocks.ts';
import type { AdminDeps } from './deps.ts';
import { adminImageRoutes } from './images.ts';
import { adminJobRoutes } from './jobs.ts';
import { adminQuarantineRoutes } from './quarantine.ts';
import { adminReportRoutes } from './reports.ts';
import { adminStatisticsRoute } from './statistics.ts';

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
