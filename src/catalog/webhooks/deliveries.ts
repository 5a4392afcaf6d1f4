import { sql } from 'kysely';
import type { Db, Tx } from '../schema.ts';
import type { DeliveryRow, WebhookRow } from './rows.ts';

/** A delivery that may be taken. */
export type DueDelivery = Pick<DeliveryRow, 'id' | 'webhook_id'>;

/**
 * Deliveries that are due, longest due first. A running attempt is due again when its lease ends.
 * @param exceptWebhooks webhooks whose deliveries are left out
 */
export async function listDueDeliveries(
  db: Db,
  exceptWebhooks: readonly string[],
  nowMs: number,
  limit: number,
): Promise<DueDelivery[]> {
  return db
    .selectFrom('webhook_deliveries')
    .select(['id', 'webhook_id'])
    .where('due_at', '<=', nowMs)
    .$if(exceptWebhooks.length > 0, (query) => query.where('webhook_id', 'not in', exceptWebhooks))
    .orderBy('due_at')
    .orderBy('webhook_id')
    .limit(limit)
    .execute();
}

/** A delivery whose attempt may begin, with the receiver. */
export interface LeasedDelivery {
  delivery: DeliveryRow;
  webhook: WebhookRow;
}

/**
 * Leases deliveries, each for one node: a concurrent lease of another node leaves them out. The attempt counts from now.
 * @returns those that are still due
 */
export async function leaseDeliveries(
  db: Db,
  ids: readonly string[],
  owner: string,
  nowMs: number,
  leaseMs: number,
): Promise<LeasedDelivery[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .updateTable('webhook_deliveries')
    .set((eb) => ({
      due_at: nowMs + leaseMs,
      lease_owner: owner,
      attempts: eb('attempts', '+', 1),
      attempted_at: nowMs,
    }))
    .where('id', 'in', ids)
    .where('due_at', '<=', nowMs)
    .returningAll()
    .execute();
  if (rows.length === 0) return [];
  const webhooks = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', 'in', [...new Set(rows.map((row) => row.webhook_id))])
    .execute();
  const byId = new Map(webhooks.map((webhook) => [webhook.id, webhook]));
  return rows.flatMap((delivery) => {
    const webhook = byId.get(delivery.webhook_id);
    return webhook === undefined ? [] : [{ delivery, webhook }];
  });
}

/** Ends an attempt of this owner. @returns false when the lease is lost, or the delivery is gone */
export async function endAttempt(
  tx: Tx,
  id: string,
  owner: string,
  outcome: Partial<DeliveryRow> & Pick<DeliveryRow, 'state' | 'due_at'>,
): Promise<boolean> {
  const ended = await tx
    .updateTable('webhook_deliveries')
    .set({ ...outcome, lease_owner: null })
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/**
 * Makes a delivery due now, with all its attempts.
 * @returns undefined when the webhook has no such delivery
 */
export async function restartDelivery(
  tx: Tx,
  webhookId: string,
  id: string,
  nowMs: number,
): Promise<DeliveryRow | undefined> {
  return tx
    .updateTable('webhook_deliveries')
    .set({ state: 'pending', due_at: nowMs, lease_owner: null, attempts: 0, finished_at: null })
    .where('id', '=', id)
    .where('webhook_id', '=', webhookId)
    .returningAll()
    .executeTakeFirst();
}

/** Makes all leased deliveries due. Call it only when no other process is running. */
export async function releaseAllDeliveries(db: Db, nowMs: number): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ due_at: nowMs, lease_owner: null })
    .where('due_at', 'is not', null)
    .where('lease_owner', 'is not', null)
    .execute();
}

export interface PendingDeliveries {
  count: number;
  /** Of the event; null without pending deliveries. */
  oldestAt: number | null;
}

/** All deliveries that still have to be made. The cost is linear in their number, which the limits bound. */
export async function countPending(db: Db): Promise<PendingDeliveries> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<number | null>('created_at').as('oldest')])
    .where('due_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), oldestAt: row.oldest === null ? null : Number(row.oldest) };
}

/**
 * Marks the webhooks that have too many pending deliveries, and takes the mark from those that have made half of them.
 * @returns the newly marked ones
 */
export async function markFullWebhooks(db: Db, maxPending: number, nowMs: number): Promise<string[]> {
  const counts = await db
    .selectFrom('webhook_deliveries')
    .select((eb) => ['webhook_id', eb.fn.countAll<number>().as('count')])
    .where('due_at', 'is not', null)
    .groupBy('webhook_id')
    .having((eb) => eb(eb.fn.countAll(), '>', Math.floor(maxPending / 2)))
    .execute();
  const full = counts.filter(({ count }) => Number(count) >= maxPending).map((row) => row.webhook_id);
  const busy = counts.map((row) => row.webhook_id);
  await db
    .updateTable('webhooks')
    .set({ full_since: null })
    .where('full_since', 'is not', null)
    .$if(busy.length > 0, (query) => query.where('id', 'not in', busy))
    .execute();
  if (full.length === 0) return [];
  const marked = await db
    .updateTable('webhooks')
    .set({ full_since: nowMs })
    .where('id', 'in', full)
    .where('full_since', 'is', null)
    .returning('id')
    .execute();
  return marked.map(({ id }) => id);
}

/** Rows of one statement: other writers wait some milliseconds for it. */
const BATCH = 1_000;

/**
 * Deletes finished deliveries that ended before the instant, and the oldest ones of webhooks that keep too many.
 * @returns the number of deleted rows
 */
export async function deleteFinishedDeliveries(db: Db, beforeMs: number, maxKept: number): Promise<number> {
  let deleted = 0;
  for (let last = BATCH; last === BATCH; deleted += last) {
    const old = await db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('finished_at', '<', beforeMs)
      .limit(BATCH)
      .execute();
    last = await deleteDeliveries(db, old);
  }
  for (const { id } of await db.selectFrom('webhooks').select('id').execute()) {
    for (let last = BATCH; last === BATCH; deleted += last) {
      const extra = await db
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('webhook_id', '=', id)
        .where('finished_at', 'is not', null)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(maxKept)
        .limit(BATCH)
        .execute();
      last = await deleteDeliveries(db, extra);
    }
  }
  return deleted;
}

async function deleteDeliveries(db: Db, rows: readonly { id: string }[]): Promise<number> {
  if (rows.length === 0) return 0;
  const deleted = await db
    .deleteFrom('webhook_deliveries')
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    // A redelivery may have begun since.
    .where('due_at', 'is', null)
    .returning(sql<number>`1`.as('one'))
    .execute();
  return deleted.length;
}
