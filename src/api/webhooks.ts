import Type, { type Static } from 'typebox';
import { DELIVERY_STATES, DISABLED_REASONS, WEBHOOK_GRANTS } from '../core/states.ts';
import { closed, nullable, PageEnd, successOf, Timestamp, Url } from './envelope.ts';

const Events = Type.Array(Type.Enum([...WEBHOOK_GRANTS]), { minItems: 1, uniqueItems: true });
const Receiver = Type.String({ minLength: 1, maxLength: 2_048, description: 'An https URL on the public Internet.' });
const Description = nullable(Type.String({ maxLength: 500 }));

const WebhookInfo = Type.Object(
  {
    id: Type.String(),
    url: Url,
    description: nullable(Type.String()),
    events: Type.Array(Type.String(), { description: '`*` = all, also those of later versions.' }),
    active: Type.Boolean(),
    disabled_at: nullable(Timestamp),
    disabled_reason: nullable(
      Type.Enum([...DISABLED_REASONS], {
        description: '`owner`, `gone` (the receiver answered 410), `failures` (five days without a success).',
      }),
    ),
    failing_since: nullable(Timestamp),
    dropping_since: nullable(Timestamp),
    old_secret_ends_at: nullable(Timestamp),
    created_at: Timestamp,
  },
  { title: 'Webhook' },
);
export type WebhookInfo = Static<typeof WebhookInfo>;

const IssuedWebhook = Type.Object(
  {
    ...WebhookInfo.properties,
    secret: Type.String({ description: '`whsec_…` (Standard Webhooks 1.0.0). Shown only here.' }),
  },
  { title: 'IssuedWebhook' },
);
export type IssuedWebhook = Static<typeof IssuedWebhook>;

const DeliveryInfo = Type.Object(
  {
    id: Type.String({ description: 'The `webhook-id` of the message.' }),
    type: Type.String(),
    state: Type.Enum([...DELIVERY_STATES]),
    attempts: Type.Integer(),
    created_at: Timestamp,
    attempted_at: nullable(Timestamp),
    next_attempt_at: nullable(Timestamp),
    finished_at: nullable(Timestamp),
    response_status: nullable(Type.Integer({ description: 'null = no answer.' })),
    error: nullable(Type.String()),
    duration_ms: nullable(Type.Integer()),
  },
  { title: 'WebhookDelivery' },
);
export type DeliveryInfo = Static<typeof DeliveryInfo>;

/** Successful responses about webhooks, by their use. */
export const WebhookResponses = {
  webhooks: successOf(Type.Object({ webhooks: Type.Array(WebhookInfo) }), 'Webhooks'),
  webhook: successOf(WebhookInfo, 'WebhookFound'),
  issued: successOf(IssuedWebhook, 'WebhookIssued'),
  deleted: successOf(Type.Object({ id: Type.String(), deleted: Type.Literal(true) }), 'WebhookDeleted'),
  deliveries: successOf(Type.Object({ deliveries: Type.Array(DeliveryInfo), ...PageEnd }), 'WebhookDeliveries'),
  delivery: successOf(DeliveryInfo, 'WebhookDeliveryQueued'),
};

/** JSON bodies about webhooks. */
export const WebhookBodies = {
  create: Type.Object(
    { url: Receiver, events: Type.Optional(Events), description: Type.Optional(Description) },
    closed,
  ),
  change: Type.Object(
    {
      url: Type.Optional(Receiver),
      events: Type.Optional(Events),
      description: Type.Optional(Description),
      active: Type.Optional(Type.Boolean({ description: 'false gives pending deliveries up.' })),
    },
    closed,
  ),
  rotate: Type.Optional(
    Type.Object({ grace_hours: Type.Optional(Type.Integer({ minimum: 0, maximum: 168, default: 0 })) }, closed),
  ),
};

export const DeliveryParams = Type.Object({ id: Type.String(), delivery: Type.String() });
