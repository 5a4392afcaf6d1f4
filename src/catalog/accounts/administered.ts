import { sql } from 'kysely';
import type { Position } from '../../core/cursor.ts';
import type { PlanName } from '../../core/plans.ts';
import type { AccountOrder } from '../../core/states.ts';
import type { Db, Tx } from '../schema.ts';
import { type Account, toAccount } from './accounts.ts';
import type { AccountRow } from './rows.ts';

/** An account as administrators see it, with its storage. */
export interface AdministeredAccount extends Account {
  suspendedAt: number | null;
  suspendedReason: string | null;
  images: number;
  /** Of the originals. */
  bytes: number;
  /** The last use of a session or key. */
  lastSeenAt: number | null;
}

/** An account and the value that its list is sorted by. */
export type ListedAccount = AdministeredAccount & { position: number };

/** Filters of a list of accounts; undefined = no filter. */
export interface AccountFilter {
  /** A part of the email address or name, in any case. */
  text?: string | undefined;
  plan?: PlanName | undefined;
  suspended?: boolean | undefined;
  waiting?: boolean | undefined;
}

/** The order of a list of accounts. */
export interface AccountSort {
  by: AccountOrder;
  direction: 'asc' | 'desc';
}

const SORTED = {
  created: 'accounts.created_at',
  bytes: 'accounts.stored_bytes',
  images: 'accounts.stored_images',
  last_seen: 'accounts.last_seen_at',
} as const satisfies Record<AccountOrder, string>;

/**
 * Accounts in an order: one range of one index, so that every page costs the same. Call `addUpChanges` first: the order
 * knows only what has been added up.
 * @param after the last item of the previous page
 */
export async function listAdministered(
  db: Db,
  filter: AccountFilter,
  sort: AccountSort,
  after: Position | undefined,
  limit: number,
): Promise<ListedAccount[]> {
  const rows = await administeredQuery(db, filter, sort, after, limit).execute();
  return rows.map((row) => ({ ...toAdministered(row), position: row.position }));
}

/** The query of `listAdministered`, also for tests of its query plan. */
export function administeredQuery(
  db: Db,
  { text, plan, suspended, waiting }: AccountFilter,
  { by, direction }: AccountSort,
  after: Position | undefined,
  limit: number,
) {
  const column = SORTED[by];
  let query = figuresQuery(db)
    .select(`${column} as position`)
    .orderBy(column, direction)
    .orderBy('accounts.id', direction)
    .limit(limit);
  if (text !== undefined) {
    const part = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where(
      sql<boolean>`(lower(email) like ${part} escape '\\' or lower(coalesce(name, '')) like ${part} escape '\\')`,
    );
  }
  if (plan !== undefined) query = query.where('plan', '=', plan);
  if (suspended !== undefined) query = query.where('suspended_at', suspended ? 'is not' : 'is', null);
  if (waiting !== undefined) query = query.where('waiting_for', waiting ? 'is not' : 'is', null);
  if (after === undefined) return query;
  const comparison = direction === 'desc' ? '<' : '>';
  return query.where((eb) => eb(eb.refTuple(column, 'accounts.id'), comparison, eb.tuple(after.value, after.id)));
}

export async function findAdministered(db: Db, id: string): Promise<AdministeredAccount | undefined> {
  const [found] = await findAllAdministered(db, [id]);
  return found;
}

/** The accounts among the ids that exist, in any order. */
export async function findAllAdministered(db: Db, ids: readonly string[]): Promise<AdministeredAccount[]> {
  if (ids.length === 0) return [];
  return (await figuresQuery(db).where('accounts.id', 'in', ids).execute()).map(toAdministered);
}

export async function setPlan(db: Db, id: string, plan: PlanName): Promise<void> {
  await db.updateTable('accounts').set({ plan }).where('id', '=', id).execute();
}

/** Lets an account be used. */
export async function endWait(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('accounts').set({ waiting_for: null }).where('id', '=', id).execute();
}

export async function countWaiting(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('accounts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('waiting_for', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Accounts that have waited since then or longer. */
export async function listWaitingSince(db: Db, atMs: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('waiting_for', 'is not', null)
    .where('created_at', '<=', atMs)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function setAdmin(db: Db, id: string, isAdmin: boolean): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ is_admin: isAdmin ? 1 : 0 })
    .where('id', '=', id)
    .execute();
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

/** Accounts with what `account_changes` adds to them: exact figures, whose cost does not grow with the images. */
function figuresQuery(db: Db) {
  return db
    .selectFrom('accounts')
    .selectAll('accounts')
    .select([
      pendingOf('sum(images)').as('more_images'),
      pendingOf('sum(bytes)').as('more_bytes'),
      pendingOf('max(seen_at)').as('seen_since'),
    ]);
}

function pendingOf(figure: string) {
  return sql<number | null>`(select ${sql.raw(figure)} from account_changes where account_id = accounts.id)`;
}

type FiguresRow = AccountRow & Record<'more_images' | 'more_bytes' | 'seen_since', number | null>;

function toAdministered(row: FiguresRow): AdministeredAccount {
  return {
    ...toAccount(row),
    suspendedAt: row.suspended_at,
    suspendedReason: row.suspended_reason,
    images: row.stored_images + Number(row.more_images ?? 0),
    bytes: row.stored_bytes + Number(row.more_bytes ?? 0),
    lastSeenAt: Math.max(row.last_seen_at, Number(row.seen_since ?? 0)) || null,
  };
}
