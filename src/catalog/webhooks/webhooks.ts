import type { Position } from '../../core/cursor.ts';
import type { DisabledReason } from '../../core/states.ts';
import type { Db, Tx } from '../schema.ts';
import type { WebhookRow } from './rows.ts';

/** Whose webhooks: those of an account; null = those of the service. */
export type WebhookOwner = string | null;

export async function insertWebhook(tx: Tx, row: WebhookRow): Promise<void> {
  await tx.insertInto('webhooks').values(row).execute();
}

export async function countWebhooks(db: Db, owner: WebhookOwner): Promise<number> {
  const { count } = await ofOwner(db, owner)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The webhooks of an owner, oldest first. */
export async function listWebhooks(db: Db, owner: WebhookOwner): Promise<WebhookRow[]> {
  return ofOwner(db, owner).selectAll().orderBy('created_at').orderBy('id').execute();
}

/** @returns undefined when the owner has no such webhook */
export async function findWebhook(db: Db, owner: WebhookOwner, id: string): Promise<WebhookRow | undefined> {
  return ofOwner(db, owner).selectAll().where('id', '=', id).executeTakeFirst();
}

export async function updateWebhook(tx: Tx, id: string, values: Partial<WebhookRow>): Promise<void> {
  await tx.updateTable('webhooks').set(values).where('id', '=', id).execute();
}

/** Deletes a webhook with its deliveries. @returns false when it does not exist */
export async function deleteWebhook(tx: Tx, id: string): Promise<boolean> {
  const deleted = await tx.deleteFrom('webhooks').where('id', '=', id).returning('id').executeTakeFirst();
  return deleted !== undefined;
}

/** Deletes the webhooks of an account with their deliveries. */
export async function deleteWebhooksOf(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('webhooks').where('account_id', '=', accountId).execute();
}

/**
 * Disables a webhook and gives its pending deliveries up.
 * @returns false when it is disabled already or does not exist
 */
export async function disableWebhook(tx: Tx, id: string, reason: DisabledReason, nowMs: number): Promise<boolean> {
  const disabled = await tx
    .updateTable('webhooks')
    .set({ disabled_at: nowMs, disabled_reason: reason, full_since: null })
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (disabled === undefined) return false;
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', due_at: null, lease_owner: null, finished_at: nowMs, error: 'The webhook is disabled.' })
    .where('webhook_id', '=', id)
    .where('due_at', 'is not', null)
    .execute();
  return true;
}

/** The deliveries of a webhook as their owner sees them, newest first. @param after the last item of the page before */
export async function listDeliveries(db: Db, webhookId: string, after: Position | undefined, limit: number) {
  let query = db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (after !== undefined) {
    query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.value, after.id)));
  }
  return query.execute();
}

function ofOwner(db: Db, owner: WebhookOwner) {
  const query = db.selectFrom('webhooks');
  return owner === null ? query.where('account_id', 'is', null) : query.where('account_id', '=', owner);
}
