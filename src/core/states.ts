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

/** What an administrator does with all images of one uploader. */
export const UPLOADER_ACTIONS = ['hide', 'show', 'delete', 'takedown'] as const;
export type UploaderAction = (typeof UPLOADER_ACTIONS)[number];

/** A dead job has failed too often to be retried. */
export const JOB_STATES = ['waiting', 'running', 'dead'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** @param job end of its lease, and time of its death, in Unix milliseconds */
export function jobState(job: { lease_until: number | null; dead_at: number | null }, nowMs: number): JobState {
  if (job.dead_at !== null) return 'dead';
  return job.lease_until !== null && job.lease_until > nowMs ? 'running' : 'waiting';
}

/** Who may register: everybody, with an invitation only, or with the approval of an administrator; closed = no visitor. */
export const REGISTRATION_MODES = ['open', 'invitation', 'approval', 'closed'] as const;
export type RegistrationMode = (typeof REGISTRATION_MODES)[number];

/** What has to happen before a new account can be used. */
export const WAITING_FOR = ['approval', 'verification'] as const;
export type WaitingFor = (typeof WAITING_FOR)[number];

/** Orders of a list of images. */
export const IMAGE_ORDERS = ['newest', 'oldest', 'largest', 'smallest'] as const;
export type ImageOrder = (typeof IMAGE_ORDERS)[number];

/** The events of webhooks. `webhook.test` is sent on request only. */
export const WEBHOOK_EVENTS = [
  'image.uploaded',
  'image.updated',
  'image.deleted',
  'image.expired',
  'album.created',
  'album.updated',
  'album.deleted',
  'key.created',
  'key.revoked',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const TEST_EVENT = 'webhook.test';
export type DeliveryType = WebhookEvent | typeof TEST_EVENT;

/** Events that a webhook asks for; `*` = all, also those that later versions add. */
export const WEBHOOK_GRANTS = ['*', ...WEBHOOK_EVENTS] as const;
export type WebhookGrant = (typeof WEBHOOK_GRANTS)[number];

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why a webhook gets nothing: its owner, a receiver that answered 410, or days of failures. */
export const DISABLED_REASONS = ['owner', 'gone', 'failures'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** What became of an attempt: a retried delivery is attempted again later. */
export type AttemptOutcome = 'delivered' | 'retried' | 'failed';

/** Work on the images of an account that a job does in parts. */
export const TASK_KINDS = ['delete_images', 'hide_images', 'show_images', 'delete_account'] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/** Orders of a list of accounts. */
export const ACCOUNT_ORDERS = ['created', 'bytes', 'images', 'last_seen'] as const;
export type AccountOrder = (typeof ACCOUNT_ORDERS)[number];
