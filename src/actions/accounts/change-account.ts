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
import { type ProofDeps, requireOwnAccount, requireProvenAccount } from './reauthenticate.ts';
import { normalizeEmail } from './register-account.ts';

/**
 * Changes name and email address of the caller's account.
 * @param wanted.password proves the owner where the address changes
 * @throws AppError EMAIL_TAKEN, and what requireProvenAccount throws
 */
export async function changeProfile(
  deps: ProofDeps,
  caller: AccountCaller,
  wanted: { name?: string | null; email?: string; password?: string },
): Promise<AccountCredentials> {
  const { name, password } = wanted;
  const email = wanted.email === undefined ? undefined : normalizeEmail(wanted.email);
  const account =
    email === undefined
      ? await requireOwnAccount(deps, caller)
      : await requireProvenAccount(deps, caller, password, 'password');
  const changes = { ...(name === undefined ? {} : { name }), ...(email === undefined ? {} : { email }) };
  if (email !== undefined) await requireFreeAddress(deps, account.id, email);
  try {
    await deps.db.transaction().execute(async (tx) => {
      await updateProfile(tx, account.id, changes);
      // They were sent to the address that it had.
      if (email !== undefined) await deleteResetsOf(tx, account.id);
    });
  } catch (error) {
    // Somebody else may have taken the address in between.
    if (email !== undefined) await requireFreeAddress(deps, account.id, email);
    throw error;
  }
  return { ...account, ...changes };
}

/**
 * Gives the caller's account a new password; all its sessions end but the one that asks.
 * @throws AppError what requireProvenAccount throws
 */
export async function changePassword(
  deps: ProofDeps,
  caller: AccountCaller,
  current: string | undefined,
  password: string,
): Promise<void> {
  const { id } = await requireProvenAccount(deps, caller, current, 'current_password');
  const passwordHash = await hashPassword(password);
  await deps.db.transaction().execute(async (tx) => {
    await setPasswordHash(tx, id, passwordHash);
    await deleteSessionsOf(tx, id, caller.sessionId);
    await deleteResetsOf(tx, id);
  });
}

async function requireFreeAddress({ db }: ProofDeps, id: string, email: string): Promise<void> {
  const holder = await findAccountByEmail(db, email);
  if (holder !== undefined && holder.id !== id) throw new AppError('EMAIL_TAKEN', { param: 'email' });
}
