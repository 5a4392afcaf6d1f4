import { type AccountCredentials, findAccountCredentials } from '../../catalog/accounts/accounts.ts';
import { deleteSession, deleteSessionByToken, insertSession } from '../../catalog/accounts/sessions.ts';
import type { Db } from '../../catalog/schema.ts';
import type { AccountCaller } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { hashToken, newId, newToken } from '../../core/ids.ts';
import type { PasswordCheck } from '../../identity/password-hash.ts';
import type { Clock } from '../../lib/clock.ts';
import { normalizeEmail } from './register-account.ts';

const DAY_MS = 86_400_000;
const MAX_USER_AGENT_LENGTH = 255;

export interface SessionDeps {
  db: Db;
  clock: Clock;
  /** Lifetime of a session. */
  sessionDays: number;
}

/** The browser or program that opens a session. */
export interface SessionOrigin {
  userAgent: string | undefined;
  /** Token of the browser's previous session, which ends. */
  replaces?: string | undefined;
}

/** A session with its token. The token is returned once and stored as a hash. */
export interface OpenedSession {
  id: string;
  token: string;
  /** Unix milliseconds. */
  expiresAt: number;
}

/**
 * Opens a session with email address and password. The answers for an unknown address and for a wrong password are the
 * same and take the same time.
 * @throws AppError INVALID_CREDENTIALS; ACCOUNT_SUSPENDED only after a correct password
 */
export async function signIn(
  deps: SessionDeps & { checkPassword: PasswordCheck },
  { email, password }: { email: string; password: string },
  origin: SessionOrigin,
): Promise<{ account: AccountCredentials; session: OpenedSession }> {
  const account = await findAccountCredentials(deps.db, { email: normalizeEmail(email) });
  const matches = await deps.checkPassword(account?.passwordHash, password);
  if (account === undefined || !matches) throw new AppError('INVALID_CREDENTIALS');
  if (account.isSuspended) throw new AppError('ACCOUNT_SUSPENDED');
  return { account, session: await openSession(deps, account.id, origin) };
}

/** Opens a session of an account whose owner is authenticated. */
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

/** Ends the caller's own session. @throws AppError FORBIDDEN for an API key, which has no session */
export async function signOut({ db }: { db: Db }, { accountId, sessionId }: AccountCaller): Promise<void> {
  if (sessionId === undefined) {
    throw new AppError('FORBIDDEN', { detail: 'An API key has no session to end; revoke it instead.' });
  }
  await deleteSession(db, accountId, sessionId);
}

/** Ends one of the sessions of the caller's account, on all nodes at once. @throws AppError SESSION_NOT_FOUND */
export async function endSession({ db }: { db: Db }, caller: AccountCaller, id: string): Promise<void> {
  if (!(await deleteSession(db, caller.accountId, id))) throw new AppError('SESSION_NOT_FOUND');
}
