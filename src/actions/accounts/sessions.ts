import { deleteSessionByToken, insertSession } from '../../catalog/accounts/sessions.ts';
import type { Db } from '../../catalog/schema.ts';
import { hashToken, newId, newToken } from '../../core/ids.ts';
import type { Clock } from '../../lib/clock.ts';

const DAY_MS = 86_400_000;
const MAX_USER_AGENT_LENGTH = 255;

export interface SessionDeps {
  db: Db;
  clock: Clock;
  /** How long a session lasts. */
  sessionDays: number;
}

/** Where a session is opened. */
export interface SessionOrigin {
  userAgent: string | undefined;
  /** The token of the session that the same browser had; it ends. */
  replaces?: string | undefined;
}

/** A session with its token, which is shown once and not stored. */
export interface OpenedSession {
  id: string;
  token: string;
  /** Unix milliseconds. */
  expiresAt: number;
}

/** Opens a session of an account that has proved who it is. */
export async function openSession(
  { db, clock, sessionDays }: SessionDeps,
  accountId: string,
  { userAgent, replaces }: SessionOrigin,
): Promise<OpenedSession> {
  const now = clock.now();
  const token = newToken('session');
  const id = newId('ses');
  const expiresAt = now + sessionDays * DAY_MS;
  const session = {
    id,
    accountId,
    userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    createdAt: now,
    lastUsedAt: now,
    expiresAt,
  };
  if (replaces !== undefined) await deleteSessionByToken(db, hashToken(replaces));
  await insertSession(db, session, hashToken(token));
  return { id, token, expiresAt };
}
