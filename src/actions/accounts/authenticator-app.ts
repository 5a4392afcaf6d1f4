import { listFactors, type SecondFactor } from '../../catalog/accounts/second-factors.ts';
import type { AccountCaller } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { newTotpSecret, openTotpSecret, sealTotpSecret, totpStepOf, totpUri } from '../../identity/totp.ts';
import { type AddedFactor, addSecondFactor, attemptSetUp, beginSetUp, type FactorDeps } from './add-second-factor.ts';
import type { AccountActor } from './notify-account.ts';
import { reauthenticateSession } from './reauthenticate.ts';

/**
 * Begins to add an authenticator app. It counts only after `finishTotp`.
 * @returns the secret in base32, and as an `otpauth:` URI for a QR code
 * @throws AppError SECOND_FACTOR_EXISTS, and the errors of `reauthenticateSession`
 */
export async function beginTotp(
  deps: FactorDeps,
  caller: AccountCaller,
  password: string | undefined,
): Promise<{ ticket: string; expiresAt: number; secret: string; uri: string }> {
  const { account, sessionId } = await reauthenticateSession(deps, caller, password);
  requireNoTotp(await listFactors(deps.db, account.id));
  const secret = newTotpSecret();
  const sealed = sealTotpSecret(secret, deps.factorSecret, account.id);
  const uri = totpUri(secret, { issuer: new URL(deps.baseUrl).hostname, email: account.email });
  return { ...(await beginSetUp(deps, account.id, 'add-totp', { sessionId, secret: sealed })), secret, uri };
}

/**
 * Adds an authenticator app that has shown a correct code.
 * @throws AppError INVALID_SECOND_FACTOR, SECOND_FACTOR_EXISTS, FORBIDDEN for an API key
 */
export async function finishTotp(
  deps: FactorDeps,
  actor: AccountActor,
  { ticket, code, name }: { ticket: string; code: string; name: string },
): Promise<AddedFactor> {
  const { secret } = await attemptSetUp(deps, actor.caller, 'add-totp', ticket);
  const opened = openTotpSecret(secret, deps.factorSecret, actor.caller.accountId);
  const step = totpStepOf(opened, code, deps.clock.now());
  if (step === undefined) throw new AppError('INVALID_SECOND_FACTOR', { param: 'code' });
  // The code that proves the set-up does not also sign in.
  const factor = {
    kind: 'totp' as const,
    name,
    credentialId: null,
    keyMaterial: secret,
    transports: [],
    counter: step,
  };
  return addSecondFactor(deps, actor, ticket, factor, requireNoTotp);
}

function requireNoTotp(factors: readonly SecondFactor[]): void {
  if (factors.some(({ kind }) => kind === 'totp')) {
    throw new AppError('SECOND_FACTOR_EXISTS', { detail: 'Remove the authenticator app before you add another one.' });
  }
}
