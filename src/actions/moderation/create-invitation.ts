import {
  deleteInvitation,
  type InvitationRecord,
  insertInvitation,
  listInvitations,
} from '../../catalog/accounts/invitations.ts';
import { addAudit } from '../../catalog/moderation/audit.ts';
import type { Db } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import { hashToken, newId, newToken } from '../../core/ids.ts';
import { cleanDescription } from '../../core/names.ts';
import type { PlanName } from '../../core/plans.ts';
import { timestamp } from '../../core/time.ts';
import { normalizeEmail } from '../accounts/register-account.ts';
import { type RegistrationRules, requireDomain } from './admit-registration.ts';

/** The list has no pages. */
export const MAX_INVITATIONS = 1_000;
export const DEFAULT_INVITATION_DAYS = 7;
export const MAX_INVITATION_DAYS = 366;
const DAY_MS = 86_400_000;

interface Deps extends Pick<RegistrationRules, 'clock' | 'registrationDomains'> {
  db: Db;
}

export interface WantedInvitation {
  /** The number of accounts that it admits. */
  uses: number;
  /** Unix milliseconds. */
  expiresAt: number;
  /** Of the accounts. */
  plan: PlanName;
  /** The only address that it admits; null = any. */
  email: string | null;
  /** For administrators. */
  note: string | null;
}

/**
 * Creates an invitation to register. Its token is returned once and stored as a hash.
 * @param actorId account of the administrator; null = a command
 * @throws AppError INVALID_PARAMETER for an end in the past or too far away, and beyond the largest number of
 *   invitations; EMAIL_DOMAIN_REFUSED for an address that could not register
 */
export async function createInvitation(
  deps: Deps,
  actorId: string | null,
  wanted: WantedInvitation,
): Promise<{ invitation: InvitationRecord; token: string }> {
  const { uses, expiresAt, plan } = wanted;
  const now = deps.clock.now();
  if (expiresAt <= now || expiresAt > now + MAX_INVITATION_DAYS * DAY_MS) {
    const detail = `expires_at must be in the future, and at most ${MAX_INVITATION_DAYS} days away.`;
    throw new AppError('INVALID_PARAMETER', { detail, param: 'expires_at' });
  }
  const email = wanted.email === null ? null : normalizeEmail(wanted.email);
  if (email !== null) requireDomain(deps, email);
  const token = newToken('invitation');
  const facts = { id: newId('inv'), uses, used: 0, plan, email, note: cleanDescription(wanted.note) };
  const row = { ...facts, created_at: now, created_by: actorId, expires_at: expiresAt };
  return deps.db.transaction().execute(async (tx) => {
    if ((await listInvitations(tx)).length >= MAX_INVITATIONS) {
      throw new AppError('INVALID_PARAMETER', {
        detail: `There can be at most ${MAX_INVITATIONS} invitations: revoke some.`,
        details: { max_invitations: MAX_INVITATIONS },
      });
    }
    await insertInvitation(tx, { ...row, token_hash: hashToken(token) });
    const details = { uses, plan, expires_at: timestamp(expiresAt), for_address: email !== null };
    await addAudit(tx, { actorId, action: 'invitation.create', subject: row.id, details }, now);
    const invitation = (await listInvitations(tx)).find(({ id }) => id === row.id) as InvitationRecord;
    return { invitation, token };
  });
}

/** Accounts that it has admitted stay. @throws AppError INVITATION_NOT_FOUND */
export async function revokeInvitation(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actorId: string | null,
  id: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const revoked = await deleteInvitation(tx, id);
    if (revoked === undefined) throw new AppError('INVITATION_NOT_FOUND');
    const details = { uses: revoked.uses, used: revoked.used };
    await addAudit(tx, { actorId, action: 'invitation.revoke', subject: id, details }, clock.now());
  });
}

/** The address of the page where an invitation is used. Browsers do not send its fragment, so that no log has the token. */
export function invitationLink(baseUrl: string, token: string): string {
  return `${baseUrl}/register#${token}`;
}
