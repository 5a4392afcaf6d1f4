import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { lockAccount } from '../../catalog/accounts/accounts.ts';
import { addAudit } from '../../catalog/moderation/audit.ts';
import type { Db, Tx } from '../../catalog/schema.ts';
import { restartDelivery } from '../../catalog/webhooks/deliveries.ts';
import { newDelivery } from '../../catalog/webhooks/events.ts';
import type { DeliveryRow, WebhookRow } from '../../catalog/webhooks/rows.ts';
import {
  countWebhooks,
  deleteWebhook,
  disableWebhook,
  findWebhook,
  insertWebhook,
  updateWebhook,
  type WebhookOwner,
} from '../../catalog/webhooks/webhooks.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { cleanDescription } from '../../core/names.ts';
import { TEST_EVENT, type WebhookGrant } from '../../core/states.ts';
import type { Clock } from '../../lib/clock.ts';
import { isPublicAddress, OutboundError, parseOutboundUrl } from '../../lib/outbound-request.ts';
import { sealingKeyOf, sealText } from '../../lib/sealed-text.ts';

/** Standard Webhooks 1.0.0: 24 to 64 bytes. */
const SECRET_BYTES = 32;
const HOUR_MS = 3_600_000;

export interface WebhookDeps {
  db: Db;
  clock: Clock;
  /** Encrypts the secrets of webhooks; the same in all processes. */
  webhookSecret: Buffer;
  webhooks: {
    /** The largest number of one owner; 0 = accounts have none. */
    perAccount: number;
    /** Whether receivers may use http and addresses that are not public. */
    allowPrivate: boolean;
  };
}

/** Who acts, and on whose webhooks. */
export interface WebhookActor {
  owner: WebhookOwner;
  /** The account of the caller, for the audit log. */
  actorId: string;
}

/** A webhook with its new secret, which is shown once. */
export interface IssuedWebhook {
  webhook: WebhookRow;
  /** `whsec_` and base64. */
  secret: string;
}

export interface WebhookChange {
  url?: string | undefined;
  description?: string | null | undefined;
  events?: readonly WebhookGrant[] | undefined;
  /** false = disable; true = enable again. */
  active?: boolean | undefined;
}

/** Encrypts the secrets of one webhook: the secret of another cannot be opened as its own. */
export function webhookKeyOf(webhookSecret: Buffer, webhookId: string): Buffer {
  return sealingKeyOf(webhookSecret, 'imgd webhook secret', [webhookId]);
}

/**
 * Adds a webhook.
 * @throws AppError INVALID_PARAMETER for an address that is not permitted, and beyond the number of webhooks
 */
export async function createWebhook(
  deps: WebhookDeps,
  { owner, actorId }: WebhookActor,
  wanted: { url: string; description: string | null; events: readonly WebhookGrant[] },
): Promise<IssuedWebhook> {
  const now = deps.clock.now();
  const id = newId('whk');
  const secret = newSecret();
  const webhook: WebhookRow = {
    id,
    account_id: owner,
    url: parseReceiver(wanted.url, deps.webhooks.allowPrivate),
    description: cleanDescription(wanted.description),
    events: eventsText(wanted.events),
    secret: sealText(secret, webhookKeyOf(deps.webhookSecret, id)),
    old_secret: null,
    old_secret_until: null,
    created_at: now,
    disabled_at: null,
    disabled_reason: null,
    failing_since: null,
    full_since: null,
  };
  await deps.db.transaction().execute(async (tx) => {
    await requireCapacity(tx, owner, deps.webhooks.perAccount);
    await insertWebhook(tx, webhook);
    await audit(deps, tx, { owner, actorId }, 'webhook.create', webhook);
  });
  return { webhook, secret };
}

/** @throws AppError WEBHOOK_NOT_FOUND, also for webhooks of other owners */
export async function requireWebhook({ db }: { db: Db }, owner: WebhookOwner, id: string): Promise<WebhookRow> {
  const webhook = await findWebhook(db, owner, id);
  if (webhook === undefined) throw new AppError('WEBHOOK_NOT_FOUND');
  return webhook;
}

/**
 * Changes a webhook. A disabled one gives its pending deliveries up; an enabled one begins without failures.
 * @throws AppError WEBHOOK_NOT_FOUND, INVALID_PARAMETER
 */
export async function changeWebhook(
  deps: WebhookDeps,
  actor: WebhookActor,
  id: string,
  { url, description, events, active }: WebhookChange,
): Promise<WebhookRow> {
  const values: Partial<WebhookRow> = {
    ...(url === undefined ? {} : { url: parseReceiver(url, deps.webhooks.allowPrivate) }),
    ...(description === undefined ? {} : { description: cleanDescription(description) }),
    ...(events === undefined ? {} : { events: eventsText(events) }),
    ...(active === true ? { disabled_at: null, disabled_reason: null, failing_since: null } : {}),
  };
  return deps.db.transaction().execute(async (tx) => {
    const webhook = await requireWebhook({ db: tx }, actor.owner, id);
    if (Object.keys(values).length > 0) await updateWebhook(tx, id, values);
    if (active === false) await disableWebhook(tx, id, 'owner', deps.clock.now());
    const changed = (await findWebhook(tx, actor.owner, id)) ?? webhook;
    await audit(deps, tx, actor, 'webhook.change', changed);
    return changed;
  });
}

/** Deletes a webhook with its deliveries. @throws AppError WEBHOOK_NOT_FOUND */
export async function removeWebhook(deps: WebhookDeps, actor: WebhookActor, id: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const webhook = await requireWebhook({ db: tx }, actor.owner, id);
    await deleteWebhook(tx, id);
    await audit(deps, tx, actor, 'webhook.delete', webhook);
  });
}

/**
 * Gives a webhook a new secret. For `graceHours` messages are signed with both.
 * @throws AppError WEBHOOK_NOT_FOUND
 */
export async function rotateWebhookSecret(
  deps: WebhookDeps,
  actor: WebhookActor,
  id: string,
  graceHours: number,
): Promise<IssuedWebhook> {
  const secret = newSecret();
  const sealed = sealText(secret, webhookKeyOf(deps.webhookSecret, id));
  return deps.db.transaction().execute(async (tx) => {
    const old = await requireWebhook({ db: tx }, actor.owner, id);
    const grace = {
      old_secret: graceHours === 0 ? null : old.secret,
      old_secret_until: graceHours === 0 ? null : deps.clock.now() + graceHours * HOUR_MS,
    };
    await updateWebhook(tx, id, { secret: sealed, ...grace });
    await audit(deps, tx, actor, 'webhook.rotate', old);
    return { webhook: { ...old, secret: sealed, ...grace }, secret };
  });
}

/** Queues a test message, also to a disabled webhook; it is attempted once. @throws AppError WEBHOOK_NOT_FOUND */
export async function testWebhook(deps: WebhookDeps, { owner }: WebhookActor, id: string): Promise<DeliveryRow> {
  return deps.db.transaction().execute(async (tx) => {
    await requireWebhook({ db: tx }, owner, id);
    const data = JSON.stringify({ webhook_id: id, account_id: owner });
    const delivery = newDelivery(id, TEST_EVENT, data, deps.clock.now());
    await tx.insertInto('webhook_deliveries').values(delivery).execute();
    return delivery;
  });
}

/** Makes a delivery again, with all its attempts and the same id. @throws AppError WEBHOOK_NOT_FOUND, DELIVERY_NOT_FOUND */
export async function redeliver(
  deps: WebhookDeps,
  { owner }: WebhookActor,
  id: string,
  deliveryId: string,
): Promise<DeliveryRow> {
  return deps.db.transaction().execute(async (tx) => {
    await requireWebhook({ db: tx }, owner, id);
    const restarted = await restartDelivery(tx, id, deliveryId, deps.clock.now());
    if (restarted === undefined) throw new AppError('DELIVERY_NOT_FOUND');
    return restarted;
  });
}

function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

function eventsText(events: readonly WebhookGrant[]): string {
  return events.includes('*') ? '*' : events.join(' ');
}

/** @throws AppError INVALID_PARAMETER */
function parseReceiver(text: string, allowPrivate: boolean): string {
  const refuse = (detail: string) => new AppError('INVALID_PARAMETER', { detail, param: 'url' });
  let url: URL;
  try {
    url = parseOutboundUrl(text);
  } catch (error) {
    throw error instanceof OutboundError ? refuse(error.message) : error;
  }
  if (allowPrivate) return url.href;
  if (url.protocol !== 'https:') throw refuse('It must be an https URL.');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isPrivate = isIP(host) !== 0 ? !isPublicAddress(host) : /(^|\.)localhost\.?$/.test(host);
  if (isPrivate) throw refuse('It must be on the public Internet.');
  return url.href;
}

/** Locks the owner, so that concurrent requests cannot pass the check together. @throws AppError INVALID_PARAMETER */
async function requireCapacity(tx: Tx, owner: WebhookOwner, max: number): Promise<void> {
  if (owner !== null) await lockAccount(tx, owner);
  if ((await countWebhooks(tx, owner)) < max) return;
  throw new AppError('INVALID_PARAMETER', {
    detail: max === 0 ? 'This server has no webhooks.' : `There can be at most ${max} webhooks.`,
    details: { max_webhooks: max },
  });
}

/** The webhooks of the service are the business of its administrators. */
async function audit(
  { clock }: WebhookDeps,
  tx: Tx,
  { owner, actorId }: WebhookActor,
  action: string,
  { id, url }: Pick<WebhookRow, 'id' | 'url'>,
): Promise<void> {
  if (owner !== null) return;
  await addAudit(tx, { actorId, action, subject: id, details: { host: new URL(url).host } }, clock.now());
}
