import { type AccountCredentials, findAccountCredentials } from '../../catalog/accounts/accounts.ts';
import { sessionCreatedAt } from '../../catalog/accounts/sessions.ts';
import type { Db } from '../../catalog/schema.ts';
import type { AccountCaller } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import type { PasswordCheck } from '../../identity/password-hash.ts';
import type { Clock } from '../../lib/clock.ts';

/** How old a session may be that proves by itself who its user is. */
const FRESH_MINUTES = 15;

export interface ProofDeps {
  db: Db;
  clock: Clock;
  checkPassword: PasswordCheck;
}

/** The caller's account. @throws AppError INVALID_API_KEY when it has been deleted meanwhile */
export async function requireOwnAccount({ db }: { db: Db }, caller: AccountCaller): Promise<AccountCredentials> {
  const account = await findAccountCredentials(db, { id: caller.accountId });
  if (account === undefined) throw new AppError('INVALID_API_KEY');
  return account;
}

/**
 * The caller's account, after a proof that it is its owner who asks, and not just who has found a key or an open
 * browser: the password, or where there is none a session that was opened a moment ago.
 * @param param the name of the request's member that holds the password
 * @throws AppError INVALID_CREDENTIALS, INVALID_PARAMETER without the password, FORBIDDEN without such a session
 */
export async function requireProvenAccount(
  deps: ProofDeps,
  caller: AccountCaller,
  password: string | undefined,
  param: string,
): Promise<AccountCredentials> {
  const account = await requireOwnAccount(deps, caller);
  if (account.passwordHash === null) {
    await requireFreshSession(deps, caller);
    return account;
  }
  if (password === undefined) throw new AppError('INVALID_PARAMETER', { detail: `${param} is needed.`, param });
  if (!(await deps.checkPassword(account.passwordHash, password))) throw new AppError('INVALID_CREDENTIALS', { param });
  return account;
}

async function requireFreshSession({ db, clock }: ProofDeps, { accountId, sessionId }: AccountCaller): Promise<void> {
  const since = sessionId === undefined ? undefined : await sessionCreatedAt(db, accountId, sessionId);
  if (since !== undefined && clock.now() - since <= FRESH_MINUTES * 60_000) return;
  throw new AppError('FORBIDDEN', {
    detail: `The account has no password: sign in anew and repeat this within ${FRESH_MINUTES} minutes, or set a password.`,
  });
}
