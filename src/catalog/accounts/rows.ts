import type { Generated } from 'kysely';
import type { PlanName } from '../../core/plans.ts';
import type { TaskKind, WaitingFor } from '../../core/states.ts';

// Rows about accounts, in the form that ../schema.ts describes.

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
  /** Whether the operator requires a second factor of this administrator. */
  second_factor_required: number;
  /** When a mail, a provider or the operator proved that the address belongs to the owner; null = never. */
  email_verified_at: number | null;
  /** The address that replaces `email` once it is verified. */
  pending_email: string | null;
  /** Mailed notices that count against their limit, since `notices_since`. */
  notices: number;
  notices_since: number;
  /** JSON object; null = none were ever chosen. */
  preferences: string | null;
  /** Images and their bytes, and the last use of a key or session (0 = never), without what `account_changes` adds. */
  stored_images: number;
  stored_bytes: number;
  last_seen_at: number;
  /** What has to happen before the account can be used; null = nothing. */
  waiting_for: WaitingFor | null;
}

/** An invitation to register. */
export interface InvitationRow {
  id: string;
  token_hash: string;
  /** The number of accounts that it admits. */
  uses: number;
  /** The number of accounts that it has admitted. */
  used: number;
  /** Of the accounts. */
  plan: PlanName;
  /** The only address that it admits; null = any. */
  email: string | null;
  /** For administrators. */
  note: string | null;
  created_at: number;
  /** null = a command. */
  created_by: string | null;
  expires_at: number;
}

/** What triggers record: images that came or left, or a use of a key or session. Added up from time to time. */
export interface AccountChangeRow {
  id: Generated<number>;
  account_id: string;
  /** 1, -1 or 0. */
  images: number;
  bytes: number;
  /** 0 = no use. */
  seen_at: number;
}

/** Work on the images of an account that an administrator began. */
export interface AccountTaskRow {
  id: string;
  kind: TaskKind;
  account_id: string;
  /** null = a command. */
  actor_id: string | null;
  /** Of hidden images. */
  reason: string | null;
  /** Only images uploaded since this instant, until the task began. */
  uploaded_from: number;
  /** 1: also images that an administrator or the validator has put into quarantine. */
  with_held: number;
  /** What there was to do when it began. */
  images: number;
  bytes: number;
  done_images: number;
  done_bytes: number;
  /** 1: images outside the trash are done, those in it follow. */
  in_trash: number;
  /** The position of the last image that was done. */
  after_value: number;
  after_id: string;
  /** Why the last attempt failed. */
  problem: string | null;
  created_at: number;
  finished_at: number | null;
}

/** What an account did on one day, UTC. */
export interface AccountDayRow {
  account_id: string;
  /** `YYYY-MM-DD`. */
  day: string;
  uploads: number;
  /** Of the uploaded originals. */
  bytes: number;
  /** To the API. */
  requests: number;
}

/** The permission to download the data of an account, and the lease of the download in progress. */
export interface ExportRow {
  account_id: string;
  token_hash: string;
  /** The download begins before. */
  expires_at: number;
  lease_until: number;
  /** The administrator who asked for it; null = the owner. */
  actor_id: string | null;
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

/** An upload ticket: permits a number of uploads to an account, and nothing else. */
export interface TicketRow {
  id: string;
  account_id: string;
  /** The key that made it, with which it ends; null = a session. */
  key_id: string | null;
  secret_hash: string;
  last4: string;
  /** The number of images that it permits. */
  uploads: number;
  /** The number of images that were uploaded with it. */
  used: number;
  /** Bytes of one file; null = as the plan allows. */
  max_bytes: number | null;
  /** Input formats, separated by spaces; null = all that the server accepts. */
  formats: string | null;
  /** Album of the images; null = none. */
  album: string | null;
  /** Of the images; 0 = permanent. */
  expiry_hours: number;
  created_at: number;
  expires_at: number;
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
  /** Whether a second factor was proven in it. */
  second_factor: number;
  /** The network of the last use: an IPv4 /24 or an IPv6 /48; null for sessions older than the column. */
  network: string | null;
}

/** A second factor of an account. */
export interface SecondFactorRow {
  id: string;
  account_id: string;
  kind: 'totp' | 'passkey';
  name: string;
  /** The credential id of a passkey, base64url; null for TOTP. */
  credential_id: string | null;
  /** TOTP: the encrypted secret. Passkey: the public key (COSE), base64url. */
  key_material: string;
  /** How browsers reach a passkey, separated by spaces. */
  transports: string;
  /** TOTP: the time step of the last accepted code. Passkey: its signature counter. */
  counter: number;
  /** Wrong codes since the last proof. */
  failures: number;
  created_at: number;
  last_used_at: number | null;
}

/** A recovery code that has not been used. */
export interface RecoveryCodeRow {
  account_id: string;
  code_hash: string;
}

/** An unfinished proof: a sign-in after its first step, or a second factor that is being added; or a solved proof of work. */
export interface ChallengeRow {
  token_hash: string;
  /** null: a passkey will name the account, or there is none. */
  account_id: string | null;
  purpose: 'sign-in' | 'passkey-sign-in' | 'add-totp' | 'add-passkey' | 'proof-of-work';
  payload: string;
  attempts: number;
  expires_at: number;
}

/** A policy of the operator that is in force. */
export interface PolicyRow {
  name: 'second-factor-of-administrators';
  since: number;
}

/** A permission to set a new password once. */
export interface PasswordResetRow {
  token_hash: string;
  account_id: string;
  expires_at: number;
  /** 1: the link was mailed to the address of the account; 0: the operator has it. */
  mailed: number;
}

/** A permission to verify an email address once: the address of the account, or its pending one. */
export interface EmailVerificationRow {
  token_hash: string;
  account_id: string;
  email: string;
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
