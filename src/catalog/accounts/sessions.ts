import type { PlanName } from '../../core/plans.ts';
import type { WaitingFor } from '../../core/states.ts';
import type { Db } from '../schema.ts';
import { deleteChallengesOf } from './challenges.ts';
import type { SessionRow } from './rows.ts';
import { policyQuery } from './second-factor-policy.ts';

/** A session without its token. Times are Unix milliseconds. */
export interface Session {
  id: string;
  accountId: string;
  userAgent: string | null;
  createdAt: number;
  lastUsedAt: number;
  expiresAt: number;
  /** Whether a second factor was proven in it. */
  secondFactor: boolean;
  /** The network of the last use: an IPv4 /24 or an IPv6 /48. */
  network: string | null;
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

/** Now, and the time without a use after which a session has ended. */
export interface SessionTime {
  nowMs: number;
  idleMs: number;
}

export async function insertSession(db: Db, session: Session, tokenHash: string): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      id: session.id,
      account_id: session.accountId,
      token_hash: tokenHash,
      user_agent: session.userAgent,
      created_at: session.createdAt,
      last_used_at: session.lastUsedAt,
      expires_at: session.expiresAt,
      second_factor: session.secondFactor ? 1 : 0,
      network: session.network,
    })
    .execute();
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

/** Live sessions of an account, oldest first. */
export async function listSessions(db: Db, accountId: string, { nowMs, idleMs }: SessionTime): Promise<Session[]> {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', nowMs)
    .where('last_used_at', '>', nowMs - idleMs)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toSession);
}

/** @returns Unix milliseconds; undefined when the account has no such session */
export async function sessionCreatedAt(db: Db, accountId: string, id: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select('created_at')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.created_at;
}

/** @returns false when the account has no such session */
export async function deleteSession(db: Db, accountId: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

export async function deleteSessionByToken(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/**
 * Deletes all sessions of an account, except one if given, its unfinished sign-ins, and the permission to download its
 * data.
 * @returns number of sessions
 */
export async function deleteSessionsOf(db: Db, accountId: string, exceptId?: string): Promise<number> {
  let query = db.deleteFrom('sessions').where('account_id', '=', accountId);
  if (exceptId !== undefined) query = query.where('id', '<>', exceptId);
  const deleted = await query.returning('id').execute();
  await deleteChallengesOf(db, accountId);
  await db.deleteFrom('exports').where('account_id', '=', accountId).execute();
  return deleted.length;
}

/** Records whether a second factor of the account was proven in a session. */
export async function setSecondFactorProven(db: Db, id: string, proven: boolean): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ second_factor: proven ? 1 : 0 })
    .where('id', '=', id)
    .execute();
}

export async function deleteExpiredSessions(db: Db, { nowMs, idleMs }: SessionTime): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', nowMs).execute();
  await db
    .deleteFrom('sessions')
    .where('last_used_at', '<=', nowMs - idleMs)
    .execute();
}

/** Records a use. @param network undefined = as before */
export async function touchSession(db: Db, id: string, nowMs: number, network?: string): Promise<void> {
  const used = { last_used_at: nowMs, ...(network === undefined ? {} : { network }) };
  await db.updateTable('sessions').set(used).where('id', '=', id).execute();
}

function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    accountId: row.account_id,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    secondFactor: row.second_factor === 1,
    network: row.network,
  };
}
