import Type, { type Static } from 'typebox';
import { PLAN_NAMES } from '../core/plans.ts';
import { nullable, successOf, Timestamp, Url } from './envelope.ts';

const PlanInfo = Type.Object({
  name: Type.Enum([...PLAN_NAMES]),
  requests_per_hour: nullable(Type.Integer({ description: 'null = unlimited.' })),
  max_file_size: Type.Integer({ description: 'Bytes.' }),
  max_files_per_bulk: nullable(Type.Integer()),
  max_pixels: Type.Integer({ description: 'Width x height.' }),
});
export type PlanInfo = Static<typeof PlanInfo>;

const Usage = Type.Object({
  plan: Type.Enum([...PLAN_NAMES]),
  authenticated: Type.Boolean(),
  rate_limit: Type.Object({
    policy: Type.Literal('hourly'),
    limit: nullable(Type.Integer()),
    used: Type.Integer(),
    remaining: nullable(Type.Integer()),
    window_seconds: Type.Integer(),
    reset_at: nullable(Timestamp),
    retry_after: Type.Integer({ description: 'Seconds until the next request is accepted; 0 = now.' }),
  }),
  limits: Type.Object({
    max_file_size: Type.Integer(),
    max_files_per_bulk: nullable(Type.Integer()),
    max_expiry_hours: Type.Integer(),
    max_album_length: Type.Integer(),
    max_pixels: Type.Integer(),
    max_storage: nullable(Type.Integer({ description: 'Total bytes of the images of an account; null = unlimited.' })),
    accepted_formats: Type.Array(Type.String()),
  }),
  storage: Type.Object({ images: Type.Integer(), albums: Type.Integer(), bytes: Type.Integer() }),
});
export type Usage = Static<typeof Usage>;

const Check = Type.Object({
  status: Type.Enum(['ok', 'degraded', 'down']),
  latency_ms: Type.Optional(Type.Integer()),
  detail: Type.Optional(Type.String()),
});

const Health = Type.Object({
  status: Type.Enum(['ok', 'degraded', 'down']),
  version: Type.String(),
  uptime_seconds: Type.Integer(),
  checks: Type.Object({ database: Check, storage: Check, decoder: Check, jobs: Check, limits: Check }),
});
export type Health = Static<typeof Health>;

const SiteInfo = Type.Object({
  name: Type.String(),
  version: Type.String(),
  registration: Type.Enum(['open', 'closed']),
  oidc: nullable(Type.Object({ name: Type.String() })),
  password_reset: Type.Enum(['mail', 'none']),
  image_host: Url,
});
export type SiteInfo = Static<typeof SiteInfo>;

const Service = Type.Object({ name: Type.String(), version: Type.String(), openapi: Url, docs: Url, health: Url });

/** Successful responses about the service and its limits, by their use. */
export const ServiceResponses = {
  usage: successOf(Usage, 'Usage'),
  plans: successOf(Type.Object({ plans: Type.Array(PlanInfo) }), 'Plans'),
  health: successOf(Health, 'Health'),
  site: successOf(SiteInfo, 'Site'),
  root: successOf(Service, 'Service'),
};
