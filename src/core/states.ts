/** What an image can be reported for. */
export const REPORT_REASONS = ['illegal', 'abuse', 'copyright', 'privacy', 'spam', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** What becomes of a report. */
export const REPORT_STATES = ['open', 'dismissed', 'taken_down'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

/** What an administrator can decide on a report. */
export const RESOLUTIONS = ['dismiss', 'takedown', 'takedown_and_suspend'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** The most characters that a report may say. */
export const MAX_COMMENT_LENGTH = 2_000;

export function isReportReason(text: string): text is ReportReason {
  return REPORT_REASONS.some((reason) => reason === text);
}

/** What puts images into quarantine, where only administrators see them. */
export const QUARANTINE_CAUSES = ['administrator', 'account', 'validator'] as const;
export type QuarantineCause = (typeof QUARANTINE_CAUSES)[number];

/** A job waits for its time, is run by somebody, or has failed too often to be tried again. */
export const JOB_STATES = ['waiting', 'running', 'dead'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** @param job its lease and its end in Unix milliseconds; null = none */
export function jobState(job: { lease_until: number | null; dead_at: number | null }, nowMs: number): JobState {
  if (job.dead_at !== null) return 'dead';
  return job.lease_until !== null && job.lease_until > nowMs ? 'running' : 'waiting';
}

/** Orders of a list of images. */
export const IMAGE_ORDERS = ['newest', 'oldest', 'largest', 'smallest'] as const;
export type ImageOrder = (typeof IMAGE_ORDERS)[number];
