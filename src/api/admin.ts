import Type, { type Static } from 'typebox';
import { PLAN_NAMES } from '../core/plans.ts';
import { ACCOUNT_ORDERS, JOB_STATES, TASK_KINDS } from '../core/states.ts';
import { Waiting } from './accounts.ts';
import { closed, integerText, nullable, orEmpty, PageEnd, PageQuery, successOf, Timestamp, Url } from './envelope.ts';
import { Person, Reason } from './moderation.ts';

/** Accounts that one invitation can admit. */
export const MAX_INVITATION_USES = 10_000;

/** Plans that an account can have. */
const ACCOUNT_PLANS = PLAN_NAMES.filter((name) => name !== 'anonymous');

const AdminAccount = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    name: nullable(Type.String()),
    plan: Type.Enum([...PLAN_NAMES]),
    admin: Type.Boolean(),
    suspended_at: nullable(Timestamp),
    suspended_reason: nullable(Type.String()),
    email_verified: Type.Boolean(),
    waiting_for: Waiting,
    created_at: Timestamp,
    images: Type.Integer(),
    bytes: Type.Integer(),
    last_seen_at: nullable(Type.Unsafe<string>({ ...Timestamp, description: 'Last use of a session or key.' })),
  },
  { title: 'AdminAccount' },
);
export type AdminAccount = Static<typeof AdminAccount>;

const InvitationInfo = Type.Object(
  {
    id: Type.String(),
    uses: Type.Integer({ description: 'The number of accounts that it admits.' }),
    used: Type.Integer({ description: 'The number of accounts that it has admitted.' }),
    plan: Type.Enum([...PLAN_NAMES], { description: 'Of the accounts.' }),
    email: nullable(Type.String({ description: 'The only address that it admits; null = any.' })),
    note: nullable(Type.String({ description: 'For administrators.' })),
    created_at: Timestamp,
    created_by: nullable(Person),
    expires_at: Timestamp,
  },
  { title: 'Invitation' },
);
export type InvitationInfo = Static<typeof InvitationInfo>;

const NewInvitation = Type.Object({
  ...InvitationInfo.properties,
  token: Type.String({ description: 'Shown only here.' }),
  url: Type.Unsafe<string>({ ...Url, description: 'The address of the page where it is used.' }),
});
export type NewInvitation = Static<typeof NewInvitation>;

const AccountTaskInfo = Type.Object(
  {
    id: Type.String(),
    kind: Type.Enum([...TASK_KINDS]),
    account_id: Type.String(),
    account_email: nullable(Type.Unsafe<string>({ type: 'string', description: 'null = the account is deleted.' })),
    actor: nullable(Person),
    state: Type.Enum(['running', 'done']),
    images: Type.Integer({ description: 'To change when it began.' }),
    bytes: Type.Integer(),
    done_images: Type.Integer(),
    done_bytes: Type.Integer(),
    uploaded_since: nullable(Timestamp),
    problem: nullable(
      Type.Unsafe<string>({ type: 'string', description: 'Why the last attempt failed; it is repeated.' }),
    ),
    created_at: Timestamp,
    finished_at: nullable(Timestamp),
  },
  { title: 'AccountTask' },
);
export type AccountTaskInfo = Static<typeof AccountTaskInfo>;

const JobInfo = Type.Object(
  {
    id: Type.String(),
    kind: Type.String(),
    periodic: Type.Boolean({ description: 'Runs periodically.' }),
    state: Type.Enum([...JOB_STATES]),
    attempts: Type.Integer(),
    run_at: Timestamp,
    last_error: nullable(Type.String()),
    dead_at: nullable(Timestamp),
    created_at: Timestamp,
  },
  { title: 'Job' },
);
export type JobInfo = Static<typeof JobInfo>;

const RemovedJob = Type.Object({ id: Type.String(), removed: Type.Literal(true) });
export type RemovedJob = Static<typeof RemovedJob>;

const DayFigures = Type.Object(
  {
    day: Type.String({ description: 'YYYY-MM-DD, UTC.' }),
    uploads: Type.Integer({ description: 'Images stored.' }),
    upload_bytes: Type.Integer(),
    requests: Type.Integer({ description: 'Requests to the API.' }),
    refusals: Type.Integer({ description: 'Refused or failed requests to the API, and files of bulk uploads.' }),
    views: Type.Integer(),
    deletes: Type.Integer({ description: 'Images deleted or taken down on request.' }),
    registrations: Type.Integer(),
    refusals_by_code: Type.Record(Type.String(), Type.Integer(), { description: 'Refusals by error code.' }),
  },
  { title: 'DayFigures' },
);
export type DayFigures = Static<typeof DayFigures>;

const Totals = Type.Object({
  images: Type.Integer(),
  bytes: Type.Integer({ description: 'Of all images, duplicates included.' }),
  accounts: Type.Integer(),
  albums: Type.Integer(),
  blobs: Type.Integer({ description: 'Files in the store; duplicates share one.' }),
});

const StatisticsInfo = Type.Object({ days: Type.Array(DayFigures), totals: Totals });
export type StatisticsInfo = Static<typeof StatisticsInfo>;

const AuditEntry = Type.Object(
  {
    id: Type.String(),
    at: Timestamp,
    actor: nullable(Person),
    via: Type.Enum(['api', 'cli'], { description: 'cli = a command on the server, without actor.' }),
    action: Type.String({ description: 'For example image.takedown, account.plan.' }),
    subject: Type.String({ description: 'Id of the account, image or other object.' }),
    details: Type.Record(Type.String(), Type.Unknown()),
  },
  { title: 'AuditEntry' },
);
export type AuditEntry = Static<typeof AuditEntry>;

/** Successful responses about administration, by their use. */
export const AdminResponses = {
  adminAccounts: successOf(Type.Object({ accounts: Type.Array(AdminAccount), ...PageEnd }), 'AdminAccounts'),
  adminAccount: successOf(AdminAccount, 'AdminAccount'),
  accountRejected: successOf(Type.Object({ id: Type.String(), rejected: Type.Literal(true) }), 'AccountRejected'),
  invitations: successOf(Type.Object({ invitations: Type.Array(InvitationInfo) }), 'Invitations'),
  invitation: successOf(NewInvitation, 'NewInvitation'),
  invitationRevoked: successOf(Type.Object({ id: Type.String(), revoked: Type.Literal(true) }), 'InvitationRevoked'),
  tasks: successOf(Type.Object({ tasks: Type.Array(AccountTaskInfo), ...PageEnd }), 'AccountTasks'),
  task: successOf(AccountTaskInfo, 'AccountTask'),
  taskCount: successOf(Type.Object({ images: Type.Integer(), bytes: Type.Integer() }), 'AccountTaskCount'),
  jobs: successOf(Type.Object({ jobs: Type.Array(JobInfo), ...PageEnd }), 'Jobs'),
  job: successOf(JobInfo, 'Job'),
  jobRemoved: successOf(RemovedJob, 'JobRemoved'),
  statistics: successOf(StatisticsInfo, 'Statistics'),
  audit: successOf(Type.Object({ entries: Type.Array(AuditEntry), ...PageEnd }), 'Audit'),
};

export const AccountsQuery = Type.Object({
  ...PageQuery.properties,
  q: Type.Optional(Type.String({ maxLength: 254, description: 'Part of the email address or name.' })),
  plan: Type.Optional(orEmpty(Type.Enum([...PLAN_NAMES]))),
  suspended: Type.Optional(orEmpty(Type.Enum(['true', 'false']))),
  waiting: Type.Optional(
    orEmpty(Type.Enum(['true', 'false'], { description: 'Whether they wait for approval or verification.' })),
  ),
  sort: Type.Optional(Type.Enum([...ACCOUNT_ORDERS], { default: 'created' })),
  order: Type.Optional(Type.Enum(['asc', 'desc'], { default: 'desc' })),
});

export const TasksQuery = Type.Object({
  ...PageQuery.properties,
  account_id: Type.Optional(Type.String({ maxLength: 255, description: 'Only tasks of this account.' })),
});

const UploadedSince = Type.String({ format: 'date-time', description: 'Only images uploaded since (RFC 3339).' });

export const TaskCountQuery = Type.Object({
  kind: Type.Enum([...TASK_KINDS]),
  uploaded_since: Type.Optional(orEmpty(UploadedSince)),
  with_held: Type.Optional(orEmpty(Type.Enum(['true', 'false']))),
});

const ImagesTask = Type.Object(
  {
    uploaded_since: Type.Optional(nullable(UploadedSince)),
    with_held: Type.Optional(
      Type.Boolean({
        description: 'true also deletes what an administrator or the validator has put into quarantine.',
        default: false,
      }),
    ),
    reason: Type.Optional(nullable(Reason)),
  },
  closed,
);

export const JobsQuery = Type.Object({ ...PageQuery.properties, state: Type.Optional(Type.Enum([...JOB_STATES])) });

export const StatisticsQuery = Type.Object({
  days: Type.Optional(
    integerText('^([1-9][0-9]?|[12][0-9]{2}|3[0-5][0-9]|36[0-6])?$', {
      description: 'Days up to today',
      minimum: 1,
      maximum: 366,
      default: 30,
    }),
  ),
});

const AdminAccountChange = Type.Object(
  {
    plan: Type.Optional(Type.Enum(ACCOUNT_PLANS)),
    suspended: Type.Optional(Type.Boolean()),
    reason: Type.Optional(nullable(Reason)),
    hide_images: Type.Optional(
      Type.Boolean({ description: 'true also hides the images while the account is suspended.', default: false }),
    ),
  },
  closed,
);
export type AdminAccountChange = Static<typeof AdminAccountChange>;

const WantedInvitation = Type.Object(
  {
    uses: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_INVITATION_USES, default: 1 })),
    expires_at: Type.Optional(
      Type.String({ format: 'date-time', description: 'At most 366 days away; 7 days if it is missing (RFC 3339).' }),
    ),
    plan: Type.Optional(Type.Enum(ACCOUNT_PLANS, { default: 'free' })),
    email: Type.Optional(nullable(Type.String({ format: 'email', maxLength: 254 }))),
    note: Type.Optional(nullable(Reason)),
  },
  closed,
);

/** JSON bodies about administration. */
export const AdminBodies = {
  changeAccount: AdminAccountChange,
  imagesTask: Type.Optional(ImagesTask),
  invitation: Type.Optional(WantedInvitation),
};
