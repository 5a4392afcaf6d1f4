import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** RFC 6238 with the parameters that every authenticator app knows. */
const ALGORITHM = 'SHA1';
const DIGITS = 6;
const PERIOD_SECONDS = 30;
/** Steps before and after the current one that count too, for clocks that differ. */
const WINDOW_STEPS = 1;
/** RFC 4226, section 4, R6: at least 128 bits, 160 recommended. */
const SECRET_BYTES = 20;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A new secret in base32 (RFC 4648), as authenticator apps take it. */
export function newTotpSecret(): string {
  return new Secret({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer }).base32;
}

/** The `otpauth:` URI of a secret, which a QR code shows. */
export function totpUri(secret: string, { issuer, email }: { issuer: string; email: string }): string {
  return totpOf(secret, issuer, email).toString();
}

/** The time step whose code this is, within the window; undefined for any other code. Spaces do not matter. */
export function totpStepOf(secret: string, code: string, nowMs: number): number | undefined {
  const token = code.replace(/\s/g, '');
  // The library compares bytes and throws where digits of other scripts have more of them.
  if (!/^[0-9]{6}$/.test(token)) return undefined;
  const delta = totpOf(secret).validate({ token, timestamp: nowMs, window: WINDOW_STEPS });
  return delta === null ? undefined : Math.floor(nowMs / (PERIOD_SECONDS * 1_000)) + delta;
}

function totpOf(secret: string, issuer = '', label = ''): TOTP {
  const parameters = { algorithm: ALGORITHM, digits: DIGITS, period: PERIOD_SECONDS };
  return new TOTP({ issuer, label, ...parameters, secret: Secret.fromBase32(secret) });
}

/**
 * Encrypts a TOTP secret for storage (AES-256-GCM).
 * @param key the service's own secret
 * @param accountId bound to the result: the secret of one account is none of another
 */
export function sealTotpSecret(secret: string, key: Buffer, accountId: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', derivedKey(key), iv).setAAD(Buffer.from(accountId));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** @throws Error when the text was not sealed with this key for this account */
export function openTotpSecret(sealed: string, key: Buffer, accountId: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', derivedKey(key), bytes.subarray(0, IV_BYTES));
  decipher.setAAD(Buffer.from(accountId));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}

function derivedKey(key: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'imgd totp secret', 32));
}
