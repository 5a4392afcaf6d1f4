import {
  type Account,
  type AccountCredentials,
  findAccountCredentials,
  insertAccount,
  lockAccount,
  setPasswordHash,
  updateProfile,
} from '../../catalog/accounts/accounts.ts';
import {
  findAccountOfIdentity,
  insertIdentity,
  insertSignIn,
  takeSignIn,
} from '../../catalog/accounts/provider-sign-ins.ts';
import type { Tx } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import { hashToken, newId } from '../../core/ids.ts';
import type { CountStatistic } from '../../core/statistics.ts';
import type { Identity, IdentityProvider, PendingSignIn } from '../../identity/port.ts';
import { admitRegistration, hashInvitation, type RegistrationRules } from '../moderation/admit-registration.ts';
import { type NoticeDeps, notifyAccount } from './notify-account.ts';
import { normalizeEmail } from './register-account.ts';
import { beginSecondStep, type SecondStep } from './require-second-step.ts';
import { endCredentials } from './reset-password.ts';
import { type OpenedSession, openSession, type SessionDeps, type SessionOrigin } from './sessions.ts';

/** Maximum time that a user may spend at the provider. */
const PENDING_MS = 10 * 60_000;
const MAX_NAME_LENGTH = 100;
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,189}$/;

export interface ProviderDeps extends SessionDeps, NoticeDeps, RegistrationRules {
  provider: IdentityProvider;
  statistics?: { count: CountStatistic };
}

/**
 * Begins a sign-in with the identity provider (OpenID Connect).
 * @param invitation the token of an invitation, for the account that a first sign-in creates
 * @returns the URL to send the browser to, and the state that the browser must bring back
 * @throws AppError INVALID_INVITATION for a mistyped one
 */
export async function beginOidcSignIn(
  { db, clock, provider }: ProviderDeps,
  callbackUrl: string,
  invitation?: string,
): Promise<{ url: string; state: string; expiresAt: number }> {
  const invitationHash = invitation === undefined ? undefined : hashInvitation(invitation);
  const { url, pending } = await provider.begin(callbackUrl);
  const expiresAt = clock.now() + PENDING_MS;
  const { state, ...payload } = pending;
  await insertSignIn(db, { stateHash: hashToken(state), payload: { ...payload, invitationHash }, expiresAt });
  return { url, state, expiresAt };
}

/**
 * Completes a sign-in: opens a session of the account that is linked to the identity. The first sign-in of an identity
 * creates the account, or takes over one that holds the address without having verified it. An account with a second factor
 * of its own needs the second step, unless the provider states that it has asked for one.
 * @param origin.from network address of the caller
 * @param state the state of `beginOidcSignIn` from this browser; the provider's answer must contain the same
 * @returns the session, or the second step
 * @throws AppError SIGN_IN_FAILED, EMAIL_TAKEN, ACCOUNT_SUSPENDED, SERVICE_UNAVAILABLE, and the errors of
 *   `admitRegistration`
 */
export async function signInWithOidc(
  deps: ProviderDeps,
  currentUrl: string,
  state: string | undefined,
  origin: SessionOrigin & { from: string },
): Promise<OpenedSession | SecondStep> {
  const { db, clock, provider } = deps;
  const stored = state === undefined ? undefined : await takeSignIn(db, hashToken(state), clock.now());
  if (state === undefined || stored === undefined) {
    throw new AppError('SIGN_IN_FAILED', {
      detail: 'The sign-in took too long or began in another browser: start again.',
    });
  }
  const { invitationHash, ...begun } = stored as Omit<PendingSignIn, 'state'> & { invitationHash?: string };
  const pending = { ...begun, state };
  const identity = await provider.finish(currentUrl, pending);
  return db.transaction().execute(async (tx) => {
    const account =
      (await accountOf(deps, tx, identity)) ??
      (await createAccount(deps, tx, { ...identity, invitationHash }, origin.from));
    if (account.isSuspended) throw new AppError('ACCOUNT_SUSPENDED');
    const within = { ...deps, db: tx };
    const step = identity.secondFactor ? undefined : await beginSecondStep(within, account.id);
    return step ?? openSession(within, account.id, origin, identity.secondFactor);
  });
}

async function accountOf({ clock }: ProviderDeps, tx: Tx, identity: Identity): Promise<AccountCredentials | undefined> {
  const id = await findAccountOfIdentity(tx, identity.issuer, identity.subject);
  const account = id === undefined ? undefined : await findAccountCredentials(tx, { id });
  const isProof = identity.emailVerified && normalizeEmail(identity.email ?? '') === account?.email;
  if (account === undefined || !isProof || account.emailVerifiedAt !== null) return account;
  const emailVerifiedAt = clock.now();
  await updateProfile(tx, account.id, { emailVerifiedAt });
  return { ...account, emailVerifiedAt };
}

/** Creates an account that is linked to the identity, without a password and without keys. */
async function createAccount(
  deps: ProviderDeps,
  tx: Tx,
  identity: Identity & { invitationHash: string | undefined },
  from: string,
): Promise<AccountCredentials> {
  if (deps.registration === 'closed') throw new AppError('REGISTRATION_CLOSED');
  const { emailVerified, name, invitationHash } = identity;
  const email = normalizeEmail(identity.email ?? '');
  if (!emailVerified || !EMAIL.test(email)) {
    throw new AppError('SIGN_IN_FAILED', { detail: 'The provider has not verified your email address.' });
  }
  const applicant = { email, isVerified: true, invitationHash };
  const createdAt = deps.clock.now();
  const account = {
    id: newId('acc'),
    email,
    name: name === null ? null : [...name].slice(0, MAX_NAME_LENGTH).join(''),
    isAdmin: false,
    createdAt,
    emailVerifiedAt: createdAt,
    pendingEmail: null,
    passwordHash: null,
  };
  // Whoever takes an account over needs no invitation.
  const isTaken = (await findAccountCredentials(tx, { email })) !== undefined;
  const terms = isTaken ? undefined : await admitRegistration(deps, tx, applicant);
  if (terms === undefined || !(await insertAccount(tx, { ...account, ...terms }))) {
    const taken = await takeOver(deps, tx, account, from);
    // The account belongs to the person who verified its address, so the identity is not linked to it.
    if (taken === undefined) {
      throw new AppError('EMAIL_TAKEN', { detail: 'Sign in to that account with its password.' });
    }
    await link(tx, identity, taken.id, createdAt);
    return taken;
  }
  await link(tx, identity, account.id, createdAt);
  deps.statistics?.count('registrations');
  return { ...account, ...terms, isSuspended: false };
}

/** @throws AppError SIGN_IN_FAILED when a concurrent sign-in has linked the identity */
async function link(tx: Tx, { issuer, subject }: Identity, accountId: string, createdAt: number): Promise<void> {
  if (!(await insertIdentity(tx, { issuer, subject, accountId, createdAt }))) {
    throw new AppError('SIGN_IN_FAILED', { detail: 'Start again.' });
  }
}

/**
 * Gives an account whose address is unverified to the owner of the address. Its images stay; its password, keys,
 * sessions and other ways in end, because somebody else may have set them up. Without a mail server no owner can verify
 * an address, so every account keeps its own.
 * @returns undefined when the account with this address is not to be taken over
 */
async function takeOver(
  deps: ProviderDeps,
  tx: Tx,
  { email, name, emailVerifiedAt }: Pick<Account, 'email' | 'name' | 'emailVerifiedAt'>,
  from: string,
): Promise<AccountCredentials | undefined> {
  const found = deps.sendsMail ? await findAccountCredentials(tx, { email }) : undefined;
  if (found === undefined) return undefined;
  await lockAccount(tx, found.id);
  const account = await findAccountCredentials(tx, { id: found.id });
  const isFree = account?.email === email && account.emailVerifiedAt === null;
  if (!isFree || account.isAdmin || account.isSuspended) return undefined;
  await endCredentials(tx, account.id, deps.clock.now(), { wasSetUpByStranger: true });
  await setPasswordHash(tx, account.id, null);
  await updateProfile(tx, account.id, { name, emailVerifiedAt });
  await notifyAccount(deps, tx, account.id, 'provider_linked', { from });
  return { ...account, name, emailVerifiedAt, pendingEmail: null, passwordHash: null };
}
