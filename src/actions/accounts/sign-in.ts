import { type AccountCredentials, findAccountCredentials } from '../../catalog/accounts/accounts.ts';
import { AppError } from '../../core/errors.ts';
import type { PasswordCheck } from '../../identity/password-hash.ts';
import { normalizeEmail } from './register-account.ts';
import { type OpenedSession, openSession, type SessionDeps, type SessionOrigin } from './sessions.ts';

/**
 * Opens a session by email address and password. An unknown address and a wrong password cannot be told apart, neither
 * by the answer nor by its time.
 * @throws AppError INVALID_CREDENTIALS, ACCOUNT_SUSPENDED (told only to who knows the password)
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
