import type { HttpDeps } from '../deps.ts';
import type { App } from '../routing.ts';
import { adminAccountRoutes } from './accounts.ts';
import { adminAuditRoute } from './audit.ts';
import { adminBlockRoutes } from './blocks.ts';
import { adminImageBytesRoutes } from './image-bytes.ts';
import { adminImageRoutes } from './images.ts';
import { adminJobRoutes } from './jobs.ts';
import { adminQuarantineRoutes } from './quarantine.ts';
import { adminReportRoutes } from './reports.ts';
import { adminStatisticsRoute } from './statistics.ts';

/** /admin: everything that needs the scope `admin`. */
export function adminRoutes(api: App, deps: HttpDeps): void {
  adminReportRoutes(api, deps);
  adminImageRoutes(api, deps);
  adminImageBytesRoutes(api, deps);
  adminBlockRoutes(api, deps);
  adminQuarantineRoutes(api, deps);
  adminAccountRoutes(api, deps);
  adminJobRoutes(api, deps);
  adminStatisticsRoute(api, deps);
  adminAuditRoute(api, deps);
}
