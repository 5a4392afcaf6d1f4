import { deleteSession } from '../../catalog/accounts/sessions.ts';
import type { Db } from '../../catalog/schema.ts';
import type { AccountCaller } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';

/** Ends the session that the caller acts by. @throws AppError FORBIDDEN for a key, which has none */
export async function signOut({ db }: { db: Db }, caller: AccountCaller): Promise<void> {
  const { accountId, sessionId } = caller;
  if (sessionId === undefined) {
    throw new AppError('FORBIDDEN', { detail: 'An API key has no session to end; revoke it instead.' });
  }
  await deleteSession(db, accountId, sessionId);
}

/** Ends one of the sessions of the caller's account, on every node at once. @throws AppError SESSION_NOT_FOUND */
export async function endSession({ db }: { db: Db }, caller: AccountCaller, id: string): Promise<void> {
  if (!(await deleteSession(db, caller.accountId, id))) throw new AppError('SESSION_NOT_FOUND');
}
