import type { ExpressionBuilder } from 'kysely';
import type { PlanName } from '../../core/plans.ts';
import type { Db, Schema, Tx } from '../schema.ts';
import type { InvitationRow } from './rows.ts';

/** Ended invitations are kept for so long, so that administrators see how many of their uses were taken. */
const KEPT_MS = 30 * 86_400_000;

export async function insertInvitation(db: Db, row: InvitationRow): Promise<void> {
  await db.insertInto('invitations').values(row).execute();
}

interface Applicant {
  /** Of the token of the invitation. */
  tokenHash: string;
  email: string;
}

/** An invitation as administrators see it. */
export type InvitationRecord = Omit<InvitationRow, 'token_hash'> & { creator_email: string | null };

/** All invitations, the newest first; those that have ended for some time are gone. */
export async function listInvitations(db: Db): Promise<InvitationRecord[]> {
  return db
    .selectFrom('invitations')
    .leftJoin('accounts', 'accounts.id', 'invitations.created_by')
    .select(['invitations.id', 'uses', 'used', 'invitations.plan', 'invitations.email', 'note'])
    .select(['invitations.created_at', 'created_by', 'expires_at', 'accounts.email as creator_email'])
    .orderBy('invitations.created_at', 'desc')
    .orderBy('invitations.id', 'desc')
    .execute();
}

/** @returns the id of an invitation that still admits the address */
export async function findInvitation(db: Db, applicant: Applicant, nowMs: number): Promise<string | undefined> {
  const row = await db.selectFrom('invitations').select('id').where(admits(applicant, nowMs)).executeTakeFirst();
  return row?.id;
}

/**
 * Uses an invitation once. Call it in the transaction that creates the account: an invitation never admits more accounts
 * than it has uses, and a registration that fails uses none.
 * @returns the plan of the account; undefined when the invitation does not admit the address
 */
export async function takeInvitation(tx: Tx, applicant: Applicant, nowMs: number): Promise<PlanName | undefined> {
  const row = await tx
    .updateTable('invitations')
    .set((eb) => ({ used: eb('used', '+', 1) }))
    .where(admits(applicant, nowMs))
    .returning('plan')
    .executeTakeFirst();
  return row?.plan;
}

function admits({ tokenHash, email }: Applicant, nowMs: number) {
  return (eb: ExpressionBuilder<Schema, 'invitations'>) =>
    eb.and([
      eb('token_hash', '=', tokenHash),
      eb('expires_at', '>', nowMs),
      eb('used', '<', eb.ref('uses')),
      eb.or([eb('email', 'is', null), eb('email', '=', email)]),
    ]);
}

/** @returns the deleted invitation; undefined when there is none */
export async function deleteInvitation(db: Db, id: string): Promise<InvitationRow | undefined> {
  return db.deleteFrom('invitations').where('id', '=', id).returningAll().executeTakeFirst();
}

export async function deleteOldInvitations(db: Db, nowMs: number): Promise<void> {
  await db
    .deleteFrom('invitations')
    .where('expires_at', '<=', nowMs - KEPT_MS)
    .execute();
}
