import { type AccountCredentials, findAccountCredentials } from '../../catalog/accounts/accounts.ts';
import {
  deleteSession,
  deleteSessionByToken,
  deleteSessionsOf,
  insertSession,
  type SessionTime,
} from '../../catalog/accounts/sessions.ts';
import type { Db } from '../../catalog/schema.ts';
import type { AccountCaller } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { hashToken, newId, newToken } from '../../core/ids.ts';
import type { PasswordCheck } from '../../identity/password-hash.ts';
import type { Clock } from '../../lib/clock.ts';
import { approximateNetwork } from '../../limits/caller-address.ts';
import { normalizeEmail } from './register-account.ts';
import { requireSecondStep } from './require-second-step.ts';

const DAY_MS = 86_400_000;
const MAX_USER_AGENT_LENGTH = 255;

export interface SessionDeps {
  db: Db;
  clock: Clock;
  /** Lifetime of a session. */
  sessionDays: number;
}

/** The settings by which a session ends without a use. */
export interface IdleDeps {
  clock: Clock;
  sessionIdleDays: number;
}

export function sessionTime({ clock, sessionIdleDays }: IdleDeps): SessionTime {
  return { nowMs: clock.now(), idleMs: sessionIdleDays * DAY_MS };
}

/** The browser or program that opens a session. */
export interface SessionOrigin {
  userAgent: string | undefined;
  /** Its network address; only the network is stored. */
  address?: string | undefined;
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
 * @throws AppError INVALID_CREDENTIALS; only after a correct password ACCOUNT_SUSPENDED, and SECOND_FACTOR_REQUIRED with
 *   the ticket of the second step
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
  await requireSecondStep(deps, account.id);
  return { account, session: await openSession(deps, account.id, origin) };
}

/**
 * Opens a session of an account whose owner is authenticated.
 * @param secondFactor whether a second factor was proven
 */
export async function openSession(
  { db, clock, sessionDays }: SessionDeps,
  accountId: string,
  { userAgent, address, replaces }: SessionOrigin,
  secondFactor = false,
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
    secondFactor,
    network: (address === undefined ? undefined : approximateNetwork(address)) ?? null,
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

/**
 * Ends all sessions of the caller's account except the caller's, on all nodes at once, and unfinished sign-ins.
 * @returns number of sessions
 */
export async function endOtherSessions({ db }: { db: Db }, { accountId, sessionId }: AccountCaller): Promise<number> {
  return deleteSessionsOf(db, accountId, sessionId);
}
