import { type AccountCredentials, findAccountCredentials } from '../../catalog/accounts/accounts.ts';
import { attemptChallenge, deleteChallenge } from '../../catalog/accounts/challenges.ts';
import { takeRecoveryCode } from '../../catalog/accounts/recovery-codes.ts';
import {
  addFailure,
  advanceFactor,
  listFactors,
  passkeysOf,
  resetFailures,
  type SecondFactor,
} from '../../catalog/accounts/second-factors.ts';
import type { Db, Tx } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import { hashRecoveryCode, hashToken } from '../../core/ids.ts';
import { openTotpSecret, totpStepOf } from '../../identity/totp.ts';
import { type AuthenticationResponseJSON, verifyPasskey } from '../../identity/webauthn.ts';
import type { Windows } from '../../limits/windows.ts';
import { type NoticeDeps, notifyAccount } from './notify-account.ts';
import { invalidTicket, type StepPayload } from './require-second-step.ts';
import { type OpenedSession, openSession, type SessionDeps, type SessionOrigin } from './sessions.ts';

/** Attempts with one ticket. */
export const MAX_ATTEMPTS = 5;
/**
 * Wrong codes in a row, over any time, after which codes of the authenticator app do not count until another proof. With
 * three valid codes at a time, a guesser with the password succeeds with a probability of 0.03 %.
 */
const MAX_FAILURES = 100;

export interface ProofDeps extends SessionDeps, NoticeDeps {
  /** The public address, which passkeys are bound to. */
  readonly baseUrl: string;
  /** Limits the attempts to guess a code. */
  windows: Windows;
  /** Encrypts TOTP secrets. */
  factorSecret: Buffer;
}

/** What the user sends in the second step. */
export type Proof =
  | { param: 'code'; code: string }
  | { param: 'recovery_code'; code: string }
  | { param: 'passkey'; response: AuthenticationResponseJSON };

/** Uses up a correct proof in a transaction. @returns false when it was used before */
type Accept = (tx: Tx) => Promise<boolean>;

export interface SignedIn {
  account: AccountCredentials;
  session: OpenedSession;
}

/**
 * Completes a sign-in by a second factor. A ticket permits five attempts. The attempts of an account are limited too,
 * whatever addresses they come from. A mail tells the owner when a recovery code was used.
 * @param origin.from network address of the caller
 * @throws AppError INVALID_SECOND_FACTOR, TOO_MANY_ATTEMPTS, ACCOUNT_SUSPENDED
 */
export async function proveSecondFactor(
  deps: ProofDeps,
  ticket: string,
  proof: Proof,
  origin: SessionOrigin & { from: string },
): Promise<SignedIn> {
  const { db, clock } = deps;
  const tokenHash = hashToken(ticket);
  const step = await attemptChallenge(db, tokenHash, 'sign-in', clock.now(), MAX_ATTEMPTS);
  if (step === undefined || step.accountId === null) throw invalidTicket();
  const account = await requireActive(db, step.accountId);
  await deps.windows.secondSteps.count({ account: account.id });
  const factors = await listFactors(db, account.id);
  const accept = await verify(deps, factors, step.payload as StepPayload, account.id, proof);
  return db.transaction().execute(async (tx) => {
    // A parallel request may have used the ticket or the proof.
    if (!(await deleteChallenge(tx, tokenHash))) throw invalidTicket();
    if (!(await accept(tx))) throw new AppError('INVALID_SECOND_FACTOR', { param: proof.param });
    await resetFailures(tx, account.id);
    if (proof.param === 'recovery_code') await notifyAccount(deps, tx, account.id, 'recovery_code_used', origin);
    return { account, session: await openSession({ ...deps, db: tx }, account.id, origin, true) };
  });
}

async function verify(
  deps: ProofDeps,
  factors: readonly SecondFactor[],
  { challenge }: StepPayload,
  accountId: string,
  proof: Proof,
): Promise<Accept> {
  const { param } = proof;
  if (param === 'recovery_code') return (tx) => takeRecoveryCode(tx, accountId, hashRecoveryCode(proof.code));
  const accept =
    param === 'code'
      ? await verifyCode(deps, factors, proof.code)
      : await verifyAssertion(deps, factors, challenge, proof);
  if (accept === undefined) throw new AppError('INVALID_SECOND_FACTOR', { param });
  return accept;
}

async function verifyCode(
  { db, clock, factorSecret }: ProofDeps,
  factors: readonly SecondFactor[],
  code: string,
): Promise<Accept | undefined> {
  const factor = factors.find(({ kind }) => kind === 'totp');
  if (factor === undefined) return undefined;
  if (factor.failures >= MAX_FAILURES) {
    throw new AppError('TOO_MANY_ATTEMPTS', {
      detail: 'Sign in with a recovery code or a passkey.',
      details: { limit: MAX_FAILURES },
    });
  }
  const now = clock.now();
  const secret = openTotpSecret(factor.keyMaterial, factorSecret, factor.accountId);
  const step = totpStepOf(secret, code, now);
  if (step !== undefined) return (tx) => advanceFactor(tx, factor.id, step, now);
  await addFailure(db, factor.id);
  return undefined;
}

async function verifyAssertion(
  deps: ProofDeps,
  factors: readonly SecondFactor[],
  challenge: string,
  { response }: Proof & { param: 'passkey' },
): Promise<Accept | undefined> {
  const passkey = passkeysOf(factors).find(({ credentialId }) => credentialId === response.id);
  if (passkey === undefined) return undefined;
  const counter = await verifyPasskey(deps, challenge, response, { ...passkey, publicKey: passkey.keyMaterial }, false);
  return counter === undefined ? undefined : (tx) => advanceFactor(tx, passkey.id, counter, deps.clock.now());
}

/** The account of an unfinished sign-in. @throws AppError INVALID_SECOND_FACTOR, ACCOUNT_SUSPENDED */
export async function requireActive(db: Db, id: string): Promise<AccountCredentials> {
  const account = await findAccountCredentials(db, { id });
  if (account === undefined) throw invalidTicket();
  if (account.isSuspended) throw new AppError('ACCOUNT_SUSPENDED');
  return account;
}
