import { type AttemptGuard, createAttemptGuard, REPORT_WINDOW_SECONDS } from './attempts.ts';
import { createMemoryQuota, type HourlyQuota } from './hourly-quota.ts';
import { createMemoryWindow } from './window.ts';

/** All that counts what callers do. */
export interface Limits {
  quota: HourlyQuota;
  attempts: AttemptGuard;
  /** Against floods of reports. */
  reportAttempts: AttemptGuard;
  /** What is not as it should be, in a sentence for operators; undefined when all is well. */
  fault(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Counts in memory: for the only node. */
export function createMemoryLimits(): Limits {
  return {
    quota: createMemoryQuota(),
    attempts: createAttemptGuard(),
    reportAttempts: createAttemptGuard(createMemoryWindow(REPORT_WINDOW_SECONDS)),
    fault: async () => undefined,
    close: async () => {},
  };
}
