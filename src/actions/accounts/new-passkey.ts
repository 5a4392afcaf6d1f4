import { listFactors, passkeysOf, type SecondFactor } from '../../catalog/accounts/second-factors.ts';
import type { AccountCaller } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import {
  newPasskeyChallenge,
  type PublicKeyCredentialCreationOptionsJSON,
  passkeyCreationOptions,
  type RegistrationResponseJSON,
  verifyNewPasskey,
} from '../../identity/webauthn.ts';
import { type AddedFactor, addSecondFactor, attemptSetUp, beginSetUp, type FactorDeps } from './add-second-factor.ts';
import type { AccountActor } from './notify-account.ts';
import { reauthenticateSession } from './reauthenticate.ts';

const MAX_PASSKEYS = 10;

/**
 * Begins to register a passkey.
 * @returns the options of `navigator.credentials.create()`
 * @throws AppError INVALID_PARAMETER when the account has the maximum number, and the errors of `reauthenticateSession`
 */
export async function beginPasskey(
  deps: FactorDeps,
  caller: AccountCaller,
  password: string | undefined,
): Promise<{ ticket: string; expiresAt: number; options: PublicKeyCredentialCreationOptionsJSON }> {
  const { account, sessionId } = await reauthenticateSession(deps, caller, password);
  const factors = await listFactors(deps.db, account.id);
  requireRoomForPasskey(factors);
  const challenge = newPasskeyChallenge();
  const options = await passkeyCreationOptions(deps, challenge, account, passkeysOf(factors));
  return { ...(await beginSetUp(deps, account.id, 'add-passkey', { sessionId, secret: challenge })), options };
}

/**
 * Adds the passkey that the browser has made.
 * @throws AppError INVALID_SECOND_FACTOR, SECOND_FACTOR_EXISTS, INVALID_PARAMETER, FORBIDDEN for an API key
 */
export async function finishPasskey(
  deps: FactorDeps,
  actor: AccountActor,
  { ticket, response, name }: { ticket: string; response: RegistrationResponseJSON; name: string },
): Promise<AddedFactor> {
  const { secret: challenge } = await attemptSetUp(deps, actor.caller, 'add-passkey', ticket);
  const passkey = await verifyNewPasskey(deps, challenge, response);
  if (passkey === undefined) throw new AppError('INVALID_SECOND_FACTOR', { param: 'passkey' });
  const { publicKey: keyMaterial, ...rest } = passkey;
  return addSecondFactor(deps, actor, ticket, { kind: 'passkey', name, keyMaterial, ...rest }, requireRoomForPasskey);
}

function requireRoomForPasskey(factors: readonly SecondFactor[]): void {
  if (passkeysOf(factors).length < MAX_PASSKEYS) return;
  throw new AppError('INVALID_PARAMETER', {
    detail: `An account can have at most ${MAX_PASSKEYS} passkeys.`,
    details: { max_passkeys: MAX_PASSKEYS },
  });
}
