import type { PlanName } from '../../core/plans.ts';
import type { Db, SessionRow } from '../schema.ts';

/** A session without its token. Times are Unix milliseconds. */
export interface Session {
  id: string;
  accountId: string;
  userAgent: string | null;
  createdAt: number;
  lastUsedAt: number;
  expiresAt: number;
}

/** A live session and its account. */
export interface SessionHolder {
  sessionId: string;
  accountId: string;
  plan: PlanName;
  isAdmin: boolean;
  isSuspended: boolean;
  lastUsedAt: number;
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
    })
    .execute();
}

/** Finds a live session by the hash of its token. */
export async function findSessionByToken(db: Db, tokenHash: string, nowMs: number): Promise<SessionHolder | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['sessions.id', 'sessions.account_id', 'sessions.last_used_at'])
    .select(['accounts.plan', 'accounts.is_admin', 'accounts.suspended_at'])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', nowMs)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    sessionId: row.id,
    accountId: row.account_id,
    plan: row.plan,
    isAdmin: row.is_admin === 1,
    isSuspended: row.suspended_at !== null,
    lastUsedAt: row.last_used_at,
  };
}

/** Live sessions of an account, oldest first. */
export async function listSessions(db: Db, accountId: string, nowMs: number): Promise<Session[]> {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', nowMs)
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

/** Deletes all sessions of an account, except one if given. */
export async function deleteSessionsOf(db: Db, accountId: string, exceptId?: string): Promise<void> {
  let query = db.deleteFrom('sessions').where('account_id', '=', accountId);
  if (exceptId !== undefined) query = query.where('id', '<>', exceptId);
  await query.execute();
}

export async function deleteExpiredSessions(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', nowMs).execute();
}

export async function touchSession(db: Db, id: string, nowMs: number): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at: nowMs }).where('id', '=', id).execute();
}

function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    accountId: row.account_id,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  };
}
