import Type, { type Static } from 'typebox';
import { PLAN_NAMES } from '../core/plans.ts';
import { REGISTRATION_MODES } from '../core/states.ts';
import { nullable, successOf, Timestamp, Url } from './envelope.ts';

const PlanInfo = Type.Object(
  {
    name: Type.Enum([...PLAN_NAMES]),
    requests_per_hour: nullable(Type.Integer({ description: 'null = unlimited.' })),
    max_file_size: Type.Integer({ description: 'Bytes.' }),
    max_files_per_bulk: nullable(Type.Integer()),
    max_pixels: Type.Integer({ description: 'Width x height.' }),
    max_storage: nullable(Type.Integer({ description: 'Total bytes of the images of an account; null = unlimited.' })),
    default_expiry_hours: Type.Integer({ description: 'Of an upload that names no expiry; 0 = permanent.' }),
    max_expiry_hours: Type.Integer(),
    permanent: Type.Boolean({ description: 'Whether images may be without an expiry.' }),
  },
  { title: 'Plan' },
);
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
    default_expiry_hours: Type.Integer({ description: 'Of an upload that names no expiry; 0 = permanent.' }),
    permanent: Type.Boolean({ description: 'Whether images may be without an expiry.' }),
    max_album_length: Type.Integer(),
    max_pixels: Type.Integer({ description: 'Width x height of one frame.' }),
    max_pixels_in_memory: Type.Integer({
      description:
        'The same for pictures that must be decoded as a whole: progressive JPEG, WebP, AVIF, HEIC and others.',
    }),
    max_side: Type.Integer({ description: 'Longer side in pixels.' }),
    max_frames: Type.Integer(),
    max_total_pixels: Type.Integer({ description: 'Width x height x frames of an animation.' }),
    max_scans: Type.Integer({ description: 'Scans of a JPEG.' }),
    max_bulk_bytes: nullable(Type.Integer({ description: 'Body of a bulk upload; null = unlimited.' })),
    max_text_fields: Type.Integer({ description: 'Text fields of an upload.' }),
    max_storage: nullable(Type.Integer({ description: 'Total bytes of the images of an account; null = unlimited.' })),
    trash_days: Type.Integer({ description: 'Days that an image stays in the trash; 0 = there is no trash.' }),
    accepted_formats: Type.Array(Type.String()),
    keeps_metadata: Type.Boolean({
      description: 'Whether images keep descriptive metadata, such as the position. false = it is removed.',
    }),
  }),
  storage: Type.Object({
    images: Type.Integer({ description: 'Outside the trash.' }),
    albums: Type.Integer(),
    bytes: Type.Integer({ description: 'All that counts against `max_storage`, the trash included.' }),
    trash: Type.Object({ images: Type.Integer(), bytes: Type.Integer() }),
  }),
});
export type Usage = Static<typeof Usage>;

const Check = Type.Object(
  {
    status: Type.Enum(['ok', 'degraded', 'down']),
    latency_ms: Type.Optional(Type.Integer()),
    detail: Type.Optional(Type.String()),
  },
  { title: 'HealthCheck' },
);

const DecoderCheck = Type.Object({
  ...Check.properties,
  sandbox: Type.Enum(['bubblewrap', 'none'], { description: 'How the decoder processes are confined.' }),
});

const DiskCheck = Type.Object({
  ...Check.properties,
  free_bytes: Type.Optional(Type.Integer({ description: 'Of the file system with the temporary files.' })),
});

const BackupCheck = Type.Object({
  ...Check.properties,
  last_good_at: Type.Optional(
    Type.Unsafe<string>({ ...Timestamp, description: 'End of the last good backup. Absent without one.' }),
  ),
});

const Health = Type.Object({
  status: Type.Enum(['ok', 'degraded', 'down']),
  version: Type.String(),
  uptime_seconds: Type.Integer(),
  checks: Type.Object({
    database: Check,
    storage: Check,
    disk: DiskCheck,
    decoder: DecoderCheck,
    jobs: Check,
    limits: Check,
    backup: Type.Optional(BackupCheck),
  }),
});
export type Health = Static<typeof Health>;

const SiteInfo = Type.Object({
  name: Type.String(),
  version: Type.String(),
  registration: Type.Enum([...REGISTRATION_MODES], {
    description:
      'invitation = with an invitation only; approval = an account can be used when an administrator has approved it.',
  }),
  registration_domains: Type.Array(Type.String(), {
    description: 'Domains of the email addresses that can register; empty = any.',
  }),
  anonymous_uploads: Type.Enum(['on', 'off'], { description: 'off = uploads need an account or an upload ticket.' }),
  challenge: Type.Array(Type.Enum(['registration', 'uploads']), {
    description: 'What needs the solution of a challenge now; uploads: those without an account or an upload ticket.',
  }),
  oidc: nullable(Type.Object({ name: Type.String() })),
  password_reset: Type.Enum(['mail', 'none']),
  image_host: Url,
  presets: Type.Array(
    Type.Object({
      name: Type.String({ description: 'In `/v/<id>/<name>.<ext>`.' }),
      width: nullable(Type.Integer({ description: 'Pixels; null = as many as the height asks for.' })),
      height: nullable(Type.Integer({ description: 'Pixels; null = as many as the width asks for.' })),
      fit: Type.Enum(['cover', 'inside'], { description: 'cover = fills the box, and is cut; inside = whole.' }),
      quality: nullable(Type.Integer({ description: '1 to 100; null = that of other variants.' })),
    }),
    { description: 'Variants that the operator has defined.' },
  ),
});
export type SiteInfo = Static<typeof SiteInfo>;

/** What a challenge is asked for. */
export const ChallengeQuery = Type.Object({
  for: Type.Enum(['registration', 'uploads'], { description: 'What its solution admits.' }),
});

const Challenge = Type.Object({
  challenge: Type.Object(
    {
      parameters: Type.Object({
        algorithm: Type.String({ description: '`PBKDF2/SHA-256`.' }),
        nonce: Type.String({ description: 'Hexadecimal. Nonce and counter (4 bytes, big-endian) are the password.' }),
        salt: Type.String({ description: 'Hexadecimal.' }),
        cost: Type.Integer({ description: 'Iterations.' }),
        keyLength: Type.Integer({ description: 'Bytes.' }),
        keyPrefix: Type.String({ description: 'Hexadecimal digits that the derived key must begin with.' }),
        expiresAt: Type.Integer({ description: 'Unix seconds.' }),
        data: Type.Object({ for: Type.String() }),
      }),
      signature: Type.String(),
    },
    { description: 'Send it back unchanged in the solution.' },
  ),
  required: Type.Boolean({ description: 'Whether the server asks for a solution now.' }),
  uses: Type.Integer({ description: 'Requests that the solution admits.' }),
  expires_at: Timestamp,
});
export type Challenge = Static<typeof Challenge>;

const Service = Type.Object({ name: Type.String(), version: Type.String(), openapi: Url, docs: Url, health: Url });

/** Successful responses about the service and its limits, by their use. */
export const ServiceResponses = {
  usage: successOf(Usage, 'Usage'),
  plans: successOf(Type.Object({ plans: Type.Array(PlanInfo) }), 'Plans'),
  health: successOf(Health, 'Health'),
  site: successOf(SiteInfo, 'Site'),
  challenge: successOf(Challenge, 'Challenge'),
  root: successOf(Service, 'Service'),
};
