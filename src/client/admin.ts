import type {
  AdminAccount,
  AdminAccountChange,
  AuditEntry,
  JobInfo,
  RemovedJob,
  StatisticsInfo,
} from '../api/admin.ts';
import type {
  BlockInfo,
  Decision,
  QuarantinedImage,
  ReleasedImage,
  ReportInfo,
  Takedown,
  TakenDown,
  Unblocked,
} from '../api/moderation.ts';
import type { PageEnd } from '../api/pages.ts';
import type { PlanName } from '../core/plans.ts';
import type { JobState, ReportState } from '../core/states.ts';
import { type PageOptions, queryOf } from './query.ts';
import type { Call } from './send.ts';

/** Sends a request and resolves to `data` of the response. */
type Caller = <T>(method: Call['method'], path: string, rest?: { json?: unknown }) => Promise<T>;

/** Calls that need the scope `admin`. */
export interface AdminClient {
  /** Lists open reports by default. */
  reports(options?: PageOptions & { state?: ReportState | 'all' }): Promise<{ reports: ReportInfo[] } & PageEnd>;
  /** Resolves all open reports of the image. */
  resolveReport(id: string, decision: Decision): Promise<ReportInfo>;
  /** Removes the image and its duplicates. Blocks the picture unless `block` is false. */
  takeDown(id: string, takedown: Takedown): Promise<TakenDown>;
  blocks(options?: PageOptions): Promise<{ blocks: BlockInfo[] } & PageEnd>;
  /** Removes a block. */
  unblock(id: string): Promise<Unblocked>;
  quarantine(options?: PageOptions): Promise<{ images: QuarantinedImage[] } & PageEnd>;
  /** Hides the image from everybody but administrators. */
  quarantineImage(id: string, why?: { reason?: string }): Promise<QuarantinedImage>;
  /** Ends the quarantine of an image. */
  release(id: string): Promise<ReleasedImage>;
  accounts(
    options?: PageOptions & { q?: string; plan?: PlanName; suspended?: boolean },
  ): Promise<{ accounts: AdminAccount[] } & PageEnd>;
  account(id: string): Promise<AdminAccount>;
  changeAccount(id: string, change: AdminAccountChange): Promise<AdminAccount>;
  /** Lists jobs in all states by default. */
  jobs(options?: PageOptions & { state?: JobState }): Promise<{ jobs: JobInfo[] } & PageEnd>;
  /** Runs a job now, with its attempts counted anew. */
  retryJob(id: string): Promise<JobInfo>;
  removeJob(id: string): Promise<RemovedJob>;
  /** Figures of the last 30 days by default. */
  statistics(options?: { days?: number }): Promise<StatisticsInfo>;
  audit(options?: PageOptions): Promise<{ entries: AuditEntry[] } & PageEnd>;
}

export function adminClient(call: Caller): AdminClient {
  const path = (kind: string, id: string, act = '') => `/admin/${kind}/${encodeURIComponent(id)}${act}`;
  return {
    reports: (options = {}) => call('GET', `/admin/reports${queryOf(options)}`),
    resolveReport: (id, json) => call('POST', path('reports', id, '/resolve'), { json }),
    takeDown: (id, json) => call('POST', path('images', id, '/takedown'), { json }),
    blocks: (options = {}) => call('GET', `/admin/blocks${queryOf(options)}`),
    unblock: (id) => call('DELETE', path('blocks', id)),
    quarantine: (options = {}) => call('GET', `/admin/quarantine${queryOf(options)}`),
    quarantineImage: (id, json = {}) => call('POST', path('images', id, '/quarantine'), { json }),
    release: (id) => call('POST', path('images', id, '/release')),
    accounts: (options = {}) => call('GET', `/admin/accounts${queryOf(options)}`),
    account: (id) => call('GET', path('accounts', id)),
    changeAccount: (id, json) => call('PATCH', path('accounts', id), { json }),
    jobs: (options = {}) => call('GET', `/admin/jobs${queryOf(options)}`),
    retryJob: (id) => call('POST', path('jobs', id, '/retry')),
    removeJob: (id) => call('DELETE', path('jobs', id)),
    statistics: (options = {}) => call('GET', `/admin/statistics${queryOf(options)}`),
    audit: (options = {}) => call('GET', `/admin/audit${queryOf(options)}`),
  };
}
