import { findChallenge, insertChallenge } from '../../catalog/accounts/challenges.ts';
import { countRecoveryCodes } from '../../catalog/accounts/recovery-codes.ts';
import { listFactors, passkeysOf, type SecondFactor } from '../../catalog/accounts/second-factors.ts';
import type { Db } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import { hashToken, newToken } from '../../core/ids.ts';
import { timestamp } from '../../core/time.ts';
import {
  newPasskeyChallenge,
  type PublicKeyCredentialRequestOptionsJSON,
  passkeyRequestOptions,
} from '../../identity/webauthn.ts';
import type { Clock } from '../../lib/clock.ts';

/** Time for the second step of a sign-in. */
export const TICKET_MS = 5 * 60_000;

type StepDeps = { db: Db; clock: Clock };

/** A sign-in after its first step. */
export interface SecondStep {
  ticket: string;
  methods: (SecondFactor['kind'] | 'recovery_code')[];
  /** Unix milliseconds. */
  expiresAt: number;
}

/**
 * Begins the second step of a sign-in when the account has a second factor.
 * @returns undefined when it has none
 */
export async function beginSecondStep({ db, clock }: StepDeps, accountId: string): Promise<SecondStep | undefined> {
  const factors = await listFactors(db, accountId);
  if (factors.length === 0) return undefined;
  const ticket = newToken('second-step');
  const expiresAt = clock.now() + TICKET_MS;
  const payload: StepPayload = { challenge: newPasskeyChallenge() };
  await insertChallenge(db, hashToken(ticket), { accountId, purpose: 'sign-in', payload, expiresAt });
  return { ticket, methods: await methodsOf(db, accountId, factors), expiresAt };
}

/** Requires the second step of a sign-in. @throws AppError SECOND_FACTOR_REQUIRED with the ticket, if there is a factor */
export async function requireSecondStep(deps: StepDeps, accountId: string): Promise<void> {
  const step = await beginSecondStep(deps, accountId);
  if (step === undefined) return;
  const { ticket, methods, expiresAt } = step;
  throw new AppError('SECOND_FACTOR_REQUIRED', { details: { ticket, methods, expires_at: timestamp(expiresAt) } });
}

/** Content of the challenge of a second step: the challenge that passkeys sign, base64url. */
export interface StepPayload {
  challenge: string;
}

/**
 * The second step of a ticket, with the options of `navigator.credentials.get()` when the account has passkeys.
 * @throws AppError INVALID_SECOND_FACTOR
 */
export async function describeSecondStep(
  deps: StepDeps & { readonly baseUrl: string },
  ticket: string,
): Promise<Omit<SecondStep, 'ticket'> & { passkey: PublicKeyCredentialRequestOptionsJSON | null }> {
  const { db, clock } = deps;
  const known = await findChallenge(db, hashToken(ticket), 'sign-in', clock.now());
  if (known === undefined || known.accountId === null) throw invalidTicket();
  const factors = await listFactors(db, known.accountId);
  const passkeys = passkeysOf(factors);
  const { challenge } = known.payload as StepPayload;
  return {
    methods: await methodsOf(db, known.accountId, factors),
    expiresAt: known.expiresAt,
    passkey: passkeys.length === 0 ? null : await passkeyRequestOptions(deps, challenge, passkeys),
  };
}

/** The error for a ticket that is unknown, used, expired or somebody else's. */
export function invalidTicket(): AppError {
  return new AppError('INVALID_SECOND_FACTOR', {
    detail: 'The ticket is used or expired: begin again.',
    param: 'ticket',
  });
}

async function methodsOf(db: Db, accountId: string, factors: readonly SecondFactor[]): Promise<SecondStep['methods']> {
  const kinds = [...new Set(factors.map(({ kind }) => kind))];
  return (await countRecoveryCodes(db, accountId)) > 0 ? [...kinds, 'recovery_code'] : kinds;
}
