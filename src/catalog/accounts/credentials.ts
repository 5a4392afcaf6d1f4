import type { InferResult } from 'kysely';
import type { UploadTicket } from '../../core/caller.ts';
import { isInputFormat } from '../../core/formats.ts';
import type { PlanName } from '../../core/plans.ts';
import { covers, type Grant } from '../../core/scopes.ts';
import type { WaitingFor } from '../../core/states.ts';
import type { Db } from '../schema.ts';
import { toGrants } from './keys.ts';
import { policyQuery } from './second-factor-policy.ts';
import type { SessionTime } from './sessions.ts';

// What a request reads of its credential, a key, a session or an upload ticket, to know who calls.

/** A live key and its account. */
export interface LiveKey {
  keyId: string;
  accountId: string;
  plan: PlanName;
  grants: Grant[];
  lastUsedAt: number | null;
  isSuspended: boolean;
  waitingFor: WaitingFor | null;
}

/** The query for a key and its account by the hash of the secret; includes expired keys. */
export function keyQuery(db: Db, secretHash = '') {
  return db
    .selectFrom('keys')
    .innerJoin('accounts', 'accounts.id', 'keys.account_id')
    .select(['keys.id', 'keys.account_id', 'accounts.plan', 'keys.grants', 'keys.last_used_at', 'keys.expires_at'])
    .select(['accounts.suspended_at', 'accounts.waiting_for'])
    .where('keys.secret_hash', '=', secretHash);
}

export type KeyRecord = InferResult<ReturnType<typeof keyQuery>>[number];

/** Converts a row of `keyQuery`. @returns undefined when the key has expired */
export function liveKey(row: KeyRecord, nowMs: number): LiveKey | undefined {
  if (row.expires_at !== null && row.expires_at <= nowMs) return undefined;
  return {
    keyId: row.id,
    accountId: row.account_id,
    plan: row.plan,
    grants: toGrants(row.grants),
    lastUsedAt: row.last_used_at,
    isSuspended: row.suspended_at !== null,
    waitingFor: row.waiting_for,
  };
}

/** Finds a live key by the hash of its secret. */
export async function findKeyBySecret(db: Db, secretHash: string, nowMs: number): Promise<LiveKey | undefined> {
  const row = await keyQuery(db, secretHash).executeTakeFirst();
  return row === undefined ? undefined : liveKey(row, nowMs);
}

/** Records a use. */
export async function touchKey(db: Db, id: string, nowMs: number): Promise<void> {
  await db.updateTable('keys').set({ last_used_at: nowMs }).where('id', '=', id).execute();
}

/** A live session and its account. */
export interface SessionHolder {
  sessionId: string;
  accountId: string;
  plan: PlanName;
  isAdmin: boolean;
  isSuspended: boolean;
  waitingFor: WaitingFor | null;
  lastUsedAt: number;
  /** Whether the operator requires a second factor of this administrator, and the session has none. */
  needsSecondFactor: boolean;
}

/** Finds a live session by the hash of its token. */
export async function findSessionByToken(
  db: Db,
  tokenHash: string,
  { nowMs, idleMs }: SessionTime,
): Promise<SessionHolder | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['sessions.id', 'sessions.account_id', 'sessions.last_used_at'])
    .select(['accounts.plan', 'accounts.is_admin', 'accounts.suspended_at', 'accounts.waiting_for'])
    .select(['sessions.second_factor', 'accounts.second_factor_required'])
    .select(policyQuery(db).as('policy_since'))
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', nowMs)
    .where('sessions.last_used_at', '>', nowMs - idleMs)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const isAdmin = row.is_admin === 1;
  const isRequired = isAdmin && (row.second_factor_required === 1 || row.policy_since !== null);
  return {
    sessionId: row.id,
    accountId: row.account_id,
    plan: row.plan,
    isAdmin,
    isSuspended: row.suspended_at !== null,
    waitingFor: row.waiting_for,
    lastUsedAt: row.last_used_at,
    needsSecondFactor: isRequired && row.second_factor === 0,
  };
}

/** Records a use. @param network undefined = as before */
export async function touchSession(db: Db, id: string, nowMs: number, network?: string): Promise<void> {
  const used = { last_used_at: nowMs, ...(network === undefined ? {} : { network }) };
  await db.updateTable('sessions').set(used).where('id', '=', id).execute();
}

/** A live ticket and its account. */
export interface LiveTicket {
  accountId: string;
  plan: PlanName;
  isSuspended: boolean;
  /** The key that made it; null = a session. */
  keyId: string | null;
  maxBytes: number | null;
  limits: UploadTicket;
}

/**
 * Finds a ticket by the hash of its secret.
 * @returns undefined when it has expired, or when the key that made it has expired or may no longer upload
 */
export async function findTicketBySecret(db: Db, secretHash: string, nowMs: number): Promise<LiveTicket | undefined> {
  const row = await db
    .selectFrom('upload_tickets')
    .innerJoin('accounts', 'accounts.id', 'upload_tickets.account_id')
    .leftJoin('keys', 'keys.id', 'upload_tickets.key_id')
    .selectAll('upload_tickets')
    .select(['accounts.plan', 'accounts.suspended_at', 'keys.grants', 'keys.expires_at as key_expires_at'])
    .where('upload_tickets.secret_hash', '=', secretHash)
    .where('upload_tickets.expires_at', '>', nowMs)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const hasKey = row.key_id === null || covers(toGrants(row.grants ?? ''), 'images:write');
  if (!hasKey || (row.key_expires_at !== null && row.key_expires_at <= nowMs)) return undefined;
  return {
    accountId: row.account_id,
    plan: row.plan,
    isSuspended: row.suspended_at !== null,
    keyId: row.key_id,
    maxBytes: row.max_bytes,
    limits: {
      id: row.id,
      uploads: row.uploads,
      used: row.used,
      formats: row.formats === null ? null : row.formats.split(' ').filter(isInputFormat),
      album: row.album,
      expiryHours: row.expiry_hours,
    },
  };
}
