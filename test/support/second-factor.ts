import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { bearer } from './requests.ts';
import { dataOf, login, newPerson, PASSWORD, type Person, request, type SignedIn } from './sign-in.ts';

interface Target {
  url: string;
}

/** A time step of TOTP. */
export const STEP_MS = 30_000;

/** The code of a secret at an instant, computed from RFC 6238 and RFC 4226 without the library of the service. */
export function totpCode(secret: string, atMs: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / STEP_MS)));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

export interface TotpSetUp {
  ticket: string;
  secret: string;
  uri: string;
  expires_at: string;
}

export interface Added {
  second_factor: { id: string; kind: string; name: string; created_at: string; last_used_at: string | null };
  recovery_codes?: string[];
}

/** Begins to add an authenticator app. */
export function beginTotp(target: Target, token: string, password: string | undefined = PASSWORD): Promise<Response> {
  return request(target, 'POST', '/account/second-factors/totp', { body: { password }, token });
}

export function finishTotp(target: Target, token: string, ticket: string, code: string): Promise<Response> {
  return request(target, 'POST', '/account/second-factors/totp/confirm', { body: { ticket, code }, token });
}

/** Completes a sign-in. */
export function prove(
  target: Target,
  ticket: string,
  proof: { code?: string; recovery_code?: string; passkey?: unknown },
  headers: Record<string, string> = {},
): Promise<Response> {
  return request(target, 'POST', '/auth/second-factor', { body: { ticket, ...proof }, headers });
}

/** The ticket of a sign-in with the right password. @throws AssertionError unless a second factor is required */
export async function ticketOf(answer: Response | Promise<Response>): Promise<string> {
  const response = await answer;
  const { error } = (await response.json()) as { error?: { code: string; details?: { ticket: string } } };
  assert.deepEqual([response.status, error?.code], [401, 'SECOND_FACTOR_REQUIRED'], JSON.stringify(error));
  return error?.details?.ticket ?? assert.fail('no ticket');
}

/** A person with an authenticator app. */
export interface Protected extends Person {
  /** Of a session that is signed in. */
  token: string;
  secret: string;
  factorId: string;
  recoveryCodes: string[];
  /** The ticket of a new sign-in by password. */
  ticket(): Promise<string>;
}

/** Registers an account and adds an authenticator app. */
export async function newProtected(target: Target, clock: { now(): number }): Promise<Protected> {
  const person = await newPerson(target);
  const { session } = await dataOf<SignedIn>(login(target, person.email));
  const { ticket, secret } = await dataOf<TotpSetUp>(beginTotp(target, session.token));
  const code = totpCode(secret, clock.now());
  const added = await dataOf<Added>(finishTotp(target, session.token, ticket, code));
  return {
    ...person,
    token: session.token,
    secret,
    factorId: added.second_factor.id,
    recoveryCodes: added.recovery_codes ?? assert.fail('no recovery codes'),
    ticket: () => ticketOf(login(target, person.email)),
  };
}

export interface SecondFactors {
  second_factors: Added['second_factor'][];
  recovery_codes_left: number;
  required: boolean;
}

export async function factorsOf(target: Target, token: string): Promise<SecondFactors> {
  const headers = bearer(token);
  return dataOf<SecondFactors>(fetch(`${target.url}/api/v1/account/second-factors`, { headers }));
}
