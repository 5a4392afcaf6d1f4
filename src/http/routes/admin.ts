import type { HttpDeps } from '../deps.ts';
import type { App } from '../routing.ts';
import { adminAccountRoutes } from './admin-accounts.ts';
import { adminAuditRoute } from './admin-audit.ts';
import { adminBlockRoutes } from './admin-blocks.ts';
import { adminImageBytesRoutes } from './admin-image-bytes.ts';
import { adminImageRoutes } from './admin-images.ts';
import { adminJobRoutes } from './admin-jobs.ts';
import { adminQuarantineRoutes } from './admin-quarantine.ts';
import { adminReportRoutes } from './admin-reports.ts';
import { adminStatisticsRoute } from './admin-statistics.ts';

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
