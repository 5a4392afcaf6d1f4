import type { Db, Tx } from '../../catalog/schema.ts';
import { endAttempt, type LeasedDelivery } from '../../catalog/webhooks/deliveries.ts';
import type { DeliveryRow, WebhookRow } from '../../catalog/webhooks/rows.ts';
import { disableWebhook, updateWebhook } from '../../catalog/webhooks/webhooks.ts';
import type { PublicUrls } from '../../core/links.ts';
import { type AttemptOutcome, TEST_EVENT } from '../../core/states.ts';
import type { Clock } from '../../lib/clock.ts';
import { openText } from '../../lib/sealed-text.ts';
import { signWebhook } from '../../lib/webhook-signature.ts';
import { messageBody, retryDelayMs } from '../../webhooks/message.ts';
import type { SendWebhook, WebhookAnswer } from '../../webhooks/port.ts';
import { type NoticeDeps, notifyAccount } from '../accounts/notify-account.ts';
import { webhookKeyOf } from './webhooks.ts';

const GONE = 410;
/** A webhook that has failed for so long is disabled. */
const MAX_FAILING_MS = 5 * 86_400_000;

export interface DeliverDeps extends NoticeDeps {
  db: Db;
  clock: Clock;
  urls: PublicUrls;
  send: SendWebhook;
  /** Opens the secrets of webhooks. */
  webhookSecret: Buffer;
  /** The delay before each attempt. */
  scheduleSeconds: readonly number[];
}

/** What became of an attempt. */
export interface Attempt {
  outcome: AttemptOutcome;
  answer: WebhookAnswer;
  durationMs: number;
  /** Whether it disabled the webhook. */
  disabled: boolean;
}

/**
 * Makes one attempt of a leased delivery, and records its outcome. After a failure the delivery is due again by the
 * schedule, and not before the receiver permits; after the last attempt it has failed. Tests are attempted once.
 * @param owner of the lease
 */
export async function deliverWebhook(
  deps: DeliverDeps,
  { delivery, webhook }: LeasedDelivery,
  owner: string,
): Promise<Attempt> {
  const { db, clock, send } = deps;
  const startedAt = clock.now();
  const body = messageBody(delivery, deps.urls.imageHost);
  const headers = signWebhook(secretsOf(deps, webhook, startedAt), body, startedAt, delivery.id);
  const began = performance.now();
  const answer = await send({ url: webhook.url, headers, body });
  const durationMs = Math.round(performance.now() - began);
  const now = clock.now();
  const isTest = delivery.type === TEST_EVENT;
  const delayMs = isTest || answer.status === GONE ? undefined : retryDelayMs(delivery.attempts, deps.scheduleSeconds);
  const dueAt = answer.isDelivered || delayMs === undefined ? null : now + Math.max(delayMs, answer.retryAfterMs);
  const state = answer.isDelivered ? 'delivered' : dueAt === null ? 'failed' : 'pending';
  const disabled = await db.transaction().execute(async (tx) => {
    // The webhook first: a request that deletes it locks both in this order.
    const ended = answer.isDelivered
      ? await markHealthy(tx, webhook)
      : !isTest && (await markFailing(deps, tx, webhook, answer, startedAt));
    await endAttempt(tx, delivery.id, owner, {
      state,
      due_at: dueAt,
      finished_at: dueAt === null ? now : null,
      duration_ms: durationMs,
      response_status: answer.status,
      error: answer.error,
    } satisfies Partial<DeliveryRow>);
    return ended;
  });
  const outcome = state === 'pending' ? 'retried' : state;
  return { outcome, answer, durationMs, disabled };
}

function secretsOf({ webhookSecret }: DeliverDeps, webhook: WebhookRow, now: number): string[] {
  const key = webhookKeyOf(webhookSecret, webhook.id);
  const { secret, old_secret: old, old_secret_until: until } = webhook;
  const secrets = [openText(secret, key)];
  if (old !== null && until !== null && until > now) secrets.push(openText(old, key));
  return secrets;
}

async function markHealthy(tx: Tx, webhook: WebhookRow): Promise<false> {
  if (webhook.failing_since !== null) await updateWebhook(tx, webhook.id, { failing_since: null });
  return false;
}

/** @returns whether it disabled the webhook */
async function markFailing(
  deps: DeliverDeps,
  tx: Tx,
  { id, account_id: accountId, failing_since: since, disabled_at: disabledAt }: WebhookRow,
  { status }: WebhookAnswer,
  now: number,
): Promise<boolean> {
  if (disabledAt !== null) return false;
  const isGone = status === GONE;
  if (!isGone && (since === null || now - since < MAX_FAILING_MS)) {
    if (since === null) await updateWebhook(tx, id, { failing_since: now });
    return false;
  }
  const disabled = await disableWebhook(tx, id, isGone ? 'gone' : 'failures', now);
  if (disabled && accountId !== null)
    await notifyAccount(deps, tx, accountId, 'webhook_disabled', { from: null, detail: id });
  return disabled;
}
