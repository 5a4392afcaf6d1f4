import Type, { type Static } from 'typebox';
import { GivenPassword } from './accounts.ts';
import { closed, nullable, successOf, Timestamp } from './envelope.ts';

const SecondFactorInfo = Type.Object({
  id: Type.String(),
  kind: Type.Enum(['totp', 'passkey']),
  name: Type.String(),
  created_at: Timestamp,
  last_used_at: nullable(Timestamp),
});
export type SecondFactorInfo = Static<typeof SecondFactorInfo>;

const RecoveryCodes = Type.Array(Type.String(), { description: 'Each signs in once. Shown only here.' });

const SecondFactors = Type.Object({
  second_factors: Type.Array(SecondFactorInfo),
  recovery_codes_left: Type.Integer(),
  required: Type.Boolean({ description: 'Whether the operator requires a second factor of this administrator.' }),
});
export type SecondFactors = Static<typeof SecondFactors>;

const AddedFactor = Type.Object({
  second_factor: SecondFactorInfo,
  recovery_codes: Type.Optional(RecoveryCodes),
});
export type AddedFactor = Static<typeof AddedFactor>;

const Ticket = Type.String({ description: 'For the next request. Shown only here.' });

const TotpSetUp = Type.Object({
  ticket: Ticket,
  expires_at: Timestamp,
  secret: Type.String({ description: 'base32 (RFC 4648). Shown only here.' }),
  uri: Type.String({ description: '`otpauth:` URI for a QR code.' }),
});
export type TotpSetUp = Static<typeof TotpSetUp>;

/** An object of the Web Authentication API in its JSON form (WebAuthn Level 3, section 5.1). */
const webAuthn = (name: string) =>
  Type.Unsafe<object>(Type.Object({}, { additionalProperties: true, description: `${name} of WebAuthn Level 3.` }));

const PasskeySetUp = Type.Object({
  ticket: Ticket,
  expires_at: Timestamp,
  options: webAuthn('PublicKeyCredentialCreationOptionsJSON'),
});
export type PasskeySetUp = Static<typeof PasskeySetUp>;

/** One of its members proves a second factor. */

const METHODS = ['totp', 'passkey', 'recovery_code'] as const;

const SecondStep = Type.Object({
  methods: Type.Array(Type.Enum([...METHODS])),
  expires_at: Timestamp,
  passkey: nullable(webAuthn('PublicKeyCredentialRequestOptionsJSON')),
});
export type SecondStep = Static<typeof SecondStep>;

const PasskeySignIn = Type.Object({
  ticket: Ticket,
  expires_at: Timestamp,
  options: webAuthn('PublicKeyCredentialRequestOptionsJSON'),
});
export type PasskeySignIn = Static<typeof PasskeySignIn>;

const RemovedFactor = Type.Object({ id: Type.String(), removed: Type.Literal(true) });
export type RemovedFactor = Static<typeof RemovedFactor>;

/** Successful responses about second factors, by their use. */
export const SecondFactorResponses = {
  factors: successOf(SecondFactors, 'SecondFactors'),
  totpBegun: successOf(TotpSetUp, 'TotpSetUp'),
  passkeyBegun: successOf(PasskeySetUp, 'PasskeySetUp'),
  added: successOf(AddedFactor, 'SecondFactorAdded'),
  renamed: successOf(SecondFactorInfo, 'SecondFactorRenamed'),
  removed: successOf(RemovedFactor, 'SecondFactorRemoved'),
  recoveryCodes: successOf(Type.Object({ recovery_codes: RecoveryCodes }), 'RecoveryCodes'),
  step: successOf(SecondStep, 'SecondStep'),
  passkeySignIn: successOf(PasskeySignIn, 'PasskeySignIn'),
};

const GivenTicket = Type.String({ maxLength: 128 });
/** Spaces between the digits do not matter. */
const Code = Type.String({ minLength: 1, maxLength: 32 });
const Name = Type.String({ minLength: 1, maxLength: 100 });

/** Longer than any that an authenticator makes; WebAuthn limits a credential id to 1,023 bytes. */
const Base64Url = Type.String({ pattern: '^[A-Za-z0-9_-]*$', maxLength: 16_384 });
const CredentialId = Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength: 1_364 });

const CredentialFields = { id: CredentialId, rawId: CredentialId, type: Type.Literal('public-key') };

const NewPasskey = Type.Object(
  {
    ...CredentialFields,
    response: Type.Object({
      clientDataJSON: Base64Url,
      attestationObject: Base64Url,
      transports: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 16 })),
    }),
  },
  { description: 'RegistrationResponseJSON of WebAuthn Level 3; further members are ignored.' },
);

export type NewPasskey = Static<typeof NewPasskey>;

const PasskeyProof = Type.Object(
  {
    ...CredentialFields,
    response: Type.Object({
      clientDataJSON: Base64Url,
      authenticatorData: Base64Url,
      signature: Base64Url,
      userHandle: Type.Optional(nullable(Base64Url)),
    }),
  },
  { description: 'AuthenticationResponseJSON of WebAuthn Level 3; further members are ignored.' },
);
export type PasskeyProof = Static<typeof PasskeyProof>;

const OptionalPassword = Type.Optional(Type.Object({ password: Type.Optional(GivenPassword) }, closed));

/** JSON bodies about second factors. */
export const SecondFactorBodies = {
  begin: OptionalPassword,
  finishTotp: Type.Object({ ticket: GivenTicket, code: Code, name: Type.Optional(Name) }, closed),
  finishPasskey: Type.Object({ ticket: GivenTicket, passkey: NewPasskey, name: Type.Optional(Name) }, closed),
  rename: Type.Object({ name: Name }, closed),
  ticket: Type.Object({ ticket: GivenTicket }, closed),
  prove: Type.Object(
    {
      ticket: GivenTicket,
      code: Type.Optional(Code),
      recovery_code: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
      passkey: Type.Optional(PasskeyProof),
    },
    { ...closed, description: 'With one of `code`, `recovery_code` and `passkey`.' },
  ),
  passkeySignIn: Type.Object({ ticket: GivenTicket, passkey: PasskeyProof }, closed),
};
