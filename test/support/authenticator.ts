import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Flags of the authenticator data (WebAuthn, section 6.1). */
const [PRESENT, VERIFIED, HAS_CREDENTIAL] = [1, 4, 64];

/** What an attacker or a broken authenticator changes. */
export interface Tampering {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  /** Whether the authenticator has verified its user. */
  verified?: boolean;
  present?: boolean;
  counter?: number;
  userHandle?: string;
  id?: string;
  /** Signs with another key. */
  key?: KeyObject;
  /** @param signed what the attestation signs */
  attestation?: { fmt: string; attStmt(signed: Buffer): Buffer };
}

/** A passkey in software, as an independent counterpart of the service's library. */
export interface SoftwarePasskey {
  id: string;
  /** The answer to `navigator.credentials.create()`. */
  create(options: CreationOptions, tampering?: Tampering): object;
  /** The answer to `navigator.credentials.get()`. */
  get(options: { challenge: string; rpId: string }, tampering?: Tampering): object;
}

export interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
}

/** @param origin of the page that uses the passkey @param counts whether it has a signature counter */
export function createSoftwarePasskey(origin: string, counts = true): SoftwarePasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let counter = 0;
  let userHandle = '';

  const authenticatorData = (rpId: string, change: Tampering, attested = Buffer.alloc(0)) => {
    const flags =
      (change.present === false ? 0 : PRESENT) |
      (change.verified === false ? 0 : VERIFIED) |
      (attested.length === 0 ? 0 : HAS_CREDENTIAL);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(change.counter ?? (counts ? ++counter : 0));
    return Buffer.concat([sha256(change.rpId ?? rpId), Buffer.from([flags]), count, attested]);
  };
  const clientData = (type: string, challenge: string, change: Tampering) =>
    Buffer.from(
      JSON.stringify({
        type: change.type ?? type,
        challenge: change.challenge ?? challenge,
        origin: change.origin ?? origin,
        crossOrigin: false,
      }),
    );

  return {
    id,
    create(options, change = {}) {
      userHandle = options.user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)]);
      const authData = authenticatorData(options.rp.id, change, attested);
      const data = clientData('webauthn.create', options.challenge, change);
      const { fmt, attStmt } = change.attestation ?? { fmt: 'none', attStmt: () => map([]) };
      const attestation = map([
        [text('fmt'), text(fmt)],
        [text('attStmt'), attStmt(Buffer.concat([authData, sha256(data)]))],
        [text('authData'), bytes(authData)],
      ]);
      return credential(change.id ?? id, {
        clientDataJSON: data.toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      });
    },
    get(options, change = {}) {
      const data = clientData('webauthn.get', options.challenge, change);
      const authData = authenticatorData(options.rpId, change);
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), change.key ?? privateKey);
      return credential(change.id ?? id, {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: change.userHandle ?? userHandle,
      });
    },
  };
}

function credential(id: string, response: object): object {
  const members = { clientExtensionResults: {}, authenticatorAttachment: 'platform' };
  return { id, rawId: id, type: 'public-key', response, ...members };
}

function sha256(content: string | Buffer): Buffer {
  return createHash('sha256').update(content).digest();
}

// CBOR (RFC 8949), as far as attestation objects need it.

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

export const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)]);
export const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value]);
export const array = (items: Buffer[]) => Buffer.concat([head(4, items.length), ...items]);
export const map = (entries: [Buffer, Buffer][]) => Buffer.concat([head(5, entries.length), ...entries.flat()]);
export const integer = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));

/** An ES256 key (RFC 9053, section 7.1.1). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const coordinate = (value: string) => bytes(Buffer.from(value, 'base64url'));
  return map([
    [integer(1), integer(2)],
    [integer(3), integer(-7)],
    [integer(-1), integer(1)],
    [integer(-2), coordinate(x)],
    [integer(-3), coordinate(y)],
  ]);
}
