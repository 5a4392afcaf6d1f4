import { lockAccount } from '../../catalog/accounts/accounts.ts';
import {
  attemptChallenge,
  type Challenge,
  deleteChallenge,
  insertChallenge,
} from '../../catalog/accounts/challenges.ts';
import { insertFactor, listFactors, type SecondFactor } from '../../catalog/accounts/second-factors.ts';
import { deleteSessionsOf, setSecondFactorProven } from '../../catalog/accounts/sessions.ts';
import type { AccountCaller } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { hashToken, newId, newToken } from '../../core/ids.ts';
import { type AccountActor, type NoticeDeps, notifyAccount } from './notify-account.ts';
import { type ReauthenticationDeps, requireSession } from './reauthenticate.ts';
import { issueRecoveryCodes } from './renew-recovery-codes.ts';
import { invalidTicket } from './require-second-step.ts';

/** Time to set up an authenticator app or a passkey. */
const SET_UP_MS = 10 * 60_000;
const MAX_ATTEMPTS = 5;

export interface FactorDeps extends ReauthenticationDeps, NoticeDeps {
  /** The public address, which passkeys are bound to. */
  readonly baseUrl: string;
  /** Encrypts TOTP secrets. */
  factorSecret: Buffer;
}

/** A second factor that was added; with the first one come the recovery codes. */
export interface AddedFactor {
  factor: SecondFactor;
  /** Shown once and stored as hashes; undefined when the account has recovery codes already. */
  recoveryCodes: string[] | undefined;
}

/** Content of the challenge of a set-up: the session that began it, and the TOTP secret or the passkey challenge. */
export interface SetUp {
  sessionId: string;
  secret: string;
}

/** Begins to add a second factor. The ticket lets the same session finish it. */
export async function beginSetUp(
  { db, clock }: FactorDeps,
  accountId: string,
  purpose: Challenge['purpose'],
  payload: SetUp,
): Promise<{ ticket: string; expiresAt: number }> {
  const ticket = newToken('second-step');
  const expiresAt = clock.now() + SET_UP_MS;
  await insertChallenge(db, hashToken(ticket), { accountId, purpose, payload, expiresAt });
  return { ticket, expiresAt };
}

/** One of five attempts to finish what `beginSetUp` began. @throws AppError INVALID_SECOND_FACTOR, FORBIDDEN for an API key */
export async function attemptSetUp(
  { db, clock }: FactorDeps,
  caller: AccountCaller,
  purpose: Challenge['purpose'],
  ticket: string,
): Promise<SetUp> {
  const sessionId = requireSession(caller);
  const begun = await attemptChallenge(db, hashToken(ticket), purpose, clock.now(), MAX_ATTEMPTS);
  const setUp = begun?.payload as SetUp | undefined;
  if (setUp === undefined || begun?.accountId !== caller.accountId || setUp.sessionId !== sessionId)
    throw invalidTicket();
  return setUp;
}

/**
 * Adds a proven factor. With the first one, the sessions that were opened without any end.
 * @param requireRoom checks the factors that the account has
 * @throws AppError INVALID_SECOND_FACTOR when the ticket is used, SECOND_FACTOR_EXISTS, and the errors of `requireRoom`
 */
export async function addSecondFactor(
  deps: FactorDeps,
  { caller, from }: AccountActor,
  ticket: string,
  wanted: Pick<SecondFactor, 'kind' | 'name' | 'credentialId' | 'keyMaterial' | 'transports' | 'counter'>,
  requireRoom: (factors: readonly SecondFactor[]) => void,
): Promise<AddedFactor> {
  const { db, clock } = deps;
  const { accountId } = caller;
  const sessionId = requireSession(caller);
  const now = clock.now();
  const factor: SecondFactor = {
    id: newId('fac'),
    accountId,
    ...wanted,
    failures: 0,
    createdAt: now,
    lastUsedAt: null,
  };
  return db.transaction().execute(async (tx) => {
    await lockAccount(tx, accountId);
    if (!(await deleteChallenge(tx, hashToken(ticket)))) throw invalidTicket();
    const factors = await listFactors(tx, accountId);
    requireRoom(factors);
    if (!(await insertFactor(tx, factor))) throw new AppError('SECOND_FACTOR_EXISTS');
    await setSecondFactorProven(tx, sessionId, true);
    await notifyAccount(deps, tx, accountId, 'second_factor_added', { from });
    if (factors.length > 0) return { factor, recoveryCodes: undefined };
    await deleteSessionsOf(tx, accountId, sessionId);
    return { factor, recoveryCodes: await issueRecoveryCodes(tx, accountId) };
  });
}
