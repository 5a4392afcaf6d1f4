import Type, { type Static } from 'typebox';
import { GRANTS } from '../core/caller.ts';
import { PLAN_NAMES } from '../core/plans.ts';
import { CsrfToken, Key, nullable, Session, successOf, Timestamp } from './images.ts';

const Profile = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: nullable(Type.String()),
  plan: Type.Enum([...PLAN_NAMES]),
  admin: Type.Boolean(),
  has_password: Type.Boolean({ description: 'false: made by another provider or on the command line.' }),
  created_at: Timestamp,
});
export type Profile = Static<typeof Profile>;

const SessionInfo = Type.Object({
  id: Type.String(),
  user_agent: nullable(Type.String({ description: 'What the client called itself when it signed in.' })),
  created_at: Timestamp,
  last_used_at: Timestamp,
  expires_at: Timestamp,
  current: Type.Boolean({ description: 'Whether this request was made by it.' }),
});
export type SessionInfo = Static<typeof SessionInfo>;

const Site = Type.Object({
  name: Type.String(),
  version: Type.String(),
  registration: Type.Enum(['open', 'closed']),
  oidc: nullable(Type.Object({ name: Type.String() })),
  password_reset: Type.Enum(['mail', 'none']),
  image_host: Type.String({ format: 'uri' }),
});

/** Successful responses about accounts, by their use. */
export const AccountResponses = {
  signedIn: successOf(Type.Object({ account: Profile, session: Session, csrf_token: CsrfToken }), 'SignedIn'),
  signedOut: successOf(Type.Object({ logged_out: Type.Literal(true) }), 'SignedOut'),
  sessions: successOf(Type.Object({ sessions: Type.Array(SessionInfo) }), 'Sessions'),
  sessionEnded: successOf(Type.Object({ id: Type.String(), ended: Type.Literal(true) }), 'SessionEnded'),
  account: successOf(Type.Object({ ...Profile.properties, csrf_token: Type.Optional(CsrfToken) }), 'Account'),
  accountDeleted: successOf(
    Type.Object({
      id: Type.String(),
      deleted: Type.Literal(true),
      deleted_at: Timestamp,
      images_deleted: Type.Integer(),
    }),
    'AccountDeleted',
  ),
  passwordChanged: successOf(Type.Object({ password_changed: Type.Literal(true) }), 'PasswordChanged'),
  resetRequested: successOf(Type.Object({ requested: Type.Literal(true) }), 'ResetRequested'),
  keyChanged: successOf(Key, 'KeyChanged'),
  site: successOf(Site, 'Site'),
};

const closed = { additionalProperties: false };
const Email = Type.String({ format: 'email', maxLength: 254 });
/** A password that is only compared: what a new one must be is asked where it is set. */
const GivenPassword = Type.String({ minLength: 1, maxLength: 128 });

const NewPassword = Type.String({ minLength: 8, maxLength: 128 });

/** JSON bodies about accounts; unknown members are refused. */
export const AccountBodies = {
  login: Type.Object({ email: Email, password: GivenPassword }, closed),
  forgot: Type.Object({ email: Email }, closed),
  reset: Type.Object({ token: Type.String({ maxLength: 128 }), password: NewPassword }, closed),
  changeProfile: Type.Object(
    {
      name: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
      email: Type.Optional(Email),
      password: Type.Optional(GivenPassword),
    },
    closed,
  ),
  changePassword: Type.Object({ current_password: Type.Optional(GivenPassword), new_password: NewPassword }, closed),
  deleteAccount: Type.Object({ password: Type.Optional(GivenPassword) }, closed),
  changeKey: Type.Object(
    {
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      scopes: Type.Optional(Type.Array(Type.Enum([...GRANTS]), { minItems: 1, uniqueItems: true })),
    },
    closed,
  ),
};

/** What becomes of the images of an account that is deleted. */
export const DeleteAccountQuery = Type.Object({
  images: Type.Optional(Type.Enum(['delete', 'keep'], { default: 'delete', description: "keep = as nobody's." })),
});
