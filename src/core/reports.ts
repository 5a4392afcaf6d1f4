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
