import Type, { type Static } from 'typebox';
import { GRANTS } from '../core/scopes.ts';
import { closed, nullable, successOf, Timestamp } from './envelope.ts';

const KeyInfo = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    prefix: Type.String({ description: 'The first characters of the key, to tell keys apart.' }),
    last4: Type.String(),
    scopes: Type.Array(Type.Enum([...GRANTS])),
    created_at: Timestamp,
    last_used_at: nullable(Timestamp),
    expires_at: nullable(Timestamp),
  },
  { title: 'Key' },
);
export type KeyInfo = Static<typeof KeyInfo>;

export const IssuedKey = Type.Object(
  {
    ...KeyInfo.properties,
    key: Type.String({ description: 'The secret. Shown only here.' }),
  },
  { title: 'IssuedKey' },
);
export type IssuedKey = Static<typeof IssuedKey>;

const RevokedKey = Type.Object({ id: Type.String(), revoked: Type.Literal(true) });
export type RevokedKey = Static<typeof RevokedKey>;

/** Successful responses about API keys, by their use. */
export const KeyResponses = {
  keys: successOf(Type.Object({ keys: Type.Array(KeyInfo) }), 'Keys'),
  key: successOf(IssuedKey, 'IssuedKey'),
  keyChanged: successOf(KeyInfo, 'KeyChanged'),
  revoked: successOf(RevokedKey, 'KeyRevoked'),
};

const Name = Type.String({ minLength: 1, maxLength: 100 });
const Scopes = Type.Optional(Type.Array(Type.Enum([...GRANTS]), { minItems: 1, uniqueItems: true }));

const NewKey = Type.Object(
  {
    name: Name,
    scopes: Scopes,
    expires_at: Type.Optional(nullable(Type.String({ format: 'date-time' }))),
  },
  closed,
);
export type NewKey = Static<typeof NewKey>;

const KeyChange = Type.Object({ name: Type.Optional(Name), scopes: Scopes }, closed);
export type KeyChange = Static<typeof KeyChange>;

/** JSON bodies about API keys. */
export const KeyBodies = {
  createKey: NewKey,
  changeKey: KeyChange,
  rotateKey: Type.Optional(
    Type.Object({ grace_hours: Type.Optional(Type.Integer({ minimum: 0, maximum: 168, default: 0 })) }, closed),
  ),
};
