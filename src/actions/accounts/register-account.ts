import { type Account, insertAccount } from '../../catalog/accounts/accounts.ts';
import type { Db, Tx } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { parseLabel } from '../../core/names.ts';
import { DEFAULT_PLANS, type PlanName } from '../../core/plans.ts';
import type { Grant } from '../../core/scopes.ts';
import { checkNewPassword } from '../../identity/common-passwords.ts';
import { hashPassword } from '../../identity/password-hash.ts';
import {
  type AccountTerms,
  admitRegistration,
  checkRegistration,
  hashInvitation,
  type RegistrationRules,
} from '../moderation/admit-registration.ts';
import { type IssuedKey, issueKey } from './api-keys.ts';
import type { NoticeDeps } from './notify-account.ts';
import { requestVerification } from './verify-email.ts';

export interface NewAccount {
  email: string;
  /** null for accounts created on the command line, which have only keys. */
  password: string | null;
  name: string | null;
  plan: PlanName;
  isAdmin: boolean;
  /** Whether the operator vouches for the address; otherwise a link that is mailed to it verifies it. */
  isVerified: boolean;
  /** Decides on a registration, in its transaction; absent for accounts that the operator creates. */
  admit?: (tx: Tx) => Promise<AccountTerms>;
}

/**
 * Creates an account with its first API key in one transaction, and queues the mail that verifies its address.
 * @param alongside runs in the same transaction
 * @throws AppError EMAIL_TAKEN, INVALID_PARAMETER for a common password, and the errors of `wanted.admit`
 */
export async function registerAccount(
  deps: NoticeDeps & { db: Db },
  wanted: NewAccount,
  alongside: (tx: Tx, account: Account) => Promise<void> = async () => {},
): Promise<{ account: Account; key: IssuedKey }> {
  const email = normalizeEmail(wanted.email);
  if (wanted.password !== null) await checkNewPassword(wanted.password, email, 'password');
  const passwordHash = wanted.password === null ? null : await hashPassword(wanted.password);
  const { plan } = wanted;
  const admit = wanted.admit ?? (async (): Promise<AccountTerms> => ({ plan, waitingFor: null }));
  const now = deps.clock.now();
  const basis = {
    id: newId('acc'),
    email,
    name: wanted.name === null ? null : parseLabel(wanted.name),
    isAdmin: wanted.isAdmin,
    createdAt: now,
    emailVerifiedAt: wanted.isVerified ? now : null,
    pendingEmail: null,
  };
  return deps.db.transaction().execute(async (tx) => {
    const account = { ...basis, ...(await admit(tx)) };
    if (!(await insertAccount(tx, { ...account, passwordHash }))) throw new AppError('EMAIL_TAKEN', { param: 'email' });
    const grants: Grant[] = wanted.isAdmin ? ['*', 'admin'] : ['*'];
    const key = await issueKey(tx, { accountId: account.id, name: 'default', grants, expiresAt: null }, now);
    if (!wanted.isVerified) await requestVerification(deps, tx, account.id, email);
    await alongside(tx, account);
    return { account, key };
  });
}

/**
 * Registers the account of a visitor by the operator's rules.
 * @param invitation the token of an invitation; undefined = none
 * @throws AppError the errors of `registerAccount` and `admitRegistration`
 */
export async function registerVisitor(
  deps: NoticeDeps & RegistrationRules & { db: Db },
  { invitation, ...wanted }: Pick<NewAccount, 'email' | 'password' | 'name'> & { invitation: string | undefined },
): Promise<{ account: Account; key: IssuedKey }> {
  const invitationHash = invitation === undefined ? undefined : hashInvitation(invitation);
  const applicant = { email: normalizeEmail(wanted.email), isVerified: false, invitationHash };
  await checkRegistration(deps, applicant);
  const { name: plan } = DEFAULT_PLANS.free;
  const admit = (tx: Tx) => admitRegistration(deps, tx, applicant);
  return registerAccount(deps, { ...wanted, plan, isAdmin: false, isVerified: false, admit });
}

/** The canonical spelling of an address, so that it cannot be registered twice. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
