import Type, { type Static } from 'typebox';
import { PLAN_NAMES } from '../core/plans.ts';
import { closed, nullable, successOf, Timestamp } from './envelope.ts';
import { IssuedKey } from './keys.ts';

const NewSession = Type.Object({
  token: Type.String({ description: 'Bearer credential. Shown only here.' }),
  expires_at: Timestamp,
});
const CsrfToken = Type.String({
  description: 'Value of X-CSRF-Token in unsafe requests with the session cookie.',
});

const Registered = Type.Object({
  account: Type.Object({
    id: Type.String(),
    email: Type.String(),
    name: nullable(Type.String()),
    plan: Type.Enum([...PLAN_NAMES]),
    created_at: Timestamp,
  }),
  api_key: IssuedKey,
  session: Type.Optional(NewSession),
  csrf_token: Type.Optional(CsrfToken),
});
export type Registered = Static<typeof Registered>;

const Profile = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: nullable(Type.String()),
  plan: Type.Enum([...PLAN_NAMES]),
  admin: Type.Boolean(),
  has_password: Type.Boolean({ description: 'false for accounts made by a provider or on the command line.' }),
  created_at: Timestamp,
});
export type Profile = Static<typeof Profile>;

const OwnAccount = Type.Object({ ...Profile.properties, csrf_token: Type.Optional(CsrfToken) });
export type OwnAccount = Static<typeof OwnAccount>;

const SignedIn = Type.Object({ account: Profile, session: NewSession, csrf_token: CsrfToken });
export type SignedIn = Static<typeof SignedIn>;

const SignedOut = Type.Object({ logged_out: Type.Literal(true) });
export type SignedOut = Static<typeof SignedOut>;

const SessionInfo = Type.Object({
  id: Type.String(),
  user_agent: nullable(Type.String({ description: 'User-Agent of the client that signed in.' })),
  created_at: Timestamp,
  last_used_at: Timestamp,
  expires_at: Timestamp,
  current: Type.Boolean({ description: 'Whether this session made the request.' }),
});
export type SessionInfo = Static<typeof SessionInfo>;

const EndedSession = Type.Object({ id: Type.String(), ended: Type.Literal(true) });
export type EndedSession = Static<typeof EndedSession>;

const DeletedAccount = Type.Object({
  id: Type.String(),
  deleted: Type.Literal(true),
  deleted_at: Timestamp,
  images_deleted: Type.Integer(),
});
export type DeletedAccount = Static<typeof DeletedAccount>;

const PasswordChanged = Type.Object({ password_changed: Type.Literal(true) });
export type PasswordChanged = Static<typeof PasswordChanged>;

const ResetRequested = Type.Object({ requested: Type.Literal(true) });
export type ResetRequested = Static<typeof ResetRequested>;

/** Successful responses about accounts, by their use. */
export const AccountResponses = {
  registered: successOf(Registered, 'Registered'),
  signedIn: successOf(SignedIn, 'SignedIn'),
  signedOut: successOf(SignedOut, 'SignedOut'),
  sessions: successOf(Type.Object({ sessions: Type.Array(SessionInfo) }), 'Sessions'),
  sessionEnded: successOf(EndedSession, 'SessionEnded'),
  account: successOf(OwnAccount, 'Account'),
  accountDeleted: successOf(DeletedAccount, 'AccountDeleted'),
  passwordChanged: successOf(PasswordChanged, 'PasswordChanged'),
  resetRequested: successOf(ResetRequested, 'ResetRequested'),
};

const Email = Type.String({ format: 'email', maxLength: 254 });
const NewPassword = Type.String({ minLength: 8, maxLength: 128 });
/** An existing password; only new passwords have a minimum length. */
const GivenPassword = Type.String({ minLength: 1, maxLength: 128 });

const NewAccount = Type.Object(
  {
    email: Email,
    password: NewPassword,
    name: Type.Optional(Type.String({ maxLength: 100 })),
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
  { current_password: Type.Optional(GivenPassword), new_password: NewPassword },
  closed,
);
export type PasswordChange = Static<typeof PasswordChange>;

/** JSON bodies about accounts. */
export const AccountBodies = {
  register: NewAccount,
  login: Type.Object({ email: Email, password: GivenPassword }, closed),
  forgot: Type.Object({ email: Email }, closed),
  reset: Type.Object({ token: Type.String({ maxLength: 128 }), password: NewPassword }, closed),
  changeProfile: AccountChange,
  changePassword: PasswordChange,
  deleteAccount: Type.Optional(Type.Object({ password: Type.Optional(GivenPassword) }, closed)),
};

/** Query of the deletion of an account. */
export const DeleteAccountQuery = Type.Object({
  images: Type.Optional(
    Type.Enum(['delete', 'keep'], { default: 'delete', description: 'keep = as anonymous images.' }),
  ),
});
