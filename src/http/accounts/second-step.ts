import { type Proof, proveSecondFactor } from '../../actions/accounts/prove-second-factor.ts';
import { describeSecondStep } from '../../actions/accounts/require-second-step.ts';
import { beginPasskeySignIn, signInWithPasskey } from '../../actions/accounts/sign-in-with-passkey.ts';
import { AccountResponses } from '../../api/accounts.ts';
import { type PasskeyProof, SecondFactorBodies, SecondFactorResponses } from '../../api/second-factors.ts';
import { AppError } from '../../core/errors.ts';
import { timestamp } from '../../core/time.ts';
import { callerAddress } from '../../limits/caller-address.ts';
import { originOf } from '../guards/session-cookie.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';
import { type AccountDeps, profileView } from './account.ts';
import { handSessionOver, newSessionView } from './sessions.ts';

/** /auth/second-factor: completes a sign-in. /auth/passkey: signs in by a passkey alone. */
export function secondStepRoutes(api: App, deps: AccountDeps): void {
  route(api, {
    method: 'POST',
    path: '/auth/second-factor/options',
    operationId: 'showSecondStep',
    summary: 'How a sign-in can be completed, with the options for a passkey',
    tag: 'Accounts',
    access: 'public',
    counted: 'auth',
    ignoresCookie: true,
    body: SecondFactorBodies.ticket,
    answer: SecondFactorResponses.step,
    errors: ['INVALID_SECOND_FACTOR'],
    async handler({ body }) {
      const { methods, expiresAt, passkey } = await describeSecondStep(deps, body.ticket);
      return success({ methods, expires_at: timestamp(expiresAt), passkey }, 'Prove a second factor');
    },
  });

  route(api, {
    method: 'POST',
    path: '/auth/second-factor',
    operationId: 'proveSecondFactor',
    summary: 'Complete a sign-in by a code, a recovery code or a passkey',
    tag: 'Accounts',
    access: 'public',
    counted: 'auth',
    ignoresCookie: true,
    body: SecondFactorBodies.prove,
    answer: AccountResponses.signedIn,
    isIdempotent: true,
    errors: ['INVALID_SECOND_FACTOR', 'TOO_MANY_ATTEMPTS'],
    async preHandler({ body }) {
      proofOf(body);
    },
    around: (request, reply, answer) => handSessionOver(deps, request, reply, answer),
    async handler(request) {
      const { account, session } = await proveSecondFactor(deps, request.body.ticket, proofOf(request.body), {
        ...originOf(deps, request),
        from: request.ip,
      });
      return success({ account: profileView(account), ...newSessionView(session) }, 'Signed in');
    },
  });

  route(api, {
    method: 'POST',
    path: '/auth/passkey/options',
    operationId: 'beginPasskeySignIn',
    summary: 'Begin to sign in by a passkey alone',
    tag: 'Accounts',
    access: 'public',
    counted: 'auth',
    ignoresCookie: true,
    answer: SecondFactorResponses.passkeySignIn,
    async handler({ ip }) {
      const { expiresAt, ...begun } = await beginPasskeySignIn(deps, callerAddress(ip));
      return success({ ...begun, expires_at: timestamp(expiresAt) }, 'Use a passkey');
    },
  });

  route(api, {
    method: 'POST',
    path: '/auth/passkey',
    operationId: 'signInWithPasskey',
    summary: 'Sign in by a passkey that has verified its user',
    tag: 'Accounts',
    access: 'public',
    counted: 'auth',
    ignoresCookie: true,
    body: SecondFactorBodies.passkeySignIn,
    answer: AccountResponses.signedIn,
    isIdempotent: true,
    errors: ['INVALID_SECOND_FACTOR', 'TOO_MANY_ATTEMPTS'],
    around: (request, reply, answer) => handSessionOver(deps, request, reply, answer),
    async handler(request) {
      const { ticket, passkey } = request.body;
      const origin = originOf(deps, request);
      const { account, session } = await signInWithPasskey(deps, ticket, responseOf(passkey), origin);
      return success({ account: profileView(account), ...newSessionView(session) }, 'Signed in');
    },
  });
}

/** @throws AppError INVALID_PARAMETER unless there is exactly one */
function proofOf(proofs: { code?: string; recovery_code?: string; passkey?: PasskeyProof }): Proof {
  const given: Proof[] = [];
  if (proofs.code !== undefined) given.push({ param: 'code', code: proofs.code });
  if (proofs.recovery_code !== undefined) given.push({ param: 'recovery_code', code: proofs.recovery_code });
  if (proofs.passkey !== undefined) given.push({ param: 'passkey', response: responseOf(proofs.passkey) });
  const [proof] = given;
  if (proof !== undefined && given.length === 1) return proof;
  throw new AppError('INVALID_PARAMETER', { detail: 'Send one of code, recovery_code and passkey.' });
}

function responseOf({ response: { userHandle, ...response }, ...credential }: PasskeyProof) {
  const handle = userHandle == null ? {} : { userHandle };
  return { ...credential, response: { ...response, ...handle }, clientExtensionResults: {} };
}
