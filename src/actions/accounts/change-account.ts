import {
  type AccountCredentials,
  findAccountByEmail,
  setPasswordHash,
  updateProfile,
} from '../../catalog/accounts/accounts.ts';
import { deleteResetsOf } from '../../catalog/accounts/password-resets.ts';
import { deleteSessionsOf } from '../../catalog/accounts/sessions.ts';
import type { AccountCaller } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { hashPassword } from '../../identity/password-hash.ts';
import { type ReauthenticationDeps, reauthenticate, requireOwnAccount } from './reauthenticate.ts';
import { normalizeEmail } from './register-account.ts';

/**
 * Changes the name or email address of the caller's account.
 * @param wanted.password required for a new address
 * @throws AppError EMAIL_TAKEN, and the errors of `reauthenticate`
 */
export async function changeAccount(
  deps: ReauthenticationDeps,
  caller: AccountCaller,
  wanted: { name?: string | null; email?: string; password?: string },
): Promise<AccountCredentials> {
  const { name, password } = wanted;
  const email = wanted.email === undefined ? undefined : normalizeEmail(wanted.email);
  const account =
    email === undefined
      ? await requireOwnAccount(deps, caller)
      : await reauthenticate(deps, caller, password, 'password');
  const changes = { ...(name === undefined ? {} : { name }), ...(email === undefined ? {} : { email }) };
  if (email !== undefined) await requireFreeAddress(deps, account.id, email);
  try {
    await deps.db.transaction().execute(async (tx) => {
      await updateProfile(tx, account.id, changes);
      // Reset links were sent to the old address.
      if (email !== undefined) await deleteResetsOf(tx, account.id);
    });
  } catch (error) {
    // A concurrent request may have taken the address.
    if (email !== undefined) await requireFreeAddress(deps, account.id, email);
    throw error;
  }
  return { ...account, ...changes };
}

/**
 * Sets a new password and ends all sessions of the account except the caller's.
 * @throws AppError the errors of `reauthenticate`
 */
export async function changePassword(
  deps: ReauthenticationDeps,
  caller: AccountCaller,
  current: string | undefined,
  password: string,
): Promise<void> {
  const { id } = await reauthenticate(deps, caller, current, 'current_password');
  const passwordHash = await hashPassword(password);
  await deps.db.transaction().execute(async (tx) => {
    await setPasswordHash(tx, id, passwordHash);
    await deleteSessionsOf(tx, id, caller.sessionId);
    await deleteResetsOf(tx, id);
  });
}

async function requireFreeAddress({ db }: ReauthenticationDeps, id: string, email: string): Promise<void> {
  const holder = await findAccountByEmail(db, email);
  if (holder !== undefined && holder.id !== id) throw new AppError('EMAIL_TAKEN', { param: 'email' });
}
