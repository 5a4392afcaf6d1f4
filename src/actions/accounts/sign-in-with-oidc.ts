import { type AccountCredentials, findAccountCredentials, insertAccount } from '../../catalog/accounts/accounts.ts';
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
import { normalizeEmail } from './register-account.ts';
import { type OpenedSession, openSession, type SessionDeps, type SessionOrigin } from './sessions.ts';

/** Maximum time that a user may spend at the provider. */
const PENDING_MS = 10 * 60_000;
const MAX_NAME_LENGTH = 100;
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,189}$/;

export interface ProviderDeps extends SessionDeps {
  provider: IdentityProvider;
  /** Whether a first sign-in creates an account. */
  registrationOpen: boolean;
  statistics?: { count: CountStatistic };
}

/**
 * Begins a sign-in with the identity provider (OpenID Connect).
 * @returns the URL to send the browser to, and the state that the browser must bring back
 */
export async function beginOidcSignIn(
  { db, clock, provider }: ProviderDeps,
  callbackUrl: string,
): Promise<{ url: string; state: string; expiresAt: number }> {
  const { url, pending } = await provider.begin(callbackUrl);
  const expiresAt = clock.now() + PENDING_MS;
  const { state, ...payload } = pending;
  await insertSignIn(db, { stateHash: hashToken(state), payload, expiresAt });
  return { url, state, expiresAt };
}

/**
 * Completes a sign-in: opens a session of the account that is linked to the identity. The first sign-in of an identity
 * creates the account.
 * @param state the state of `beginOidcSignIn` from this browser; the provider's answer must contain the same
 * @throws AppError SIGN_IN_FAILED, REGISTRATION_CLOSED, EMAIL_TAKEN, ACCOUNT_SUSPENDED, SERVICE_UNAVAILABLE
 */
export async function signInWithOidc(
  deps: ProviderDeps,
  currentUrl: string,
  state: string | undefined,
  origin: SessionOrigin,
): Promise<OpenedSession> {
  const { db, clock, provider } = deps;
  const stored = state === undefined ? undefined : await takeSignIn(db, hashToken(state), clock.now());
  if (state === undefined || stored === undefined) {
    throw new AppError('SIGN_IN_FAILED', {
      detail: 'The sign-in took too long or began in another browser: start again.',
    });
  }
  const pending = { ...(stored as Omit<PendingSignIn, 'state'>), state };
  const identity = await provider.finish(currentUrl, pending);
  return db.transaction().execute(async (tx) => {
    const account = (await accountOf(tx, identity)) ?? (await createAccount(deps, tx, identity));
    if (account.isSuspended) throw new AppError('ACCOUNT_SUSPENDED');
    return openSession({ ...deps, db: tx }, account.id, origin);
  });
}

async function accountOf(tx: Tx, { issuer, subject }: Identity): Promise<AccountCredentials | undefined> {
  const id = await findAccountOfIdentity(tx, issuer, subject);
  return id === undefined ? undefined : findAccountCredentials(tx, { id });
}

/** Creates an account that is linked to the identity, without a password and without keys. */
async function createAccount(deps: ProviderDeps, tx: Tx, identity: Identity): Promise<AccountCredentials> {
  if (!deps.registrationOpen) throw new AppError('REGISTRATION_CLOSED');
  const { issuer, subject, emailVerified, name } = identity;
  const email = normalizeEmail(identity.email ?? '');
  if (!emailVerified || !EMAIL.test(email)) {
    throw new AppError('SIGN_IN_FAILED', { detail: 'The provider has not verified your email address.' });
  }
  const createdAt = deps.clock.now();
  const account = {
    id: newId('acc'),
    email,
    name: name === null ? null : [...name].slice(0, MAX_NAME_LENGTH).join(''),
    plan: 'free' as const,
    isAdmin: false,
    createdAt,
    passwordHash: null,
  };
  // The account with this address may belong to another person, so the identity is not linked to it.
  if (!(await insertAccount(tx, account))) {
    throw new AppError('EMAIL_TAKEN', { detail: 'Sign in to that account with its password.' });
  }
  if (!(await insertIdentity(tx, { issuer, subject, accountId: account.id, createdAt }))) {
    throw new AppError('SIGN_IN_FAILED', { detail: 'Start again.' });
  }
  deps.statistics?.count('registrations');
  return { ...account, isSuspended: false };
}
