import { type AccountCredentials, findAccountCredentials } from '../../catalog/accounts/accounts.ts';
import { sessionCreatedAt } from '../../catalog/accounts/sessions.ts';
import type { Db } from '../../catalog/schema.ts';
import type { AccountCaller } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import type { PasswordCheck } from '../../identity/password-hash.ts';
import type { Clock } from '../../lib/clock.ts';

/** Maximum age of a session that counts as a proof of identity. */
const FRESH_MINUTES = 15;

export interface ReauthenticationDeps {
  db: Db;
  clock: Clock;
  checkPassword: PasswordCheck;
}

/** The caller's account. @throws AppError INVALID_API_KEY when the account has just been deleted */
export async function requireOwnAccount({ db }: { db: Db }, caller: AccountCaller): Promise<AccountCredentials> {
  const account = await findAccountCredentials(db, { id: caller.accountId });
  if (account === undefined) throw new AppError('INVALID_API_KEY');
  return account;
}

/**
 * The caller's account, after a proof that the caller is its owner and not somebody with a leaked key or an open browser.
 * The proof is the password; for an account without one, a fresh session.
 * @param param name of the request member that holds the password
 * @throws AppError INVALID_CREDENTIALS, INVALID_PARAMETER without the password, FORBIDDEN without a fresh session
 */
export async function reauthenticate(
  deps: ReauthenticationDeps,
  caller: AccountCaller,
  password: string | undefined,
  param: string,
): Promise<AccountCredentials> {
  const account = await requireOwnAccount(deps, caller);
  if (account.passwordHash === null) {
    await requireFreshSession(deps, caller);
    return account;
  }
  if (password === undefined) throw new AppError('INVALID_PARAMETER', { detail: `${param} is required.`, param });
  if (!(await deps.checkPassword(account.passwordHash, password))) throw new AppError('INVALID_CREDENTIALS', { param });
  return account;
}

/**
 * The caller's account and session, after the same proof. Refuses API keys: a key must not change how people sign in.
 * @throws AppError FORBIDDEN for an API key, and the errors of `reauthenticate`
 */
export async function reauthenticateSession(
  deps: ReauthenticationDeps,
  caller: AccountCaller,
  password: string | undefined,
): Promise<{ account: AccountCredentials; sessionId: string }> {
  const sessionId = requireSession(caller);
  return { account: await reauthenticate(deps, caller, password, 'password'), sessionId };
}

/** The id of the caller's session. @throws AppError FORBIDDEN for an API key */
export function requireSession({ sessionId }: AccountCaller): string {
  if (sessionId !== undefined) return sessionId;
  throw new AppError('FORBIDDEN', { detail: 'This needs a session; an API key cannot do it.' });
}

async function requireFreshSession(
  { db, clock }: ReauthenticationDeps,
  { accountId, sessionId }: AccountCaller,
): Promise<void> {
  const since = sessionId === undefined ? undefined : await sessionCreatedAt(db, accountId, sessionId);
  if (since !== undefined && clock.now() - since <= FRESH_MINUTES * 60_000) return;
  throw new AppError('FORBIDDEN', {
    detail: `The account has no password: sign in again and repeat the request within ${FRESH_MINUTES} minutes, or set a password.`,
  });
}
