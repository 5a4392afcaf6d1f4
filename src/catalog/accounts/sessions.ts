import type { Db } from '../schema.ts';
import { deleteChallengesOf } from './challenges.ts';
import type { SessionRow } from './rows.ts';

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
