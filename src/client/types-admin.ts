import type { FormatName } from '../core/formats.ts';
import type { Links } from '../core/links.ts';
import type { PlanName } from '../core/plans.ts';
import type { JobState, QuarantineCause, ReportReason, ReportState } from '../core/states.ts';

// What moderation and administration answer, as a client sees it.

/** A part of a list; there is more exactly if there is a cursor. */
export interface PageMembers {
  next_cursor: string | null;
  has_more: boolean;
}

export interface Reported {
  reported: true;
}

/** An account as the doer of something; no email address where it is gone. */
export interface Person {
  id: string;
  email: string | null;
}

export interface ModeratedImage {
  id: string;
  filename: string;
  format: FormatName;
  width: number;
  height: number;
  size: number;
  links: Links;
  uploaded_at: string;
  account_id: string | null;
  quarantined: boolean;
}

export interface ReportInfo {
  id: string;
  /** null when it is gone. */
  image: ModeratedImage | null;
  image_id: string;
  reason: ReportReason;
  comment: string | null;
  email: string | null;
  created_at: string;
  state: ReportState;
  resolved_at: string | null;
  resolved_by: Person | null;
  note: string | null;
}

export interface TakenDown {
  id: string;
  /** How many images were the same file, this one included. */
  taken_down: number;
  block_id: string | null;
}

export interface QuarantinedImage extends ModeratedImage {
  quarantined_at: string;
  cause: QuarantineCause;
  reason: string | null;
}

export interface ReleasedImage {
  id: string;
  released: true;
}

/** A picture that may not come back. */
export interface BlockInfo {
  id: string;
  image_id: string;
  sha256: string;
  uploaded_sha256: string | null;
  perceptual_hash: string | null;
  reason: string;
  created_at: string;
  created_by: Person | null;
}

export interface Unblocked {
  id: string;
  unblocked: true;
}

export interface AdministeredAccount {
  id: string;
  email: string;
  name: string | null;
  plan: PlanName;
  admin: boolean;
  suspended_at: string | null;
  suspended_reason: string | null;
  created_at: string;
  images: number;
  bytes: number;
}

/** Work in the background. */
export interface JobInfo {
  id: string;
  kind: string;
  /** It comes back again and again. */
  periodic: boolean;
  state: JobState;
  attempts: number;
  run_at: string;
  last_error: string | null;
  dead_at: string | null;
  created_at: string;
}

export interface RemovedJob {
  id: string;
  removed: true;
}

/** Figures of one day, UTC. */
export interface DayFigures {
  day: string;
  uploads: number;
  upload_bytes: number;
  requests: number;
  refusals: number;
  views: number;
  deletes: number;
  registrations: number;
  refusals_by_code: Record<string, number>;
}

export interface StatisticsInfo {
  /** The oldest first, today included. */
  days: DayFigures[];
  totals: { images: number; bytes: number; accounts: number; albums: number; blobs: number };
}

export interface AuditEntry {
  id: string;
  at: string;
  actor: Person | null;
  via: 'api' | 'cli';
  action: string;
  subject: string;
  details: Record<string, unknown>;
}
