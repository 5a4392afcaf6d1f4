import { sql } from 'kysely';
import type { PlanName } from '../../core/plans.ts';
import type { WaitingFor } from '../../core/states.ts';
import type { Db, Tx } from '../schema.ts';
import { deleteWebhooksOf } from '../webhooks/webhooks.ts';
import { deleteKeysOf } from './keys.ts';
import type { AccountRow } from './rows.ts';

export interface Account {
  id: string;
  email: string;
  name: string | null;
  plan: PlanName;
  isAdmin: boolean;
  createdAt: number;
  /** When a mail, a provider or the operator proved that the address belongs to the owner; null = never. */
  emailVerifiedAt: number | null;
  /** The address that replaces `email` once it is verified. */
  pendingEmail: string | null;
  /** What has to happen before the account can be used; null = nothing. */
  waitingFor: WaitingFor | null;
}

/** An account with the columns that sign-in checks. */
export interface AccountCredentials extends Account {
  passwordHash: string | null;
  isSuspended: boolean;
}

/** @returns false when the email address is taken */
export async function insertAccount(db: Db, account: Account & { passwordHash: string | null }): Promise<boolean> {
  const inserted = await db
    .insertInto('accounts')
    .values({
      id: account.id,
      email: account.email,
      name: account.name,
      password_hash: account.passwordHash,
      plan: account.plan,
      is_admin: account.isAdmin ? 1 : 0,
      created_at: account.createdAt,
      second_factor_required: 0,
      email_verified_at: account.emailVerifiedAt,
      pending_email: account.pendingEmail,
      notices: 0,
      notices_since: 0,
      stored_images: 0,
      stored_bytes: 0,
      last_seen_at: 0,
      waiting_for: account.waitingFor,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function findAccountByEmail(db: Db, email: string): Promise<Account | undefined> {
  const row = await db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst();
  return row && toAccount(row);
}

export async function findAccountCredentials(
  db: Db,
  by: { id: string } | { email: string },
): Promise<AccountCredentials | undefined> {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['email', by.email] as const);
  const row = await db.selectFrom('accounts').selectAll().where(column, '=', value).executeTakeFirst();
  if (row === undefined) return undefined;
  return { ...toAccount(row), passwordHash: row.password_hash, isSuspended: row.suspended_at !== null };
}

/** Whether an account was deleted; false if the catalog cannot tell now. */
export async function isAccountGone(db: Db, id: string): Promise<boolean> {
  return (await findAccountCredentials(db, { id }).catch(() => null)) === undefined;
}

export async function listAccounts(db: Db): Promise<(Account & { isSuspended: boolean })[]> {
  const rows = await db.selectFrom('accounts').selectAll().orderBy('created_at').orderBy('id').execute();
  return rows.map((row) => ({ ...toAccount(row), isSuspended: row.suspended_at !== null }));
}

/**
 * Changes the given members only. A verified address ends the wait for one.
 * @throws a unique violation when another account has the email address
 */
export async function updateProfile(
  db: Db,
  id: string,
  changes: { name?: string | null; email?: string; emailVerifiedAt?: number | null; pendingEmail?: string | null },
): Promise<void> {
  const { emailVerifiedAt, pendingEmail, ...columns } = changes;
  const isProof = emailVerifiedAt != null;
  const set = {
    ...columns,
    ...(isProof && { waiting_for: sql<WaitingFor | null>`nullif(waiting_for, 'verification')` }),
    ...(emailVerifiedAt === undefined ? {} : { email_verified_at: emailVerifiedAt }),
    ...(pendingEmail === undefined ? {} : { pending_email: pendingEmail }),
  };
  if (Object.keys(set).length === 0) return;
  await db.updateTable('accounts').set(set).where('id', '=', id).execute();
}

/**
 * Counts a mailed notice in a window that the first one opens.
 * @returns the number of notices in the window, this one included; undefined beyond `max`, which is not counted
 */
export async function countNotice(
  db: Db,
  id: string,
  nowMs: number,
  { windowMs, max }: { windowMs: number; max: number },
): Promise<number | undefined> {
  const isOver = sql<boolean>`notices_since <= ${nowMs - windowMs}`;
  const row = await db
    .updateTable('accounts')
    .set((eb) => ({
      notices: eb
        .case()
        .when(isOver)
        .then(1)
        .else(eb('notices', '+', 1))
        .end(),
      notices_since: eb.case().when(isOver).then(nowMs).else(eb.ref('notices_since')).end(),
    }))
    .where('id', '=', id)
    .where((eb) => eb.or([isOver, eb('notices', '<', max)]))
    .returning('notices')
    .executeTakeFirst();
  return row?.notices;
}

/** @returns a JSON object; null when none were ever chosen, or when the account does not exist */
export async function findPreferences(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('accounts').select('preferences').where('id', '=', id).executeTakeFirst();
  return row?.preferences ?? null;
}

export async function setPreferences(db: Db, id: string, preferences: string): Promise<void> {
  await db.updateTable('accounts').set({ preferences }).where('id', '=', id).execute();
}

/** @param passwordHash null = no password */
export async function setPasswordHash(db: Db, id: string, passwordHash: string | null): Promise<void> {
  await db.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', id).execute();
}

/** Until the transaction ends, other transactions cannot lock the account or insert rows that refer to it. */
export async function lockAccount(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('accounts').select('id').where('id', '=', id).forUpdate().execute();
}

/** Ends all access to an account and frees its email address. The row stays until its images are deleted. */
export async function closeAccount(tx: Tx, id: string, nowMs: number): Promise<void> {
  const closed = { email: `deleted ${id}`, name: null, password_hash: null, is_admin: 0, suspended_at: nowMs };
  const nothing = { email_verified_at: null, pending_email: null, preferences: null, waiting_for: null };
  await tx
    .updateTable('accounts')
    .set({ ...closed, ...nothing })
    .where('id', '=', id)
    .execute();
  // Its own webhooks go first: only those of the service get the events that follow.
  await deleteWebhooksOf(tx, id);
  await deleteKeysOf(tx, id, nowMs);
  const credentials = ['sessions', 'password_resets', 'email_verifications', 'identities'] as const;
  for (const table of [
    ...credentials,
    'second_factors',
    'recovery_codes',
    'challenges',
    'account_days',
    'exports',
  ] as const) {
    await tx.deleteFrom(table).where('account_id', '=', id).execute();
  }
}

/** Deletes the row, and by cascade its keys, sessions and albums. @throws a foreign key violation when it has images */
export async function deleteAccountRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('accounts').where('id', '=', id).execute();
}

export function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    plan: row.plan,
    isAdmin: row.is_admin === 1,
    createdAt: row.created_at,
    emailVerifiedAt: row.email_verified_at,
    pendingEmail: row.pending_email,
    waitingFor: row.waiting_for,
  };
}
