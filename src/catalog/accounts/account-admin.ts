import { sql } from 'kysely';
import type { Position } from '../../core/cursor.ts';
import type { PlanName } from '../../core/plans.ts';
import type { AccountRow, Db, Tx } from '../schema.ts';

/** An account with how much it keeps, as administrators see it. */
export type AdministeredAccount = Omit<AccountRow, 'password_hash'> & { images: number; bytes: number };

/** Which accounts a list has; undefined = whichever. */
export interface AccountFilter {
  /** Part of the email address or name. */
  text?: string | undefined;
  plan?: PlanName | undefined;
  suspended?: boolean | undefined;
}

/** Accounts, the newest first. @param after where the page before ended */
export async function listAdministered(
  db: Db,
  { text, plan, suspended }: AccountFilter,
  after: Position | undefined,
  limit: number,
): Promise<AdministeredAccount[]> {
  let query = accounts(db).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit);
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
  const [found] = await withStorage(db, await accounts(db).where('id', '=', id).execute());
  return found;
}

export async function setPlanOf(tx: Tx, id: string, plan: PlanName): Promise<void> {
  await tx.updateTable('accounts').set({ plan }).where('id', '=', id).execute();
}

/** @param suspension null ends it */
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

function accounts(db: Db) {
  return db
    .selectFrom('accounts')
    .select(['id', 'email', 'name', 'plan', 'is_admin', 'created_at', 'suspended_at', 'suspended_reason']);
}

async function withStorage(
  db: Db,
  rows: readonly Omit<AdministeredAccount, 'images' | 'bytes'>[],
): Promise<AdministeredAccount[]> {
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
    return { ...row, images: Number(images), bytes: Number(bytes) };
  });
}
