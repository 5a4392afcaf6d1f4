import { randomBytes } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';

export type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
};

/** A browser waits this long for its user. */
const TIMEOUT_MS = 300_000;
const CHALLENGE_BYTES = 32;
/** COSE algorithms, the most preferred first: Ed25519, ECDSA with P-256, RSA (RFC 9053, RFC 8812). */
const ALGORITHMS = [-8, -7, -257];

/** A registered passkey. */
export interface Passkey {
  /** base64url. */
  credentialId: string;
  /** COSE key, base64url. */
  publicKey: string;
  /** Signature counter; synchronized passkeys keep 0. */
  counter: number;
  transports: string[];
}

/** The site that passkeys belong to (WebAuthn Level 3, "relying party"), by its configured address. */
interface Site {
  readonly baseUrl: string;
}

/** A new challenge, base64url. */
export function newPasskeyChallenge(): string {
  return randomBytes(CHALLENGE_BYTES).toString('base64url');
}

/**
 * Options of `navigator.credentials.create()`. A passkey that the browser can find without a name
 * is preferred; no attestation is requested.
 * @param registered passkeys of the account, which are not registered twice
 */
export async function passkeyCreationOptions(
  site: Site,
  challenge: string,
  account: { id: string; email: string; name: string | null },
  registered: readonly Pick<Passkey, 'credentialId' | 'transports'>[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library();
  const { hostname } = new URL(site.baseUrl);
  return generateRegistrationOptions({
    rpName: hostname,
    rpID: hostname,
    userName: account.email,
    userDisplayName: account.name ?? account.email,
    challenge: bytesOf(challenge),
    userID: new TextEncoder().encode(account.id),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: registered.map(descriptor),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

/**
 * Options of `navigator.credentials.get()`.
 * @param registered passkeys of the account; undefined: any passkey of the site, whose user the authenticator must verify
 */
export async function passkeyRequestOptions(
  site: Site,
  challenge: string,
  registered: readonly Pick<Passkey, 'credentialId' | 'transports'>[] | undefined,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: new URL(site.baseUrl).hostname,
    challenge: bytesOf(challenge),
    timeout: TIMEOUT_MS,
    userVerification: registered === undefined ? 'required' : 'preferred',
    ...(registered !== undefined && { allowCredentials: registered.map(descriptor) }),
  });
}

/**
 * Verifies the answer of `navigator.credentials.create()` (WebAuthn, section 7.1). Attestation certificates are refused,
 * not ignored: their verification would request revocation lists from addresses in the certificates.
 * @param challenge of the options
 * @returns the passkey; undefined when the answer is not valid here
 */
export async function verifyNewPasskey(
  { baseUrl }: Site,
  challenge: string,
  response: RegistrationResponseJSON,
): Promise<Passkey | undefined> {
  const { verifyRegistrationResponse } = await library();
  const { origin, hostname } = new URL(baseUrl);
  if (!(await isWithoutCertificates(response))) return undefined;
  const expected = { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: hostname };
  const verified = await orUndefined(() =>
    verifyRegistrationResponse({
      response,
      ...expected,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (verified?.verified !== true) return undefined;
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  if (id !== response.id) return undefined;
  const transports = (response.response.transports ?? []).filter((one) => TRANSPORTS.has(one));
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
}

/**
 * Verifies the answer of `navigator.credentials.get()` (WebAuthn, section 7.2).
 * @param challenge of the options
 * @param requireUserVerification whether the authenticator must have verified its user, by a PIN or a fingerprint
 * @returns the new signature counter; undefined when the answer is not valid here
 */
export async function verifyPasskey(
  { baseUrl }: Site,
  challenge: string,
  response: AuthenticationResponseJSON,
  passkey: Passkey,
  requireUserVerification: boolean,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library();
  const { origin, hostname } = new URL(baseUrl);
  const { credentialId: id, counter, publicKey } = passkey;
  if (response.id !== id) return undefined;
  const verified = await orUndefined(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: hostname,
      credential: { id, counter, publicKey: bytesOf(publicKey) },
      requireUserVerification,
    }),
  );
  return verified?.verified === true ? verified.authenticationInfo.newCounter : undefined;
}

const TRANSPORTS: ReadonlySet<string> = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

/** Loaded at the first use. A library below it reads `Reflect.getMetadata`, which a bundle would otherwise define later. */
async function library() {
  await import('reflect-metadata');
  const [server, helpers] = [await import('@simplewebauthn/server'), await import('@simplewebauthn/server/helpers')];
  return { ...server, decodeAttestationObject: helpers.decodeAttestationObject };
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64url, 'base64url'));
}

function descriptor({ credentialId, transports }: Pick<Passkey, 'credentialId' | 'transports'>) {
  return { id: credentialId, transports };
}

/** Whether the attestation is none, or the key's own signature. */
async function isWithoutCertificates({ response }: RegistrationResponseJSON): Promise<boolean> {
  const { decodeAttestationObject } = await library();
  const decoded = await orUndefined(async () => {
    const attestation = decodeAttestationObject(bytesOf(response.attestationObject));
    const format = attestation.get('fmt');
    return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
  });
  return decoded === true;
}

/** Every error of the library is about the content of the answer. */
async function orUndefined<T>(verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}
