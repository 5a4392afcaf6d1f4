import type { Grant } from '../core/caller.ts';
import type { FormatName } from '../core/formats.ts';
import type { Links } from '../core/links.ts';
import type { PlanName } from '../core/plans.ts';

// What the API answers, as a client sees it. A test compares these types with the schemas of the server.
// Sizes are bytes; timestamps are ISO 8601 in UTC, whole seconds.

/** What every view of an image has. */
export interface ImageFacts {
  id: string;
  filename: string;
  /** Bytes of the stored file. */
  size: number;
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
  format: FormatName;
  uploaded_at: string;
  links: Links;
  expires_at: string | null;
  metadata_removed: string[];
  /** There while only administrators see it. */
  quarantined?: true;
}

/** The answer to an upload. */
export interface UploadedImage extends ImageFacts {
  album: string | null;
  /** Credential that deletes this image; shown only here. */
  delete_token: string;
  delete_url: string;
}

/** The image information; the last three are there only for the owner. */
export interface ImageInfo extends ImageFacts {
  mime_type: string;
  extension: string;
  sha256: string;
  animated: boolean;
  frames: number;
  has_alpha: boolean;
  thumbnail: {
    width: number;
    height: number;
    /** null while there is none. */
    size: number | null;
    mime_type: string;
    /** Only where thumbnails are made when they are first asked for. */
    state?: 'pending' | 'failed';
    fault?: string;
  };
  /** Smaller versions, made when they are first asked for; links by extension. Absent in lists. */
  variants?: { preset: string; width: number; height: number; links: Record<string, string> }[];
  views: number;
  anonymous: boolean;
  album?: { id: string; name: string } | null;
  owned?: true;
  uploaded_with_key?: string | null;
}

/** The `error` member of a failure. */
export interface ErrorFields {
  code: string;
  message: string;
  request_id?: string;
  param?: string;
  details?: Record<string, unknown>;
  /** Seconds. */
  retry_after?: number;
}

export type BulkItem =
  | { index: number; filename: string; success: true; data: UploadedImage }
  | { index: number; filename: string; success: false; status: number; error: ErrorFields };

export interface BulkResult {
  total: number;
  succeeded: number;
  failed: number;
  /** In the order of the files. */
  results: BulkItem[];
}

/** How far a deletion is: its bytes in the store, and its copies at the edge. */
export interface DeletionProgress {
  id: string;
  /** `shared`: an equal image has the same bytes, so they stay. */
  storage: { state: 'pending' | 'gone' | 'shared'; at: string | null };
  edge: {
    state: 'none' | 'pending' | 'purged' | 'failed';
    at: string | null;
    attempts: number;
    last_error: string | null;
  };
}

export interface DeletedImage {
  id: string;
  deleted: true;
  deleted_at: string;
  deletion: DeletionProgress;
}

export interface Deletion extends DeletionProgress {
  image_id: string;
  cause: 'request' | 'expiry' | 'takedown' | 'repair';
  deleted_at: string;
}

export interface KeyInfo {
  id: string;
  name: string;
  prefix: string;
  last4: string;
  scopes: Grant[];
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
}

/** A key with its secret, which is shown only once. */
export interface IssuedKey extends KeyInfo {
  key: string;
}

export interface Registered {
  account: { id: string; email: string; name: string | null; plan: PlanName; created_at: string };
  api_key: IssuedKey;
  /** Only where it was asked for. */
  session?: OpenedSession;
  csrf_token?: string;
}

export interface OpenedSession {
  /** Bearer credential, shown only once. */
  token: string;
  expires_at: string;
}

export interface Profile {
  id: string;
  email: string;
  name: string | null;
  plan: PlanName;
  admin: boolean;
  has_password: boolean;
  created_at: string;
}

/** The account; the CSRF token only where a cookie has asked. */
export interface OwnAccount extends Profile {
  csrf_token?: string;
}

export interface SignedIn {
  account: Profile;
  session: OpenedSession;
  csrf_token: string;
}

export interface SignedOut {
  logged_out: true;
}

export interface SessionInfo {
  id: string;
  user_agent: string | null;
  created_at: string;
  last_used_at: string;
  expires_at: string;
  /** Whether it has asked. */
  current: boolean;
}

export interface EndedSession {
  id: string;
  ended: true;
}

export interface DeletedAccount {
  id: string;
  deleted: true;
  deleted_at: string;
  images_deleted: number;
}

export interface PasswordChanged {
  password_changed: true;
}

export interface ResetRequested {
  requested: true;
}

/** What a server offers to who is not signed in. */
export interface SiteInfo {
  name: string;
  version: string;
  registration: 'open' | 'closed';
  oidc: { name: string } | null;
  password_reset: 'mail' | 'none';
  image_host: string;
}

export interface RevokedKey {
  id: string;
  revoked: true;
}

/** null = unlimited. */
export interface PlanInfo {
  name: PlanName;
  requests_per_hour: number | null;
  max_file_size: number;
  max_files_per_bulk: number | null;
  max_pixels: number;
}

/** null = unlimited. */
export interface Usage {
  plan: PlanName;
  authenticated: boolean;
  rate_limit: {
    policy: 'hourly';
    limit: number | null;
    used: number;
    remaining: number | null;
    window_seconds: number;
    reset_at: string | null;
    retry_after: number;
  };
  limits: {
    max_file_size: number;
    max_files_per_bulk: number | null;
    max_expiry_hours: number;
    max_album_length: number;
    max_pixels: number;
    /** Bytes of all images of an account; null = no limit. */
    max_storage: number | null;
    accepted_formats: string[];
  };
  storage: { images: number; albums: number; bytes: number };
}

type Status = 'ok' | 'degraded' | 'down';

export interface HealthCheck {
  status: Status;
  latency_ms?: number;
  detail?: string;
}

export interface Health {
  status: Status;
  version: string;
  uptime_seconds: number;
  checks: {
    database: HealthCheck;
    storage: HealthCheck;
    decoder: HealthCheck;
    jobs: HealthCheck;
    limits: HealthCheck;
  };
}
