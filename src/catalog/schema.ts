import type { Generated, Kysely, Transaction } from 'kysely';
import type { FormatName } from '../core/formats.ts';
import type { RedirectTarget } from '../core/old-addresses.ts';
import type { QuarantineCause } from '../core/states.ts';
import type {
  AccountChangeRow,
  AccountDayRow,
  AccountRow,
  AccountTaskRow,
  ChallengeRow,
  EmailVerificationRow,
  ExportRow,
  IdentityRow,
  InvitationRow,
  KeyRow,
  PasswordResetRow,
  PolicyRow,
  RecoveryCodeRow,
  SecondFactorRow,
  SessionRow,
  SignInRow,
  TicketRow,
} from './accounts/rows.ts';
import type { AuditRow, BlockBandRow, BlockedNetworkRow, BlockRow, ReportRow, UploaderRow } from './moderation/rows.ts';
import type { DeliveryRow, WebhookRow } from './webhooks/rows.ts';

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
  /** File name, title, tags and description, normalized for searches. */
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
  /** Set while the image is in the trash of its account: for everybody else it does not exist. */
  trashed_at: number | null;
  /** When an image in the trash is deleted for good. */
  purge_at: number | null;
  title: string | null;
  /** What the picture shows, for readers who do not see it. */
  alt: string | null;
  description: string | null;
  /** One a line; null = none. */
  tags: string | null;
}

/** An entry of the index of tags: a tag of an account's image outside the trash. */
export interface ImageTagRow {
  image_id: string;
  tag: string;
  account_id: string;
  /** As in the row of the image; neither changes. */
  uploaded_at: number;
  size_bytes: number;
}

/** A live blob in the store; one row for each SHA-256. */
export interface BlobRow {
  key: string;
  sha256: string;
  size_bytes: number;
  /** The number of columns that refer to it; the row is deleted when it reaches 0. */
  refs: number;
  /** 1 = `variants` holds all variants that were ever made of it; null = some were evicted, or that is not known. */
  variants_known: number | null;
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
  /** null = a lease. */
  size_bytes: number | null;
  /** Recorded once an hour; null = a lease. */
  used_at: number | null;
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

export interface AlbumRow {
  id: string;
  account_id: string;
  name: string;
  description: string | null;
  /** Chosen by the owner; the image may have left the album since. */
  cover_image_id: string | null;
  /** Gives access to the album; null = not published. */
  public_token: string | null;
  /** argon2id; null = the link alone gives access. */
  share_password_hash: string | null;
  /** From this instant the link has ended; null = never. */
  share_expires_at: number | null;
  /** 1 = readers may download all images as an archive. */
  share_download: number;
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
  /** The order among jobs of the kind: 0 = first. */
  priority: Generated<number>;
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

/** A resumable upload. Its id is a credential, so the catalog has only the hash. */
export interface UploadRow {
  /** Hex SHA-256 of the id. */
  id_hash: string;
  /** null = anonymous. */
  account_id: string | null;
  /** Keyed hash of the account or address that created it, for the bounds of a caller. */
  caller: string;
  /** JSON object: the names and values of `Upload-Metadata`; null = a name without a value. */
  metadata: string;
  length_bytes: number;
  /** Bytes that are durable. */
  offset_bytes: number;
  /** Number of parts that were stored. */
  parts: number;
  /** `finishing`: a request makes the image of it. */
  state: 'open' | 'finishing' | 'complete' | 'failed';
  /** Names the request that may store parts or finish; another one takes over by replacing it. */
  lock: string | null;
  /** Until then no other request may finish it. */
  lease_until: number;
  image_id: string | null;
  /** The error of a failed upload as JSON, or the answer of a complete one, encrypted with its id. */
  answer: string | null;
  created_at: number;
  expires_at: number;
}

/** Durable bytes of a resumable upload: a reference to a blob. */
export interface UploadPartRow {
  id_hash: string;
  /** Offset of its first byte in the upload. */
  start_byte: number;
  size_bytes: number;
  blob_key: string;
}

/** One statistic of one day, UTC. */
export interface StatisticRow {
  /** `YYYY-MM-DD`. */
  day: string;
  name: string;
  value: number;
}

/**
 * An image or an account of another host that an import has taken over. It outlives its result: a repeated import does not
 * bring deleted images back.
 */
export interface ImportRow {
  /** Names the other host: items are unique within it. */
  ledger: string;
  /** Hex SHA-256 of the identity of the image or account there. */
  item: string;
  /** Of the image or account here. */
  result_id: string;
  imported_at: number;
}

/** An address that an image had at another host. */
export interface RedirectRow {
  /** Decoded, with the slash at its start. */
  path: string;
  /** In lower case, without a port; empty = any. */
  host: string;
  target: RedirectTarget;
  image_id: string;
}

/** What the catalog says about itself. */
export interface FactRow {
  /** The version that migrated it, the oldest version that runs on it, and the database that it has moved to. */
  name: 'migrated_by' | 'runs_with' | 'moved_to';
  value: string;
}

/** A run of `imgd backup`. */
export interface BackupRow {
  id: string;
  started_at: number;
  finished_at: number;
  /** A directory, or bucket and prefix. */
  target: string;
  outcome: 'ok' | 'failed';
  /** Copied by this run. */
  bytes: number;
  blobs: number;
  error: string | null;
}

export interface Schema {
  catalog_facts: FactRow;
  images: ImageRow;
  image_tags: ImageTagRow;
  blobs: BlobRow;
  variants: VariantRow;
  garbage: GarbageRow;
  deletions: DeletionRow;
  damage: DamageRow;
  accounts: AccountRow;
  keys: KeyRow;
  upload_tickets: TicketRow;
  sessions: SessionRow;
  account_days: AccountDayRow;
  account_changes: AccountChangeRow;
  account_tasks: AccountTaskRow;
  exports: ExportRow;
  second_factors: SecondFactorRow;
  recovery_codes: RecoveryCodeRow;
  challenges: ChallengeRow;
  policies: PolicyRow;
  password_resets: PasswordResetRow;
  email_verifications: EmailVerificationRow;
  identities: IdentityRow;
  invitations: InvitationRow;
  sign_ins: SignInRow;
  albums: AlbumRow;
  secrets: SecretRow;
  jobs: JobRow;
  idempotency: IdempotencyRow;
  uploads: UploadRow;
  upload_parts: UploadPartRow;
  reports: ReportRow;
  audit: AuditRow;
  blocks: BlockRow;
  block_bands: BlockBandRow;
  uploaders: UploaderRow;
  blocked_networks: BlockedNetworkRow;
  statistics: StatisticRow;
  imports: ImportRow;
  redirects: RedirectRow;
  webhooks: WebhookRow;
  webhook_deliveries: DeliveryRow;
  backups: BackupRow;
}

/** The catalog, or a transaction in it. */
export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;
