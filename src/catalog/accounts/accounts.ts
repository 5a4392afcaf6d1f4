import { sql } from 'kysely';
import type { Position } from '../../core/cursor.ts';
import type { PlanName } from '../../core/plans.ts';
import type { AccountRow, Db, Tx } from '../schema.ts';

export interface Account {
  id: string;
  email: string;
  name: string | null;
  plan: PlanName;
  isAdmin: boolean;
  createdAt: number;
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

export async function listAccounts(db: Db): Promise<Account[]> {
  const rows = await db.selectFrom('accounts').selectAll().orderBy('created_at').orderBy('id').execute();
  return rows.map(toAccount);
}

/** Changes the given members only. @throws a unique violation when another account has the email address */
export async function updateProfile(
  db: Db,
  id: string,
  changes: { name?: string | null; email?: string },
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await db.updateTable('accounts').set(changes).where('id', '=', id).execute();
}

export async function setPasswordHash(db: Db, id: string, passwordHash: string): Promise<void> {
  await db.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', id).execute();
}

/** Until the transaction ends, other transactions cannot lock the account or insert rows that refer to it. */
export async function lockAccount(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('accounts').select('id').where('id', '=', id).forUpdate().execute();
}

/** Ends all access to an account and frees its email address. The row stays until its images are deleted. */
export async function closeAccount(tx: Tx, id: string, nowMs: number): Promise<void> {
  const closed = { email: `deleted ${id}`, name: null, password_hash: null, is_admin: 0, suspended_at: nowMs };
  await tx.updateTable('accounts').set(closed).where('id', '=', id).execute();
  for (const table of ['keys', 'sessions', 'password_resets', 'identities'] as const) {
    await tx.deleteFrom(table).where('account_id', '=', id).execute();
  }
}

/** Deletes the row, and by cascade its keys, sessions and albums. @throws a foreign key violation when it has images */
export async function deleteAccountRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('accounts').where('id', '=', id).execute();
}

function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    plan: row.plan,
    isAdmin: row.is_admin === 1,
    createdAt: row.created_at,
  };
}

/** An account as administrators see it, with its storage. */
export interface AdministeredAccount extends Account {
  suspendedAt: number | null;
  suspendedReason: string | null;
  images: number;
  /** Of the originals. */
  bytes: number;
}

/** Filters of a list of accounts; undefined = no filter. */
export interface AccountFilter {
  /** A part of the email address or name, in any case. */
  text?: string | undefined;
  plan?: PlanName | undefined;
  suspended?: boolean | undefined;
}

/** Accounts, newest first. @param after the last item of the previous page */
export async function listAdministered(
  db: Db,
  { text, plan, suspended }: AccountFilter,
  after: Position | undefined,
  limit: number,
): Promise<AdministeredAccount[]> {
  let query = db.selectFrom('accounts').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit);
  if (text !== undefined) {
    const part = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where(
      sql<boolean>`(lower(email) like ${part} escape '\\' or lower(coalesce(name, '')) like ${part} escape '\\')`,
    );
  }
  if (plan !== undefined) query = query.where('plan', '=', plan);
  if (suspended !== undefined) query = query.where('suspended_at', suspended ? 'is not' : 'is', null);
  if (after !== undefined) {
    query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.value, after.id)));
  }
  return withStorage(db, await query.execute());
}

export async function findAdministered(db: Db, id: string): Promise<AdministeredAccount | undefined> {
  const [found] = await withStorage(db, await db.selectFrom('accounts').selectAll().where('id', '=', id).execute());
  return found;
}

export async function setPlan(db: Db, id: string, plan: PlanName): Promise<void> {
  await db.updateTable('accounts').set({ plan }).where('id', '=', id).execute();
}

/** @param suspension null ends the suspension */
export async function setSuspension(
  tx: Tx,
  id: string,
  suspension: { atMs: number; reason: string | null } | null,
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ suspended_at: suspension?.atMs ?? null, suspended_reason: suspension?.reason ?? null })
    .where('id', '=', id)
    .execute();
}

async function withStorage(db: Db, rows: readonly AccountRow[]): Promise<AdministeredAccount[]> {
  if (rows.length === 0) return [];
  const sums = await db
    .selectFrom('images')
    .select((eb) => ['account_id', eb.fn.countAll<number>().as('images'), eb.fn.sum<number>('size_bytes').as('bytes')])
    .where(
      'account_id',
      'in',
      rows.map(({ id }) => id),
    )
    .groupBy('account_id')
    .execute();
  const byAccount = new Map(sums.map((sum) => [sum.account_id, sum]));
  return rows.map((row) => {
    const { images = 0, bytes = 0 } = byAccount.get(row.id) ?? {};
    return {
      ...toAccount(row),
      suspendedAt: row.suspended_at,
      suspendedReason: row.suspended_reason,
      images: Number(images),
      bytes: Number(bytes),
    };
  });
}
