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

/** What a caller uploaded and a link shows. */
export interface ImageRow {
  id: string;
  account_id: string | null;
  key_id: string | null;
  album_id: string | null;
  /** Name of an anonymous caller's album, which has no row of its own. */
  album_label: string | null;
  filename: string;
  /** The file name as searches compare it. */
  search_name: string;
  /** Of the original. */
  size_bytes: number;
  format: FormatName;
  width: number;
  height: number;
  frames: number;
  has_alpha: number;
  /** Kinds of metadata that were taken out, separated by spaces. */
  metadata_removed: string;
  original_key: string;
  /** The original's while there is no thumbnail, so that it is counted and released like any other. */
  thumbnail_key: string;
  thumbnail_format: FormatName;
  thumbnail_width: number;
  thumbnail_height: number;
  /** `pending`: made when it is first asked for; `failed`: the picture does not decode. */
  thumbnail_state: 'made' | 'pending' | 'failed';
  /** Why it cannot be made, in words for everybody. */
  thumbnail_fault: string | null;
  uploaded_at: number;
  expires_at: number | null;
  delete_token_hash: string;
  views: number;
  /** Hex, of the bytes that came; null where that was not written down. */
  uploaded_sha256: string | null;
  /** 16 hex digits; null where the picture has too little to be known by. */
  perceptual_hash: string | null;
  /** Set while only administrators see it. */
  quarantined_at: number | null;
  quarantine_cause: QuarantineCause | null;
  quarantine_reason: string | null;
}

/** Bytes in the blob store; one live row for each SHA-256. */
export interface BlobRow {
  key: string;
  sha256: string;
  size_bytes: number;
  /** How many image columns point here; the row leaves when it reaches 0. */
  refs: number;
}

/** A variant of an original, made or being made. */
export interface VariantRow {
  original_key: string;
  width: number;
  /** As in its link. */
  extension: string;
  /** null while it is being made. */
  blob_key: string | null;
  /** Of its bytes; null while it is being made. */
  format: FormatName | null;
  /** Until when whoever makes it may take. */
  lease_until: number;
}

/** A blob key that nothing refers to any more: its bytes are to be removed. */
export interface GarbageRow {
  key: string;
  added_at: number;
  /** The deletion that is complete when the bytes are gone; null where none waits for it. */
  deletion_id: string | null;
}

/** What has become of an image that was removed. Nothing in it tells who had it. */
export interface DeletionRow {
  id: string;
  image_id: string;
  cause: 'request' | 'expiry' | 'takedown' | 'repair';
  created_at: number;
  /** `shared`: an equal image has the same bytes, so they stay. */
  storage_state: 'pending' | 'gone' | 'shared';
  /** When the store had removed the last of the bytes. */
  storage_at: number | null;
  /** `none`: there was no edge to tell. */
  edge_state: 'none' | 'pending' | 'purged' | 'failed';
  /** When the edge had forgotten its copies. */
  edge_at: number | null;
  edge_attempts: number;
  /** Why the last attempt failed, in words for everybody. */
  edge_error: string | null;
}

/** A blob whose bytes are not what they were. */
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
  /** Set while the account may do nothing. */
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

/** A signed-in browser or program. */
export interface SessionRow {
  id: string;
  account_id: string;
  token_hash: string;
  /** What the client called itself, to tell sessions apart. */
  user_agent: string | null;
  created_at: number;
  last_used_at: number;
  expires_at: number;
}

/** Leave to choose a new password, once. */
export interface PasswordResetRow {
  token_hash: string;
  account_id: string;
  expires_at: number;
}

/** Who an account is at another provider of sign-in. */
export interface IdentityRow {
  issuer: string;
  subject: string;
  account_id: string;
  created_at: number;
}

/** A sign-in by another provider that has begun and not ended. */
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
  /** Chosen by the owner; it may have left the album since. */
  cover_image_id: string | null;
  /** Who knows it may look at the album; null = only its owner. */
  public_token: string | null;
  created_at: number;
  updated_at: number;
}

/** A secret of the service that all its processes share. */
export interface SecretRow {
  name: string;
  value: string;
}

/** Work that is done later, at least once. */
export interface JobRow {
  id: string;
  kind: string;
  /** Two jobs of the same name cannot wait at once; periodic jobs have one. */
  name: string | null;
  payload: string;
  run_at: number;
  attempts: number;
  lease_until: number | null;
  lease_owner: string | null;
  last_error: string | null;
  /** Set when it has failed too often to be tried again. */
  dead_at: number | null;
  created_at: number;
}

/** An answer kept for a retry of the same request. */
export interface IdempotencyRow {
  scope: string;
  /** Of the request that was answered; null while it runs. */
  fingerprint: string | null;
  status: number | null;
  /** Encrypted under the client's key, which is not stored. */
  body: string | null;
  lease_until: number;
  expires_at: number;
}

/** What somebody holds against an image. It outlives the image. */
export interface ReportRow {
  id: string;
  image_id: string;
  reason: ReportReason;
  comment: string | null;
  email: string | null;
  created_at: number;
  state: ReportState;
  resolved_at: number | null;
  /** Account of the administrator. */
  resolved_by: string | null;
  note: string | null;
}

/** One administrative act. Rows are added and never changed. */
export interface AuditRow {
  id: string;
  at: number;
  /** Both null for commands; as they were at that time, since accounts change and go. */
  actor_id: string | null;
  actor_email: string | null;
  action: string;
  subject: string;
  /** JSON object. */
  details: string;
}

/** A picture that may not come back. */
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

/** One of the eight parts of a blocked perceptual hash, to find similar ones by an index. */
export interface BlockBandRow {
  /** Number of the part times 256, plus its eight bits. */
  band: number;
  block_id: string;
}

/** One figure of one day, UTC. */
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
