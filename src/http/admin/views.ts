import type { AdminAccount, AuditEntry, JobInfo } from '../../api/admin.ts';
import type { BlockInfo, ModeratedImage, QuarantinedImage, ReportInfo } from '../../api/moderation.ts';
import type { AdministeredAccount } from '../../catalog/accounts/accounts.ts';
import type { ImageRecord } from '../../catalog/images/images.ts';
import type { BlockRecord } from '../../catalog/moderation/blocks.ts';
import type { ReportRecord } from '../../catalog/moderation/reports.ts';
import type { AdministeredJob } from '../../catalog/operations/jobs.ts';
import type { AuditRow } from '../../catalog/schema.ts';
import { linksOf } from '../../core/links.ts';
import { jobState } from '../../core/states.ts';
import { timestamp } from '../../core/time.ts';

/** A moment that may not have come. */
export function timestampOrNull(ms: number | null): string | null {
  return ms === null ? null : timestamp(ms);
}

/** An image as administrators see it in lists. */
export function moderatedImageView(image: ImageRecord, imageHost: string): ModeratedImage {
  return {
    id: image.id,
    filename: image.filename,
    format: image.format,
    width: image.width,
    height: image.height,
    size: image.size_bytes,
    links: linksOf(imageHost, image.id, image.format),
    uploaded_at: timestamp(image.uploaded_at),
    account_id: image.account_id,
    quarantined: image.quarantined_at !== null,
  };
}

/** @param image one that is in quarantine */
export function quarantinedView(image: ImageRecord, imageHost: string): QuarantinedImage {
  return {
    ...moderatedImageView(image, imageHost),
    quarantined_at: timestamp(image.quarantined_at ?? 0),
    cause: image.quarantine_cause ?? 'administrator',
    reason: image.quarantine_reason,
  };
}

export function blockView(block: BlockRecord): BlockInfo {
  return {
    id: block.id,
    image_id: block.image_id,
    sha256: block.stored_sha256,
    uploaded_sha256: block.uploaded_sha256,
    perceptual_hash: block.perceptual_hash,
    reason: block.reason,
    created_at: timestamp(block.created_at),
    created_by: block.created_by === null ? null : { id: block.created_by, email: block.creator_email },
  };
}

/** @param image undefined when it is gone */
export function reportView(report: ReportRecord, image: ImageRecord | undefined, imageHost: string): ReportInfo {
  const { resolved_by: by, resolver_email: email } = report;
  return {
    id: report.id,
    image: image === undefined ? null : moderatedImageView(image, imageHost),
    image_id: report.image_id,
    reason: report.reason,
    comment: report.comment,
    email: report.email,
    created_at: timestamp(report.created_at),
    state: report.state,
    resolved_at: timestampOrNull(report.resolved_at),
    resolved_by: by === null ? null : { id: by, email },
    note: report.note,
  };
}

export function adminAccountView(account: AdministeredAccount): AdminAccount {
  return {
    id: account.id,
    email: account.email,
    name: account.name,
    plan: account.plan,
    admin: account.isAdmin,
    suspended_at: timestampOrNull(account.suspendedAt),
    suspended_reason: account.suspendedReason,
    created_at: timestamp(account.createdAt),
    images: account.images,
    bytes: account.bytes,
  };
}

export function jobView(job: AdministeredJob, nowMs: number): JobInfo {
  return {
    id: job.id,
    kind: job.kind,
    periodic: job.name !== null,
    state: jobState(job, nowMs),
    attempts: job.attempts,
    run_at: timestamp(job.run_at),
    last_error: job.last_error,
    dead_at: timestampOrNull(job.dead_at),
    created_at: timestamp(job.created_at),
  };
}

export function auditView({ actor_id: id, actor_email: email, ...entry }: AuditRow): AuditEntry {
  return {
    id: entry.id,
    at: timestamp(entry.at),
    actor: id === null ? null : { id, email },
    via: id === null ? 'cli' : 'api',
    action: entry.action,
    subject: entry.subject,
    details: JSON.parse(entry.details),
  };
}
