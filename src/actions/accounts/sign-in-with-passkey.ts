import { attemptChallenge, deleteChallenge, insertChallenge } from '../../catalog/accounts/challenges.ts';
import { advanceFactor, findPasskey, passkeysOf, resetFailures } from '../../catalog/accounts/second-factors.ts';
import { AppError } from '../../core/errors.ts';
import { hashToken, newToken } from '../../core/ids.ts';
import {
  type AuthenticationResponseJSON,
  newPasskeyChallenge,
  type PublicKeyCredentialRequestOptionsJSON,
  passkeyRequestOptions,
  verifyPasskey,
} from '../../identity/webauthn.ts';
import { MAX_ATTEMPTS, type ProofDeps, requireActive, type SignedIn } from './prove-second-factor.ts';
import { invalidTicket, type StepPayload, TICKET_MS } from './require-second-step.ts';
import { openSession, type SessionOrigin } from './sessions.ts';

/**
 * Begins a sign-in by a passkey alone.
 * @param address of the caller: everybody can make these rows
 * @returns the ticket, and the options of `navigator.credentials.get()`
 * @throws AppError TOO_MANY_ATTEMPTS
 */
export async function beginPasskeySignIn(
  deps: ProofDeps,
  address: string,
): Promise<{ ticket: string; expiresAt: number; options: PublicKeyCredentialRequestOptionsJSON }> {
  const { db, clock } = deps;
  await deps.windows.passkeySignIns.count({ address });
  const ticket = newToken('second-step');
  const expiresAt = clock.now() + TICKET_MS;
  const payload: StepPayload = { challenge: newPasskeyChallenge() };
  const options = await passkeyRequestOptions(deps, payload.challenge, undefined);
  await insertChallenge(db, hashToken(ticket), { accountId: null, purpose: 'passkey-sign-in', payload, expiresAt });
  return { ticket, expiresAt, options };
}

/**
 * Signs in by a passkey alone. The authenticator must have verified its user, so that two factors are proven: the
 * possession of the passkey, and a PIN or a fingerprint.
 * @throws AppError INVALID_SECOND_FACTOR, ACCOUNT_SUSPENDED
 */
export async function signInWithPasskey(
  deps: ProofDeps,
  ticket: string,
  response: AuthenticationResponseJSON,
  origin: SessionOrigin,
): Promise<SignedIn> {
  const { db, clock } = deps;
  const tokenHash = hashToken(ticket);
  const step = await attemptChallenge(db, tokenHash, 'passkey-sign-in', clock.now(), MAX_ATTEMPTS);
  if (step === undefined) throw invalidTicket();
  const invalid = new AppError('INVALID_SECOND_FACTOR', { param: 'passkey' });
  const found = await findPasskey(db, response.id);
  const [passkey] = found === undefined ? [] : passkeysOf([found]);
  // WebAuthn, section 7.2: the authenticator names the account, and the passkey must be one of it.
  if (passkey === undefined || response.response.userHandle !== userHandleOf(passkey.accountId)) throw invalid;
  const { challenge } = step.payload as StepPayload;
  const counter = await verifyPasskey(deps, challenge, response, { ...passkey, publicKey: passkey.keyMaterial }, true);
  if (counter === undefined) throw invalid;
  const account = await requireActive(db, passkey.accountId);
  return db.transaction().execute(async (tx) => {
    if (!(await deleteChallenge(tx, tokenHash))) throw invalidTicket();
    if (!(await advanceFactor(tx, passkey.id, counter, clock.now()))) throw invalid;
    await resetFailures(tx, account.id);
    return { account, session: await openSession({ ...deps, db: tx }, account.id, origin, true) };
  });
}

function userHandleOf(accountId: string): string {
  return Buffer.from(accountId).toString('base64url');
}
