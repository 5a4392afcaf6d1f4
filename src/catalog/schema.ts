import type { Kysely, Transaction } from 'kysely';
import type { FormatName } from '../core/formats.ts';
import type { PlanName } from '../core/plans.ts';
import type { QuarantineCause, ReportReason, ReportState } from '../core/states.ts';

// Rows as the database holds them: snake_case, times in Unix milliseconds, flags 0 or 1, null = absent.
//
// Queries take and return rows, joined columns included, where a row can leave the catalog unchanged: images, albums,
// deletions, reports, blocks, audit entries, jobs as administrators see them. They return camelCase records where columns
// are hidden or converted: accounts, keys and sessions (no hashes, booleans, lists), jobs to run (parsed payload), blobs,
// variants.

/** An uploaded image. */
export interface ImageRow {
  id: string;
  account_id: string | null;
  key_id: string | null;
  album_id: string | null;
  /** The album name of an anonymous image, which has no album row. */
  album_label: string | null;
  filename: string;
  /** The file name, normalized for searches. */
  search_name: string;
  /** Size of the original. */
  size_bytes: number;
  format: FormatName;
  width: number;
  height: number;
  frames: number;
  has_alpha: number;
  /** Kinds of removed metadata, separated by spaces. */
  metadata_removed: string;
  original_key: string;
  /** The key of the original while there is no thumbnail: a reference like any other. */
  thumbnail_key: string;
  thumbnail_format: FormatName;
  thumbnail_width: number;
  thumbnail_height: number;
  /** `pending`: made at the first request; `failed`: the original does not decode. */
  thumbnail_state: 'made' | 'pending' | 'failed';
  /** Why it cannot be made, in public words. */
  thumbnail_fault: string | null;
  uploaded_at: number;
  expires_at: number | null;
  delete_token_hash: string;
  views: number;
  /** Hex SHA-256 of the uploaded file; null for images older than the column. */
  uploaded_sha256: string | null;
  /** 16 hex digits; null for images with too little detail. */
  perceptual_hash: string | null;
  /** Set while only administrators can see the image. */
  quarantined_at: number | null;
  quarantine_cause: QuarantineCause | null;
  quarantine_reason: string | null;
}

/** A live blob in the store; one row for each SHA-256. */
export interface BlobRow {
  key: string;
  sha256: string;
  size_bytes: number;
  /** The number of columns that refer to it; the row is deleted when it reaches 0. */
  refs: number;
}

/** A variant of an original, or the lease to make it. */
export interface VariantRow {
  original_key: string;
  width: number;
  /** The extension of its link. */
  extension: string;
  /** null = a lease. */
  blob_key: string | null;
  /** The format of its bytes; null = a lease. */
  format: FormatName | null;
  lease_until: number;
}

/** A blob key without references, whose bytes the collector removes. */
export interface GarbageRow {
  key: string;
  added_at: number;
  /** The deletion that is complete when the bytes are removed; null = none. */
  deletion_id: string | null;
}

/** The progress of the deletion of an image. Holds nothing about the owner. */
export interface DeletionRow {
  id: string;
  image_id: string;
  cause: 'request' | 'expiry' | 'takedown' | 'repair';
  created_at: number;
  /** `shared`: other images have the same content, so the bytes stay. */
  storage_state: 'pending' | 'gone' | 'shared';
  /** When the last bytes were removed from the store. */
  storage_at: number | null;
  /** `none`: there is no edge. */
  edge_state: 'none' | 'pending' | 'purged' | 'failed';
  /** When the edge had purged its copies. */
  edge_at: number | null;
  edge_attempts: number;
  /** Why the last attempt failed, in public words. */
  edge_error: string | null;
}

/** A corrupt blob. */
export interface DamageRow {
  key: string;
  fault: 'missing' | 'size' | 'sha256';
  found_at: number;
}

export interface AccountRow {
  id: string;
  email: string;
  name: string | null;
  password_hash: string | null;
  plan: PlanName;
  is_admin: number;
  created_at: number;
  /** Set while the account is suspended. */
  suspended_at: number | null;
  suspended_reason: string | null;
}

export interface KeyRow {
  id: string;
  account_id: string;
  name: string;
  secret_hash: string;
  prefix: string;
  last4: string;
  /** Grants, separated by spaces. */
  grants: string;
  created_at: number;
  last_used_at: number | null;
  expires_at: number | null;
}

/** A session of a browser or program. */
export interface SessionRow {
  id: string;
  account_id: string;
  token_hash: string;
  /** The User-Agent of the client, which identifies the session to its owner. */
  user_agent: string | null;
  created_at: number;
  last_used_at: number;
  expires_at: number;
}

/** A permission to set a new password once. */
export interface PasswordResetRow {
  token_hash: string;
  account_id: string;
  expires_at: number;
}

/** An identity at an OpenID Connect provider, linked to an account. */
export interface IdentityRow {
  issuer: string;
  subject: string;
  account_id: string;
  created_at: number;
}

/** An incomplete sign-in at a provider. */
export interface SignInRow {
  state_hash: string;
  payload: string;
  expires_at: number;
}

export interface AlbumRow {
  id: string;
  account_id: string;
  name: string;
  description: string | null;
  /** Chosen by the owner; the image may have left the album since. */
  cover_image_id: string | null;
  /** Gives access to the album; null = not published. */
  public_token: string | null;
  created_at: number;
  updated_at: number;
}

/** A secret that all processes of the service share. */
export interface SecretRow {
  name: string;
  value: string;
}

/** A job: work that runs later, at least once. */
export interface JobRow {
  id: string;
  kind: string;
  /** Unique; set for periodic jobs. */
  name: string | null;
  payload: string;
  run_at: number;
  attempts: number;
  lease_until: number | null;
  lease_owner: string | null;
  last_error: string | null;
  /** Set when it has failed too often to run again. */
  dead_at: number | null;
  created_at: number;
}

/** An idempotency record: a stored response for retries of a request, or the lease of the running request. */
export interface IdempotencyRow {
  scope: string;
  /** Identifies the request; null while it runs. */
  fingerprint: string | null;
  status: number | null;
  /** The response, encrypted with the client's idempotency key, which is not stored. */
  body: string | null;
  lease_until: number;
  expires_at: number;
}

/** A report about an image. It outlives the image. */
export interface ReportRow {
  id: string;
  image_id: string;
  reason: ReportReason;
  comment: string | null;
  email: string | null;
  created_at: number;
  state: ReportState;
  resolved_at: number | null;
  /** The account of the administrator. */
  resolved_by: string | null;
  note: string | null;
}

/** One administrative action. Rows never change. */
export interface AuditRow {
  id: string;
  at: number;
  /** Both null for commands. Copied, since accounts change and are deleted. */
  actor_id: string | null;
  actor_email: string | null;
  action: string;
  subject: string;
  /** JSON object. */
  details: string;
}

/** An image that must not be uploaded again. */
export interface BlockRow {
  id: string;
  image_id: string;
  stored_sha256: string;
  uploaded_sha256: string | null;
  perceptual_hash: string | null;
  reason: string;
  created_at: number;
  created_by: string | null;
}

/** One of the eight bands of a blocked perceptual hash, by which an index finds similar hashes. */
export interface BlockBandRow {
  /** The number of the band times 256, plus its eight bits. */
  band: number;
  block_id: string;
}

/** One statistic of one day, UTC. */
export interface StatisticRow {
  /** `YYYY-MM-DD`. */
  day: string;
  name: string;
  value: number;
}

export interface Schema {
  images: ImageRow;
  blobs: BlobRow;
  variants: VariantRow;
  garbage: GarbageRow;
  deletions: DeletionRow;
  damage: DamageRow;
  accounts: AccountRow;
  keys: KeyRow;
  sessions: SessionRow;
  password_resets: PasswordResetRow;
  identities: IdentityRow;
  sign_ins: SignInRow;
  albums: AlbumRow;
  secrets: SecretRow;
  jobs: JobRow;
  idempotency: IdempotencyRow;
  reports: ReportRow;
  audit: AuditRow;
  blocks: BlockRow;
  block_bands: BlockBandRow;
  statistics: StatisticRow;
}

/** The catalog, or a transaction in it. */
export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;
