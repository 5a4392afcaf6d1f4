import {
  type AccountCredentials,
  findPreferences,
  lockAccount,
  setPasswordHash,
  setPreferences,
  updateProfile,
} from '../../catalog/accounts/accounts.ts';
import { deleteVerificationsOf } from '../../catalog/accounts/email-verifications.ts';
import { deleteKeysOf } from '../../catalog/accounts/keys.ts';
import { deleteResetsOf } from '../../catalog/accounts/password-resets.ts';
import { deleteSessionsOf } from '../../catalog/accounts/sessions.ts';
import type { Db, Tx } from '../../catalog/schema.ts';
import type { AccountCaller } from '../../core/caller.ts';
import { parseAlbumName, parseLabel } from '../../core/names.ts';
import { type Preferences, readPreferences } from '../../core/preferences.ts';
import { parseExpiryHours } from '../../core/time.ts';
import { checkNewPassword } from '../../identity/common-passwords.ts';
import { hashPassword } from '../../identity/password-hash.ts';
import { type RegistrationRules, requireDomain } from '../moderation/admit-registration.ts';
import { type AccountActor, type NoticeDeps, notifyAccount } from './notify-account.ts';
import { type ReauthenticationDeps, reauthenticate, requireOwnAccount } from './reauthenticate.ts';
import { normalizeEmail } from './register-account.ts';
import type { EndedCredentials } from './reset-password.ts';
import { requestVerification, requireFreeAddress } from './verify-email.ts';

type Deps = ReauthenticationDeps & NoticeDeps & Pick<RegistrationRules, 'registrationDomains'>;

/**
 * Changes the name or email address of the caller's account. With a mail server the new address is pending until a link
 * that is mailed to it is opened; the account's own address withdraws a pending one.
 * @param wanted.password required for a new address
 * @throws AppError EMAIL_TAKEN, EMAIL_DOMAIN_REFUSED, and the errors of `reauthenticate`
 */
export async function changeAccount(
  deps: Deps,
  { caller, from }: AccountActor,
  wanted: { name?: string | null; email?: string; password?: string },
): Promise<AccountCredentials> {
  const { name, password } = wanted;
  const email = wanted.email === undefined ? undefined : normalizeEmail(wanted.email);
  const account =
    email === undefined
      ? await requireOwnAccount(deps, caller)
      : await reauthenticate(deps, caller, password, 'password');
  if (email !== undefined && email !== account.email) requireDomain(deps, email);
  const address = email === undefined ? {} : addressChange(deps, account, email);
  const changes = { ...(name === undefined ? {} : { name: parseLabel(name ?? '') || null }), ...address };
  if (email !== undefined) await requireFreeAddress(deps, account.id, email);
  try {
    await deps.db.transaction().execute(async (tx) => {
      if (email !== undefined && email !== account.email) await announceAddress(deps, tx, account.id, email, from);
      await updateProfile(tx, account.id, changes);
    });
  } catch (error) {
    // A concurrent request may have taken the address.
    if (email !== undefined) await requireFreeAddress(deps, account.id, email);
    throw error;
  }
  return { ...account, ...changes };
}

type AddressChange = Pick<AccountCredentials, 'pendingEmail'> &
  Partial<Pick<AccountCredentials, 'email' | 'emailVerifiedAt'>>;

function addressChange({ sendsMail }: NoticeDeps, account: AccountCredentials, email: string): AddressChange {
  if (email === account.email) return { pendingEmail: null };
  return sendsMail ? { pendingEmail: email } : { email, emailVerifiedAt: null, pendingEmail: null };
}

/** Invalidates the links that were mailed before, tells the owner at the old address and asks the new one. */
async function announceAddress(deps: Deps, tx: Tx, id: string, email: string, from: string | null): Promise<void> {
  await deleteVerificationsOf(tx, id);
  await deleteResetsOf(tx, id);
  await notifyAccount(deps, tx, id, 'email_change_requested', { from });
  await requestVerification(deps, tx, id, email);
}

/**
 * Sets a new password and ends all sessions of the account except the caller's.
 * @param options.revokesKeys also ends all API keys except the caller's
 * @throws AppError INVALID_PARAMETER for a common password, and the errors of `reauthenticate`
 */
export async function changePassword(
  deps: Deps,
  { caller, from }: AccountActor,
  current: string | undefined,
  password: string,
  { revokesKeys }: { revokesKeys: boolean },
): Promise<EndedCredentials> {
  const { id, email } = await reauthenticate(deps, caller, current, 'current_password');
  await checkNewPassword(password, email, 'new_password');
  const passwordHash = await hashPassword(password);
  return deps.db.transaction().execute(async (tx) => {
    await lockAccount(tx, id);
    await setPasswordHash(tx, id, passwordHash);
    const sessions = await deleteSessionsOf(tx, id, caller.sessionId);
    const keys = revokesKeys ? await deleteKeysOf(tx, id, deps.clock.now(), caller.keyId) : 0;
    await deleteResetsOf(tx, id);
    await updateProfile(tx, id, { pendingEmail: null });
    await notifyAccount(deps, tx, id, 'password_changed', { from });
    return { keys, sessions };
  });
}

export interface PreferenceDeps {
  db: Db;
  maxAlbumLength: number;
  maxExpiryHours: number;
}

/**
 * Changes the given preferences of the caller's account.
 * @returns all of them
 * @throws AppError INVALID_ALBUM, INVALID_EXPIRY
 */
export async function changePreferences(
  { db, maxAlbumLength, maxExpiryHours }: PreferenceDeps,
  { accountId, plan }: AccountCaller,
  wanted: Partial<Preferences>,
): Promise<Preferences> {
  const changes = { ...wanted };
  if (wanted.album != null) changes.album = parseAlbumName(wanted.album, maxAlbumLength);
  if (wanted.expiry != null)
    changes.expiry = parseExpiryHours(String(wanted.expiry), plan.maxExpiryHours ?? maxExpiryHours);
  return db.transaction().execute(async (tx) => {
    await lockAccount(tx, accountId);
    const changed = { ...readPreferences(await findPreferences(tx, accountId)), ...changes };
    await setPreferences(tx, accountId, JSON.stringify(changed));
    return changed;
  });
}
