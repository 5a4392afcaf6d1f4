import {
  changeWebhook,
  createWebhook,
  redeliver,
  removeWebhook,
  requireWebhook,
  rotateWebhookSecret,
  testWebhook,
  type WebhookActor,
  type WebhookDeps,
  type IssuedWebhook as WebhookWithSecret,
} from '../../actions/webhooks/webhooks.ts';
import { IdParams, PageQuery } from '../../api/envelope.ts';
import {
  type DeliveryInfo,
  DeliveryParams,
  type IssuedWebhook,
  WebhookBodies,
  type WebhookInfo,
  WebhookResponses,
} from '../../api/webhooks.ts';
import type { DeliveryRow, WebhookRow } from '../../catalog/webhooks/rows.ts';
import { listDeliveries, listWebhooks } from '../../catalog/webhooks/webhooks.ts';
import type { AccountCaller } from '../../core/caller.ts';
import { readPage } from '../../core/cursor.ts';
import { timestamp, timestampOrNull } from '../../core/time.ts';
import { endPage, pageOf } from '../images/images.ts';
import { counted, success } from '../protocol/success.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';

export interface WebhookRouteDeps extends WebhookDeps {
  readonly baseUrl: string;
  cursorSecret: Uint8Array;
}

/** Where a set of webhooks is, and who may manage it. */
interface Place {
  path: string;
  access: 'webhooks:manage' | 'admin';
  tag: 'Webhooks' | 'Administration';
  /** Ends the names of the operations. */
  suffix: '' | 'OfService';
  actorOf(caller: AccountCaller): WebhookActor;
}

const OF_ACCOUNT: Place = {
  path: '/webhooks',
  access: 'webhooks:manage',
  tag: 'Webhooks',
  suffix: '',
  actorOf: ({ accountId }) => ({ owner: accountId, actorId: accountId }),
};
const OF_SERVICE: Place = {
  path: '/admin/webhooks',
  access: 'admin',
  tag: 'Administration',
  suffix: 'OfService',
  actorOf: ({ accountId }) => ({ owner: null, actorId: accountId }),
};

/** /webhooks of an account, and /admin/webhooks, which hear of all accounts. */
export function webhookRoutes(api: App, deps: WebhookRouteDeps): void {
  for (const place of [OF_ACCOUNT, OF_SERVICE]) {
    collectionRoutes(api, deps, place);
    memberRoutes(api, deps, place);
    secretRoutes(api, deps, place);
    deliveryRoutes(api, deps, place);
  }
}

function collectionRoutes(api: App, deps: WebhookRouteDeps, { path, access, tag, suffix, actorOf }: Place): void {
  route(api, {
    method: 'GET',
    path,
    operationId: `listWebhooks${suffix}`,
    summary: 'List webhooks',
    tag,
    access,
    answer: WebhookResponses.webhooks,
    async handler({ caller }) {
      const webhooks = (await listWebhooks(deps.db, actorOf(caller).owner)).map((one) => webhookView(one, deps));
      return success({ webhooks }, counted(webhooks.length, 'webhook'));
    },
  });

  route(api, {
    method: 'POST',
    path,
    operationId: `createWebhook${suffix}`,
    summary: 'Add a webhook; without events it gets all',
    tag,
    access,
    body: WebhookBodies.create,
    answer: WebhookResponses.issued,
    isIdempotent: true,
    async handler(request) {
      const { url, events = ['*'], description = null } = request.body;
      const issued = await createWebhook(deps, actorOf(request.caller), { url, events, description });
      return success(issuedView(issued, deps), 'Webhook created');
    },
  });
}

function memberRoutes(api: App, deps: WebhookRouteDeps, { path, access, tag, suffix, actorOf }: Place): void {
  route(api, {
    method: 'GET',
    path: `${path}/:id`,
    operationId: `getWebhook${suffix}`,
    summary: 'Show a webhook',
    tag,
    access,
    params: IdParams,
    answer: WebhookResponses.webhook,
    errors: ['WEBHOOK_NOT_FOUND'],
    async handler({ caller, params }) {
      return success(webhookView(await requireWebhook(deps, actorOf(caller).owner, params.id), deps), 'Webhook found');
    },
  });

  route(api, {
    method: 'PATCH',
    path: `${path}/:id`,
    operationId: `changeWebhook${suffix}`,
    summary: 'Change, disable or enable a webhook',
    tag,
    access,
    params: IdParams,
    body: WebhookBodies.change,
    answer: WebhookResponses.webhook,
    errors: ['WEBHOOK_NOT_FOUND'],
    async handler({ caller, params, body }) {
      const changed = await changeWebhook(deps, actorOf(caller), params.id, body);
      return success(webhookView(changed, deps), 'Webhook changed');
    },
  });

  route(api, {
    method: 'DELETE',
    path: `${path}/:id`,
    operationId: `deleteWebhook${suffix}`,
    summary: 'Delete a webhook with its deliveries',
    tag,
    access,
    params: IdParams,
    answer: WebhookResponses.deleted,
    errors: ['WEBHOOK_NOT_FOUND'],
    async handler({ caller, params: { id } }) {
      await removeWebhook(deps, actorOf(caller), id);
      return success({ id, deleted: true }, 'Webhook deleted');
    },
  });
}

function secretRoutes(api: App, deps: WebhookRouteDeps, { path, access, tag, suffix, actorOf }: Place): void {
  route(api, {
    method: 'POST',
    path: `${path}/:id/rotate-secret`,
    operationId: `rotateWebhookSecret${suffix}`,
    summary: 'Replace the secret; for the given hours messages are signed with both',
    tag,
    access,
    params: IdParams,
    body: WebhookBodies.rotate,
    answer: WebhookResponses.issued,
    isIdempotent: true,
    errors: ['WEBHOOK_NOT_FOUND'],
    async handler(request) {
      const { caller, params, body } = request;
      const issued = await rotateWebhookSecret(deps, actorOf(caller), params.id, body.grace_hours ?? 0);
      return success(issuedView(issued, deps), 'Secret replaced');
    },
  });

  route(api, {
    method: 'POST',
    path: `${path}/:id/test`,
    operationId: `testWebhook${suffix}`,
    summary: 'Queue a test message, which is attempted once',
    tag,
    access,
    params: IdParams,
    answer: WebhookResponses.delivery,
    errors: ['WEBHOOK_NOT_FOUND'],
    async handler({ caller, params }) {
      return success(deliveryView(await testWebhook(deps, actorOf(caller), params.id)), 'Test queued');
    },
  });
}

function deliveryRoutes(api: App, deps: WebhookRouteDeps, { path, access, tag, suffix, actorOf }: Place): void {
  route(api, {
    method: 'GET',
    path: `${path}/:id/deliveries`,
    operationId: `listWebhookDeliveries${suffix}`,
    summary: 'Deliveries of a webhook, the newest first',
    tag,
    access,
    params: IdParams,
    query: PageQuery,
    answer: WebhookResponses.deliveries,
    errors: ['WEBHOOK_NOT_FOUND'],
    async handler(request, reply) {
      const { id } = await requireWebhook(deps, actorOf(request.caller).owner, request.params.id);
      const page = await readPage(
        { secret: deps.cursorSecret, scope: ['deliveries', id], ...pageOf(request.query) },
        (after, limit) => listDeliveries(deps.db, id, after, limit),
        (delivery) => ({ id: delivery.id, value: delivery.created_at }),
      );
      const deliveries = page.items.map(deliveryView);
      return success({ deliveries, ...endPage(deps, request, reply, page) }, `${deliveries.length} deliveries`);
    },
  });

  route(api, {
    method: 'POST',
    path: `${path}/:id/deliveries/:delivery/redeliver`,
    operationId: `redeliver${suffix}`,
    summary: 'Make a delivery again, with the same id and all attempts',
    tag,
    access,
    params: DeliveryParams,
    answer: WebhookResponses.delivery,
    errors: ['WEBHOOK_NOT_FOUND', 'DELIVERY_NOT_FOUND'],
    async handler({ caller, params }) {
      return success(
        deliveryView(await redeliver(deps, actorOf(caller), params.id, params.delivery)),
        'Delivery queued',
      );
    },
  });
}

function webhookView(row: WebhookRow, { clock }: Pick<WebhookDeps, 'clock'>): WebhookInfo {
  const oldSecretEnds = (row.old_secret_until ?? 0) > clock.now() ? row.old_secret_until : null;
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: row.events.split(' '),
    active: row.disabled_at === null,
    disabled_at: timestampOrNull(row.disabled_at),
    disabled_reason: row.disabled_reason,
    failing_since: timestampOrNull(row.failing_since),
    dropping_since: timestampOrNull(row.full_since),
    old_secret_ends_at: timestampOrNull(oldSecretEnds),
    created_at: timestamp(row.created_at),
  };
}

function issuedView({ webhook, secret }: WebhookWithSecret, deps: WebhookDeps): IssuedWebhook {
  return { ...webhookView(webhook, deps), secret };
}

function deliveryView(row: DeliveryRow): DeliveryInfo {
  return {
    id: row.id,
    type: row.type,
    state: row.state,
    attempts: row.attempts,
    created_at: timestamp(row.created_at),
    attempted_at: timestampOrNull(row.attempted_at),
    next_attempt_at: timestampOrNull(row.due_at),
    finished_at: timestampOrNull(row.finished_at),
    response_status: row.response_status,
    error: row.error,
    duration_ms: row.duration_ms,
  };
}
