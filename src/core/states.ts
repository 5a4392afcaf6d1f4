/** Reasons of reports. */
export const REPORT_REASONS = ['illegal', 'abuse', 'copyright', 'privacy', 'spam', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** States of a report. */
export const REPORT_STATES = ['open', 'dismissed', 'taken_down'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

/** Decisions of an administrator on a report. */
export const RESOLUTIONS = ['dismiss', 'takedown', 'takedown_and_suspend'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** Longest comment of a report, in characters. */
export const MAX_COMMENT_LENGTH = 2_000;

export function isReportReason(text: string): text is ReportReason {
  return REPORT_REASONS.some((reason) => reason === text);
}

/** Why an image is in quarantine, where only administrators see it. */
export const QUARANTINE_CAUSES = ['administrator', 'account', 'validator'] as const;
export type QuarantineCause = (typeof QUARANTINE_CAUSES)[number];

/** A dead job has failed too often to be retried. */
export const JOB_STATES = ['waiting', 'running', 'dead'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** @param job end of its lease, and time of its death, in Unix milliseconds */
export function jobState(job: { lease_until: number | null; dead_at: number | null }, nowMs: number): JobState {
  if (job.dead_at !== null) return 'dead';
  return job.lease_until !== null && job.lease_until > nowMs ? 'running' : 'waiting';
}

/** Orders of a list of images. */
export const IMAGE_ORDERS = ['newest', 'oldest', 'largest', 'smallest'] as const;
export type ImageOrder = (typeof IMAGE_ORDERS)[number];
