import Type, { type Static, type TSchema } from 'typebox';
import { GRANTS } from '../core/caller.ts';
import { FORMAT_NAMES } from '../core/formats.ts';
import { PLAN_NAMES } from '../core/plans.ts';

// One schema = what is validated, the type in the code, and the API description (OpenAPI 3.1).

export const Timestamp = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$',
  description: 'ISO 8601, UTC, whole seconds.',
  examples: ['2026-11-21T02:18:35Z'],
});
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Url = Type.String({ format: 'uri' });

export const Links = Type.Object({
  direct: Url,
  thumbnail: Url,
  view_page: Url,
  bbcode: Type.String(),
  html: Type.String(),
  markdown: Type.String(),
});

const Image = {
  id: Type.String({ description: 'Identifier of the image: 12 letters and digits.' }),
  filename: Type.String(),
  size: Type.Integer({ description: 'Bytes of the stored file, exactly the Content-Length of the direct link.' }),
  width: Type.Integer({ description: 'Pixels, as a browser shows it.' }),
  height: Type.Integer({ description: 'Pixels, as a browser shows it.' }),
  format: Type.Enum(FORMAT_NAMES),
  uploaded_at: Timestamp,
  links: Links,
};

const MetadataRemoved = Type.Array(Type.String(), {
  description: 'Kinds of metadata that were taken out, such as gps, camera, comment, trailing_data.',
});

const Quarantined = Type.Optional(
  Type.Literal(true, { description: 'There while only administrators see it: its links answer 404.' }),
);

const UploadResult = Type.Object({
  ...Image,
  album: nullable(Type.String({ description: 'The album name that was sent.' })),
  expires_at: nullable(Timestamp),
  metadata_removed: MetadataRemoved,
  delete_token: Type.String({ description: 'Bearer credential that deletes this image. Shown only here.' }),
  delete_url: Type.String({ format: 'uri', description: 'A page that asks for confirmation and deletes.' }),
  quarantined: Quarantined,
});
export type UploadResult = Static<typeof UploadResult>;

export const ImageInfo = Type.Object({
  ...Image,
  mime_type: Type.String(),
  extension: Type.String(),
  sha256: Type.String({ description: 'Hex SHA-256 of the stored file.' }),
  animated: Type.Boolean(),
  frames: Type.Integer(),
  has_alpha: Type.Boolean(),
  thumbnail: Type.Object({
    width: Type.Integer(),
    height: Type.Integer(),
    size: nullable(Type.Integer({ description: 'Bytes; null while there is no thumbnail.' })),
    mime_type: Type.String(),
    state: Type.Optional(
      Type.Union([Type.Literal('pending'), Type.Literal('failed')], {
        description: 'Only where the server makes thumbnails when they are first asked for.',
      }),
    ),
    fault: Type.Optional(Type.String({ description: 'Why the picture cannot be decoded.' })),
  }),
  variants: Type.Optional(
    Type.Array(
      Type.Object({
        preset: Type.String(),
        width: Type.Integer(),
        height: Type.Integer(),
        links: Type.Record(Type.String(), Type.String({ format: 'uri' }), { description: 'By extension.' }),
      }),
      { description: 'Smaller versions, made when they are first asked for. Absent in lists.' },
    ),
  ),
  expires_at: nullable(Timestamp),
  metadata_removed: MetadataRemoved,
  views: Type.Integer(),
  anonymous: Type.Boolean({ description: 'Uploaded without an account.' }),
  quarantined: Quarantined,
  album: Type.Optional(nullable(Type.Object({ id: Type.String(), name: Type.String() }))),
  owned: Type.Optional(Type.Literal(true)),
  uploaded_with_key: Type.Optional(nullable(Type.String())),
});
export type ImageInfo = Static<typeof ImageInfo>;

export const ErrorFields = Type.Object({
  code: Type.String({ examples: ['INVALID_FILE_TYPE'] }),
  message: Type.String(),
  request_id: Type.Optional(Type.String()),
  param: Type.Optional(Type.String()),
  details: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  retry_after: Type.Optional(Type.Integer({ description: 'Seconds.' })),
});
export const ErrorResponse = Type.Object({ success: Type.Literal(false), error: ErrorFields });

const BulkItem = Type.Union([
  Type.Object({
    index: Type.Integer(),
    filename: Type.String(),
    success: Type.Literal(true),
    data: UploadResult,
  }),
  Type.Object({
    index: Type.Integer(),
    filename: Type.String(),
    success: Type.Literal(false),
    status: Type.Integer(),
    error: ErrorFields,
  }),
]);
export type BulkItem = Static<typeof BulkItem>;

export const Key = Type.Object({
  id: Type.String(),
  name: Type.String(),
  prefix: Type.String({ description: 'The first characters of the key, to tell keys apart.' }),
  last4: Type.String(),
  scopes: Type.Array(Type.Enum([...GRANTS])),
  created_at: Timestamp,
  last_used_at: nullable(Timestamp),
  expires_at: nullable(Timestamp),
});
export type KeyView = Static<typeof Key>;

const IssuedKey = Type.Object({
  ...Key.properties,
  key: Type.String({ description: 'The secret. Shown only here.' }),
});

export const Session = Type.Object({
  token: Type.String({ description: 'Bearer credential. Shown only here.' }),
  expires_at: Timestamp,
});
export const CsrfToken = Type.String({
  description: 'What X-CSRF-Token must hold in unsafe requests with the session cookie.',
});

const Account = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: nullable(Type.String()),
  plan: Type.Enum([...PLAN_NAMES]),
  created_at: Timestamp,
});

const PlanView = Type.Object({
  name: Type.Enum([...PLAN_NAMES]),
  requests_per_hour: nullable(Type.Integer({ description: 'null = unlimited.' })),
  max_file_size: Type.Integer({ description: 'Bytes.' }),
  max_files_per_bulk: nullable(Type.Integer()),
  max_pixels: Type.Integer({ description: 'Width x height.' }),
});

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
    retry_after: Type.Integer({ description: 'Seconds until a request is admitted again; 0 = now.' }),
  }),
  limits: Type.Object({
    max_file_size: Type.Integer(),
    max_files_per_bulk: nullable(Type.Integer()),
    max_expiry_hours: Type.Integer(),
    max_album_length: Type.Integer(),
    max_pixels: Type.Integer(),
    max_storage: nullable(Type.Integer({ description: 'Bytes of all images of an account; null = no limit.' })),
    accepted_formats: Type.Array(Type.String()),
  }),
  storage: Type.Object({ images: Type.Integer(), albums: Type.Integer(), bytes: Type.Integer() }),
});

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

/** The envelope of a success; only the single upload has no message. */
export const successOf = <T extends TSchema>(data: T, title: string) =>
  Type.Object({ success: Type.Literal(true), data, message: Type.String() }, { title });

/** Successful responses by their use. */
export const Responses = {
  uploaded: Type.Object({ success: Type.Literal(true), data: UploadResult }, { title: 'Uploaded' }),
  bulk: successOf(
    Type.Object({
      total: Type.Integer(),
      succeeded: Type.Integer(),
      failed: Type.Integer(),
      results: Type.Array(BulkItem),
    }),
    'BulkUploaded',
  ),
  image: successOf(ImageInfo, 'ImageInformation'),
  registered: successOf(
    Type.Object({
      account: Account,
      api_key: IssuedKey,
      session: Type.Optional(Session),
      csrf_token: Type.Optional(CsrfToken),
    }),
    'Registered',
  ),
  keys: successOf(Type.Object({ keys: Type.Array(Key) }), 'Keys'),
  key: successOf(IssuedKey, 'IssuedKey'),
  revoked: successOf(Type.Object({ id: Type.String(), revoked: Type.Literal(true) }), 'KeyRevoked'),
  usage: successOf(Usage, 'Usage'),
  plans: successOf(Type.Object({ plans: Type.Array(PlanView) }), 'Plans'),
  health: successOf(Health, 'Health'),
  root: successOf(
    Type.Object({
      name: Type.String(),
      version: Type.String(),
      openapi: Url,
      docs: Url,
      health: Url,
    }),
    'Service',
  ),
};

/** Multipart forms, for the API description; bodies are read as streams and their fields checked by hand. */
export const Forms = {
  upload: Type.Object(
    {
      file: Type.Unknown({ description: 'The image. Its type is told from its content.' }),
      album: Type.Optional(Type.String({ description: 'Album name.' })),
      expiry: Type.Optional(
        Type.Integer({ description: 'Hours until the image is deleted; 0 = permanent.', minimum: 0 }),
      ),
    },
    { required: ['file'] },
  ),
  bulk: Type.Object({
    files: Type.Array(Type.Unknown(), { description: 'The images, one part each.' }),
    album: Type.Optional(Type.String({ description: 'Album name for all of them.' })),
    expiry: Type.Optional(Type.Integer({ description: 'Hours, for all of them.', minimum: 0 })),
    atomic: Type.Optional(Type.Boolean({ description: 'true: all or nothing.', default: false })),
  }),
};

const closed = { additionalProperties: false };

/** JSON bodies; unknown members are refused. */
export const Bodies = {
  register: Type.Object(
    {
      email: Type.String({ format: 'email', maxLength: 254 }),
      password: Type.String({ minLength: 8, maxLength: 128 }),
      name: Type.Optional(Type.String({ maxLength: 100 })),
      session: Type.Optional(
        Type.Boolean({ description: 'true: opens a session too, and a browser gets its cookie.', default: false }),
      ),
    },
    closed,
  ),
  createKey: Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 100 }),
      scopes: Type.Optional(Type.Array(Type.Enum([...GRANTS]), { minItems: 1, uniqueItems: true })),
      expires_at: Type.Optional(nullable(Type.String({ format: 'date-time' }))),
    },
    closed,
  ),
  rotateKey: Type.Optional(
    Type.Object({ grace_hours: Type.Optional(Type.Integer({ minimum: 0, maximum: 168, default: 0 })) }, closed),
  ),
};

export const IdParams = Type.Object({ id: Type.String() });
