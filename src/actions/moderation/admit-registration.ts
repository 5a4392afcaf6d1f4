import { domainToASCII } from 'node:url';
import { countWaiting } from '../../catalog/accounts/administered.ts';
import { findInvitation, takeInvitation } from '../../catalog/accounts/invitations.ts';
import type { Db, Tx } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import { hashToken, tokenKind } from '../../core/ids.ts';
import { DEFAULT_PLANS, type PlanName } from '../../core/plans.ts';
import type { RegistrationMode, WaitingFor } from '../../core/states.ts';
import type { Clock } from '../../lib/clock.ts';

/** Administrators decide on these accounts one by one: a longer list is the work of a program. */
export const MAX_WAITING_ACCOUNTS = 1_000;

/** The operator's rules of registration. */
export interface RegistrationRules {
  clock: Clock;
  registration: RegistrationMode;
  /** ASCII, in lower case; empty = any. */
  registrationDomains: readonly string[];
  /** Whether an address can be verified by mail. */
  sendsMail: boolean;
}

export interface Applicant {
  /** In its canonical spelling. */
  email: string;
  /** Whether a provider has proved that the address belongs to the applicant. */
  isVerified: boolean;
  /** undefined = none. */
  invitationHash: string | undefined;
}

/** With what an account begins. */
export interface AccountTerms {
  plan: PlanName;
  waitingFor: WaitingFor | null;
}

/** @returns the hash of the token of an invitation. @throws AppError INVALID_INVITATION */
export function hashInvitation(token: string): string {
  if (tokenKind(token) !== 'invitation') throw invalidInvitation();
  return hashToken(token);
}

/**
 * Refuses registrations that `admitRegistration` would refuse, before their password is hashed.
 * @throws AppError REGISTRATION_CLOSED, EMAIL_DOMAIN_REFUSED, INVITATION_REQUIRED, INVALID_INVITATION
 */
export async function checkRegistration(
  rules: RegistrationRules & { db: Db },
  { email, invitationHash: tokenHash }: Applicant,
): Promise<void> {
  if (rules.registration === 'closed') throw new AppError('REGISTRATION_CLOSED');
  requireDomain(rules, email);
  if (tokenHash === undefined) {
    if (rules.registration === 'invitation') throw new AppError('INVITATION_REQUIRED');
  } else if ((await findInvitation(rules.db, { tokenHash, email }, rules.clock.now())) === undefined) {
    throw invalidInvitation();
  }
}

/**
 * Admits a registration by the operator's rules, and uses its invitation. Call it in the transaction that creates the
 * account. Whoever is invited needs no approval.
 * @throws AppError the errors of `checkRegistration`, REGISTRATION_FULL
 */
export async function admitRegistration(rules: RegistrationRules, tx: Tx, applicant: Applicant): Promise<AccountTerms> {
  await checkRegistration({ ...rules, db: tx }, applicant);
  const { email, isVerified, invitationHash: tokenHash } = applicant;
  let plan: PlanName | undefined = DEFAULT_PLANS.free.name;
  if (tokenHash !== undefined) plan = await takeInvitation(tx, { tokenHash, email }, rules.clock.now());
  if (plan === undefined) throw invalidInvitation();
  const needsApproval = rules.registration === 'approval' && tokenHash === undefined;
  // Without a mail, anybody could enter an address of the domain.
  const needsProof = rules.registrationDomains.length > 0 && rules.sendsMail && !isVerified;
  const waitingFor = needsApproval ? 'approval' : needsProof ? 'verification' : null;
  if (waitingFor !== null && (await countWaiting(tx)) >= MAX_WAITING_ACCOUNTS) {
    throw new AppError('REGISTRATION_FULL', { details: { max_waiting: MAX_WAITING_ACCOUNTS } });
  }
  return { plan, waitingFor };
}

/** @throws AppError EMAIL_DOMAIN_REFUSED */
export function requireDomain(
  { registrationDomains: domains }: Pick<RegistrationRules, 'registrationDomains'>,
  email: string,
): void {
  const domain = domainToASCII(email.slice(email.lastIndexOf('@') + 1));
  if (domains.length === 0 || domains.includes(domain)) return;
  throw new AppError('EMAIL_DOMAIN_REFUSED', {
    detail: `Use an address of ${domains.join(' or ')}.`,
    param: 'email',
    details: { domains },
  });
}

function invalidInvitation(): AppError {
  return new AppError('INVALID_INVITATION', {
    detail: 'It is mistyped, expired, revoked or used up, or for another email address.',
    param: 'invitation',
  });
}
