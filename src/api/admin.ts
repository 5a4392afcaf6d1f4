import Type, { type Static } from 'typebox';
import { FORMAT_NAMES } from '../core/formats.ts';
import { PLAN_NAMES } from '../core/plans.ts';
import {
  JOB_STATES,
  MAX_COMMENT_LENGTH,
  QUARANTINE_CAUSES,
  REPORT_REASONS,
  REPORT_STATES,
  RESOLUTIONS,
} from '../core/states.ts';
import { Links, nullable, successOf, Timestamp } from './images.ts';

const MAX_REASON_LENGTH = 1_000;
/** Plans of accounts: callers without one are on the other. */
const ACCOUNT_PLANS = PLAN_NAMES.filter((name) => name !== 'anonymous');

/** Members that every page of a list has. */
export const PageMembers = {
  next_cursor: nullable(Type.String({ description: '`cursor` of the next page.' })),
  has_more: Type.Boolean(),
};

const Person = Type.Object({
  id: Type.String(),
  email: nullable(Type.String({ description: 'null where the account is gone.' })),
});

const ModeratedImage = Type.Object({
  id: Type.String(),
  filename: Type.String(),
  format: Type.Enum(FORMAT_NAMES),
  width: Type.Integer(),
  height: Type.Integer(),
  size: Type.Integer({ description: 'Bytes.' }),
  links: Links,
  uploaded_at: Timestamp,
  account_id: nullable(Type.String()),
  quarantined: Type.Boolean(),
});
export type ModeratedImage = Static<typeof ModeratedImage>;

const QuarantinedImage = Type.Object({
  ...ModeratedImage.properties,
  quarantined_at: Timestamp,
  cause: Type.Enum([...QUARANTINE_CAUSES]),
  reason: nullable(Type.String()),
});
export type QuarantinedImage = Static<typeof QuarantinedImage>;

const Block = Type.Object({
  id: Type.String(),
  image_id: Type.String({ description: 'The image that was taken down.' }),
  sha256: Type.String({ description: 'Hex SHA-256 of the file as it was stored.' }),
  uploaded_sha256: nullable(Type.String({ description: 'Hex SHA-256 of the file as it came.' })),
  perceptual_hash: nullable(Type.String({ description: '16 hex digits.' })),
  reason: Type.String(),
  created_at: Timestamp,
  created_by: nullable(Person),
});
export type BlockView = Static<typeof Block>;

const Report = Type.Object({
  id: Type.String(),
  image: nullable(ModeratedImage),
  image_id: Type.String({ description: 'Stays when the image is gone.' }),
  reason: Type.Enum([...REPORT_REASONS]),
  comment: nullable(Type.String()),
  email: nullable(Type.String()),
  created_at: Timestamp,
  state: Type.Enum([...REPORT_STATES]),
  resolved_at: nullable(Timestamp),
  resolved_by: nullable(Person),
  note: nullable(Type.String()),
});
export type ReportView = Static<typeof Report>;

const AdminAccount = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: nullable(Type.String()),
  plan: Type.Enum([...PLAN_NAMES]),
  admin: Type.Boolean(),
  suspended_at: nullable(Timestamp),
  suspended_reason: nullable(Type.String()),
  created_at: Timestamp,
  images: Type.Integer(),
  bytes: Type.Integer(),
});
export type AdminAccount = Static<typeof AdminAccount>;

const Job = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  periodic: Type.Boolean({ description: 'It comes back again and again.' }),
  state: Type.Enum([...JOB_STATES]),
  attempts: Type.Integer(),
  run_at: Timestamp,
  last_error: nullable(Type.String()),
  dead_at: nullable(Timestamp),
  created_at: Timestamp,
});
export type JobView = Static<typeof Job>;

const DayFigures = Type.Object({
  day: Type.String({ description: 'YYYY-MM-DD, UTC.' }),
  uploads: Type.Integer({ description: 'Images stored.' }),
  upload_bytes: Type.Integer(),
  requests: Type.Integer({ description: 'Requests to the API.' }),
  refusals: Type.Integer({ description: 'Those that were refused or failed, and files of bulk uploads that were.' }),
  views: Type.Integer(),
  deletes: Type.Integer({ description: 'Images deleted or taken down on request.' }),
  registrations: Type.Integer(),
  refusals_by_code: Type.Record(Type.String(), Type.Integer(), { description: 'Refusals by error code.' }),
});

const Totals = Type.Object({
  images: Type.Integer(),
  bytes: Type.Integer({ description: 'Of all images; equal ones count each.' }),
  accounts: Type.Integer(),
  albums: Type.Integer(),
  blobs: Type.Integer({ description: 'Files in the store; equal ones are one.' }),
});

const AuditEntry = Type.Object({
  id: Type.String(),
  at: Timestamp,
  actor: nullable(Person),
  via: Type.Enum(['api', 'cli'], { description: 'cli: a command on the server; it has no actor.' }),
  action: Type.String({ description: 'Such as image.takedown, account.plan.' }),
  subject: Type.String({ description: 'Id of what was acted on.' }),
  details: Type.Record(Type.String(), Type.Unknown()),
});
export type AuditView = Static<typeof AuditEntry>;

/** Successful responses of moderation and administration, by their use. */
export const AdminResponses = {
  reported: successOf(Type.Object({ reported: Type.Literal(true) }), 'Reported'),
  reports: successOf(Type.Object({ reports: Type.Array(Report), ...PageMembers }), 'Reports'),
  report: successOf(Report, 'Report'),
  takenDown: successOf(
    Type.Object({
      id: Type.String(),
      taken_down: Type.Integer({ description: 'How many images were the same file, this one included.' }),
      block_id: nullable(Type.String()),
    }),
    'TakenDown',
  ),
  blocks: successOf(Type.Object({ blocks: Type.Array(Block), ...PageMembers }), 'Blocks'),
  unblocked: successOf(Type.Object({ id: Type.String(), unblocked: Type.Literal(true) }), 'Unblocked'),
  quarantine: successOf(Type.Object({ images: Type.Array(QuarantinedImage), ...PageMembers }), 'Quarantine'),
  quarantined: successOf(QuarantinedImage, 'Quarantined'),
  released: successOf(Type.Object({ id: Type.String(), released: Type.Literal(true) }), 'Released'),
  adminAccounts: successOf(Type.Object({ accounts: Type.Array(AdminAccount), ...PageMembers }), 'AdminAccounts'),
  adminAccount: successOf(AdminAccount, 'AdminAccount'),
  jobs: successOf(Type.Object({ jobs: Type.Array(Job), ...PageMembers }), 'Jobs'),
  job: successOf(Job, 'Job'),
  jobRemoved: successOf(Type.Object({ id: Type.String(), removed: Type.Literal(true) }), 'JobRemoved'),
  statistics: successOf(Type.Object({ days: Type.Array(DayFigures), totals: Totals }), 'Statistics'),
  audit: successOf(Type.Object({ entries: Type.Array(AuditEntry), ...PageMembers }), 'Audit'),
};

const closed = { additionalProperties: false };
const Reason = Type.String({ minLength: 1, maxLength: MAX_REASON_LENGTH });

/** JSON bodies of moderation and administration; unknown members are refused. */
export const AdminBodies = {
  report: Type.Object(
    {
      reason: Type.Enum([...REPORT_REASONS]),
      comment: Type.Optional(Type.String({ maxLength: MAX_COMMENT_LENGTH })),
      email: Type.Optional(Type.String({ format: 'email', maxLength: 254 })),
    },
    closed,
  ),
  resolve: Type.Object({ action: Type.Enum([...RESOLUTIONS]), note: Type.Optional(Reason) }, closed),
  takedown: Type.Object(
    {
      reason: Reason,
      block: Type.Optional(Type.Boolean({ description: 'Keep the picture from coming back.', default: true })),
    },
    closed,
  ),
  quarantine: Type.Object({ reason: Type.Optional(Reason) }, closed),
  changeAccount: Type.Object(
    {
      plan: Type.Optional(Type.Enum(ACCOUNT_PLANS)),
      suspended: Type.Optional(Type.Boolean()),
      reason: Type.Optional(nullable(Reason)),
      hide_images: Type.Optional(
        Type.Boolean({ description: 'Suspended: nobody sees its images until it goes on.', default: false }),
      ),
    },
    closed,
  ),
};
