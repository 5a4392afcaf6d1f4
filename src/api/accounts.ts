import Type, { type Static } from 'typebox';
import { PLAN_NAMES } from '../core/plans.ts';
import { LANGUAGE_TAG, LINK_NAMES, THEMES } from '../core/preferences.ts';
import { WAITING_FOR } from '../core/states.ts';
import { closed, integerText, nullable, successOf, Timestamp, Url } from './envelope.ts';
import { IssuedKey } from './keys.ts';

const NewSession = Type.Object(
  {
    token: Type.Optional(
      Type.String({
        description: 'Bearer credential. Shown only here, and not to pages of this site, which get a cookie.',
      }),
    ),
    expires_at: Timestamp,
  },
  { title: 'NewSession' },
);
const CsrfToken = Type.String({
  description: 'Value of X-CSRF-Token in unsafe requests with the session cookie.',
});

/** What has to happen before an account can be used. */
export const Waiting = nullable(
  Type.Enum([...WAITING_FOR], {
    description:
      'What has to happen before the account can be used: an administrator approves it, or its address is verified. null = nothing.',
  }),
);

const Registered = Type.Object({
  account: Type.Object({
    id: Type.String(),
    email: Type.String(),
    name: nullable(Type.String()),
    plan: Type.Enum([...PLAN_NAMES]),
    email_verified: Type.Boolean(),
    waiting_for: Waiting,
    created_at: Timestamp,
  }),
  api_key: IssuedKey,
  session: Type.Optional(NewSession),
  csrf_token: Type.Optional(CsrfToken),
});
export type Registered = Static<typeof Registered>;

const Profile = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    email_verified: Type.Boolean({
      description: 'Whether a mailed link, a provider or the operator proved the address.',
    }),
    pending_email: nullable(Type.String({ description: 'Replaces `email` once its owner opens the mailed link.' })),
    name: nullable(Type.String()),
    plan: Type.Enum([...PLAN_NAMES]),
    admin: Type.Boolean(),
    waiting_for: Waiting,
    has_password: Type.Boolean({ description: 'false for accounts made by a provider or on the command line.' }),
    created_at: Timestamp,
  },
  { title: 'Profile' },
);
export type Profile = Static<typeof Profile>;

const OwnAccount = Type.Object({ ...Profile.properties, csrf_token: Type.Optional(CsrfToken) });
export type OwnAccount = Static<typeof OwnAccount>;

const SignedIn = Type.Object({ account: Profile, session: NewSession, csrf_token: CsrfToken });
export type SignedIn = Static<typeof SignedIn>;

const SignedOut = Type.Object({ logged_out: Type.Literal(true) });
export type SignedOut = Static<typeof SignedOut>;

const SessionInfo = Type.Object(
  {
    id: Type.String(),
    user_agent: nullable(Type.String({ description: 'User-Agent of the client that signed in.' })),
    created_at: Timestamp,
    last_used_at: Timestamp,
    network: nullable(
      Type.String({
        description: 'Network of the last use, shortened to 24 bits of an IPv4 address or 48 of an IPv6 address.',
      }),
    ),
    expires_at: Timestamp,
    current: Type.Boolean({ description: 'Whether this session made the request.' }),
  },
  { title: 'Session' },
);
export type SessionInfo = Static<typeof SessionInfo>;

const EndedSession = Type.Object({ id: Type.String(), ended: Type.Literal(true) });
export type EndedSession = Static<typeof EndedSession>;

const EndedSessions = Type.Object({ sessions_ended: Type.Integer() });
export type EndedSessions = Static<typeof EndedSessions>;

const AccountUsage = Type.Object({
  days: Type.Array(
    Type.Object({
      day: Type.String({ format: 'date', description: 'UTC.' }),
      uploads: Type.Integer(),
      bytes: Type.Integer({ description: 'Of the uploaded files as they are stored.' }),
      requests: Type.Integer({ description: 'Requests to the API, also those that do not count against the limit.' }),
    }),
    { description: 'Oldest first; the last one is today.' },
  ),
});
export type AccountUsage = Static<typeof AccountUsage>;

const PREFERENCES = {
  link_format: nullable(Type.Enum([...LINK_NAMES])),
  copy_after_upload: nullable(Type.Boolean({ description: 'Copy the link after the upload of a single file.' })),
  album: nullable(Type.String({ description: 'Album of new uploads.' })),
  expiry: nullable(Type.Integer({ minimum: 0, description: 'Hours until new uploads expire; 0 = never.' })),
  language: nullable(Type.String({ pattern: LANGUAGE_TAG, description: 'A language tag (BCP 47).' })),
  theme: nullable(Type.Enum([...THEMES])),
};
const PreferencesInfo = Type.Object(PREFERENCES, {
  title: 'Preferences',
  description: 'Preferences of the web application. null = not chosen.',
});

const ExportLink = Type.Object({
  url: Type.Unsafe<string>({ ...Url, description: 'Address of the ZIP file. It works once, without a credential.' }),
  expires_at: Type.Unsafe<string>({ ...Timestamp, description: 'The download must begin before.' }),
  images: Type.Integer(),
  bytes: Type.Integer({ description: 'Of the originals.' }),
});
export type ExportLink = Static<typeof ExportLink>;

const DeletedAccount = Type.Object({
  id: Type.String(),
  deleted: Type.Literal(true),
  deleted_at: Timestamp,
  images_deleted: Type.Integer(),
});
export type DeletedAccount = Static<typeof DeletedAccount>;

const PasswordChanged = Type.Object({
  password_changed: Type.Literal(true),
  keys_revoked: Type.Integer({ description: 'API keys that ended.' }),
  sessions_ended: Type.Integer(),
});
export type PasswordChanged = Static<typeof PasswordChanged>;

const ResetRequested = Type.Object({ requested: Type.Literal(true) });
export type ResetRequested = Static<typeof ResetRequested>;

const EmailVerified = Type.Object({ email: Type.String(), email_verified: Type.Literal(true) });
export type EmailVerified = Static<typeof EmailVerified>;

const VerificationRequested = Type.Object({
  requested: Type.Boolean({ description: 'false: there is nothing to verify, or the server sends no mail.' }),
});
export type VerificationRequested = Static<typeof VerificationRequested>;

/** Successful responses about accounts, by their use. */
export const AccountResponses = {
  registered: successOf(Registered, 'Registered'),
  signedIn: successOf(SignedIn, 'SignedIn'),
  signedOut: successOf(SignedOut, 'SignedOut'),
  sessions: successOf(Type.Object({ sessions: Type.Array(SessionInfo) }), 'Sessions'),
  sessionEnded: successOf(EndedSession, 'SessionEnded'),
  sessionsEnded: successOf(EndedSessions, 'SessionsEnded'),
  usage: successOf(AccountUsage, 'AccountUsage'),
  preferences: successOf(PreferencesInfo, 'AccountPreferences'),
  exportLink: successOf(ExportLink, 'AccountExport'),
  account: successOf(OwnAccount, 'Account'),
  accountDeleted: successOf(DeletedAccount, 'AccountDeleted'),
  passwordChanged: successOf(PasswordChanged, 'PasswordChanged'),
  emailVerified: successOf(EmailVerified, 'EmailVerified'),
  verificationRequested: successOf(VerificationRequested, 'VerificationRequested'),
  resetRequested: successOf(ResetRequested, 'ResetRequested'),
};

const Email = Type.String({ format: 'email', maxLength: 254 });
const NewPassword = Type.String({ minLength: 8, maxLength: 128 });
/** An existing password; only new passwords have a minimum length. */
export const GivenPassword = Type.String({ minLength: 1, maxLength: 128 });

const NewAccount = Type.Object(
  {
    email: Email,
    password: NewPassword,
    name: Type.Optional(Type.String({ maxLength: 100 })),
    invitation: Type.Optional(Type.String({ maxLength: 128, description: 'The token of an invitation.' })),
    session: Type.Optional(
      Type.Boolean({ description: 'true also opens a session; browsers get its cookie.', default: false }),
    ),
  },
  closed,
);
export type NewAccount = Static<typeof NewAccount>;

const AccountChange = Type.Object(
  {
    name: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
    email: Type.Optional(Email),
    password: Type.Optional(GivenPassword),
  },
  closed,
);
export type AccountChange = Static<typeof AccountChange>;

const PasswordChange = Type.Object(
  {
    current_password: Type.Optional(GivenPassword),
    new_password: NewPassword,
    revoke_keys: Type.Optional(
      Type.Boolean({ description: 'true also ends all API keys but that of the request.', default: false }),
    ),
  },
  closed,
);
export type PasswordChange = Static<typeof PasswordChange>;

/** JSON bodies about accounts. */
export const AccountBodies = {
  register: NewAccount,
  login: Type.Object({ email: Email, password: GivenPassword }, closed),
  forgot: Type.Object({ email: Email }, closed),
  reset: Type.Object({ token: Type.String({ maxLength: 128 }), password: NewPassword }, closed),
  verify: Type.Object({ token: Type.String({ maxLength: 128 }) }, closed),
  changeProfile: AccountChange,
  changePassword: PasswordChange,
  changePreferences: Type.Partial(Type.Object(PREFERENCES), closed),
  deleteAccount: Type.Optional(Type.Object({ password: Type.Optional(GivenPassword) }, closed)),
};

/** Query of the deletion of an account. */
export const DeleteAccountQuery = Type.Object({
  images: Type.Optional(
    Type.Enum(['delete', 'keep'], { default: 'delete', description: 'keep = as anonymous images.' }),
  ),
});

/** Query of the daily figures of an account. */
export const AccountUsageQuery = Type.Object({
  days: Type.Optional(
    integerText('^([1-9][0-9]?|[12][0-9]{2}|3[0-5][0-9]|36[0-6])?$', {
      description: 'Days up to today',
      minimum: 1,
      maximum: 366,
      default: 30,
    }),
  ),
});

export const ExportParams = Type.Object({ token: Type.String({ description: 'Of the address of the export.' }) });

/** The body of the download of an export. */
export const ExportFile = {
  description: 'A ZIP file.',
  content: { 'application/zip': { schema: Type.String({ format: 'binary' }) } },
};
