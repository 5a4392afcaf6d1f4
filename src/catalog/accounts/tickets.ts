import { sql } from 'kysely';
import type { Position } from '../../core/cursor.ts';
import type { Db, Tx } from '../schema.ts';
import type { TicketRow } from './rows.ts';

/** Ended tickets are kept for uploads that began before, and no longer than one can take. */
const KEPT_MS = 24 * 3_600_000;

export async function insertTicket(db: Db, row: TicketRow): Promise<void> {
  await db.insertInto('upload_tickets').values(row).execute();
}

/** Tickets of an account that permit further uploads, newest first. */
export async function listOpenTickets(
  db: Db,
  accountId: string,
  nowMs: number,
  after: Position | undefined,
  limit: number,
): Promise<TicketRow[]> {
  let query = openTickets(db, accountId, nowMs).selectAll();
  if (after !== undefined) {
    query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.value, after.id)));
  }
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** The number of tickets of an account that permit further uploads. */
export async function countOpenTickets(db: Db, accountId: string, nowMs: number): Promise<number> {
  const { count } = await openTickets(db, accountId, nowMs)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function openTickets(db: Db, accountId: string, nowMs: number) {
  return db
    .selectFrom('upload_tickets')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', nowMs)
    .where('used', '<', sql.ref<number>('uploads'));
}

/**
 * Takes uploads from a ticket. The transaction that stores the images calls it: a ticket never permits more of them, and
 * one that fails takes none.
 * @returns what happened: `ended` when the ticket was revoked since the request began
 */
export async function takeUploads(tx: Tx, id: string, count: number): Promise<'taken' | 'used-up' | 'ended'> {
  const taken = await tx
    .updateTable('upload_tickets')
    .set((eb) => ({ used: eb('used', '+', count) }))
    .where('id', '=', id)
    .where((eb) => eb(eb('used', '+', count), '<=', eb.ref('uploads')))
    .returning('id')
    .executeTakeFirst();
  if (taken !== undefined) return 'taken';
  const row = await tx.selectFrom('upload_tickets').select('id').where('id', '=', id).executeTakeFirst();
  return row === undefined ? 'ended' : 'used-up';
}

/** @returns false when the account has no such ticket */
export async function deleteTicket(db: Db, accountId: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('upload_tickets')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

export async function deleteEndedTickets(db: Db, nowMs: number): Promise<void> {
  await db
    .deleteFrom('upload_tickets')
    .where('expires_at', '<=', nowMs - KEPT_MS)
    .execute();
}
