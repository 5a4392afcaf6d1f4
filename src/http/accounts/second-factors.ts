import type { AddedFactor as Added } from '../../actions/accounts/add-second-factor.ts';
import { beginTotp, finishTotp } from '../../actions/accounts/authenticator-app.ts';
import { beginPasskey, finishPasskey } from '../../actions/accounts/new-passkey.ts';
import { renewRecoveryCodes } from '../../actions/accounts/renew-recovery-codes.ts';
import { removeSecondFactor, renameSecondFactor, showSecondFactors } from '../../actions/accounts/second-factors.ts';
import { IdParams } from '../../api/envelope.ts';
import {
  type AddedFactor,
  SecondFactorBodies,
  type SecondFactorInfo,
  SecondFactorResponses,
} from '../../api/second-factors.ts';
import type { SecondFactor } from '../../catalog/accounts/second-factors.ts';
import { timestamp, timestampOrNull } from '../../core/time.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';
import { type AccountDeps, actorOf, countProof } from './account.ts';

const FACTORS = '/account/second-factors';
const OF_SESSION = { sessionWith: 'account:write' } as const;

/** /account/second-factors: shows, renames and removes second factors, and renews the recovery codes. */
export function secondFactorRoutes(api: App, deps: AccountDeps): void {
  route(api, {
    method: 'GET',
    path: FACTORS,
    operationId: 'listSecondFactors',
    summary: 'The second factors of the account',
    tag: 'Accounts',
    access: 'account:read',
    answer: SecondFactorResponses.factors,
    async handler({ caller }) {
      const { factors, recoveryCodesLeft, required } = await showSecondFactors(deps, caller);
      const view = { second_factors: factors.map(factorView), recovery_codes_left: recoveryCodesLeft, required };
      return success(view, `${factors.length} second factors`);
    },
  });

  addRoutes(api, deps);

  route(api, {
    method: 'POST',
    path: `${FACTORS}/recovery-codes`,
    operationId: 'renewRecoveryCodes',
    summary: 'Replace all recovery codes; the response contains the new ones',
    tag: 'Accounts',
    access: OF_SESSION,
    body: SecondFactorBodies.begin,
    answer: SecondFactorResponses.recoveryCodes,
    isIdempotent: true,
    errors: ['INVALID_CREDENTIALS', 'SECOND_FACTOR_NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
    preHandler: (request) => countProof(deps, request, request.caller, request.body.password),
    async handler(request) {
      const recovery_codes = await renewRecoveryCodes(deps, actorOf(request), request.body.password);
      return success({ recovery_codes }, 'Recovery codes replaced');
    },
  });

  route(api, {
    method: 'PATCH',
    path: `${FACTORS}/:id`,
    operationId: 'renameSecondFactor',
    summary: 'Rename a second factor',
    tag: 'Accounts',
    access: OF_SESSION,
    params: IdParams,
    body: SecondFactorBodies.rename,
    answer: SecondFactorResponses.renamed,
    errors: ['SECOND_FACTOR_NOT_FOUND'],
    async handler({ caller, params, body }) {
      return success(factorView(await renameSecondFactor(deps, caller, params.id, body.name)), 'Second factor renamed');
    },
  });

  route(api, {
    method: 'DELETE',
    path: `${FACTORS}/:id`,
    operationId: 'removeSecondFactor',
    summary: 'Remove a second factor; all other sessions end',
    tag: 'Accounts',
    access: OF_SESSION,
    params: IdParams,
    body: SecondFactorBodies.begin,
    answer: SecondFactorResponses.removed,
    errors: ['INVALID_CREDENTIALS', 'SECOND_FACTOR_NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
    async handler(request) {
      const { caller, params, body } = request;
      await countProof(deps, request, caller, body.password);
      await removeSecondFactor(deps, actorOf(request), params.id, body.password);
      return success({ id: params.id, removed: true }, 'Second factor removed');
    },
  });
}

/** Adds an authenticator app or a passkey, in two requests each. */
function addRoutes(api: App, deps: AccountDeps): void {
  route(api, {
    method: 'POST',
    path: `${FACTORS}/totp`,
    operationId: 'beginTotp',
    summary: 'Begin to add an authenticator app (TOTP, RFC 6238); it counts once a code has proven it',
    tag: 'Accounts',
    access: OF_SESSION,
    body: SecondFactorBodies.begin,
    answer: SecondFactorResponses.totpBegun,
    isIdempotent: true,
    errors: ['INVALID_CREDENTIALS', 'SECOND_FACTOR_EXISTS', 'TOO_MANY_ATTEMPTS'],
    preHandler: (request) => countProof(deps, request, request.caller, request.body.password),
    async handler({ caller, body }) {
      const { expiresAt, ...setUp } = await beginTotp(deps, caller, body.password);
      return success({ ...setUp, expires_at: timestamp(expiresAt) }, 'Send a code of the app');
    },
  });

  route(api, {
    method: 'POST',
    path: `${FACTORS}/totp/confirm`,
    operationId: 'finishTotp',
    summary: 'Add the authenticator app by one of its codes; all other sessions end with the first factor',
    tag: 'Accounts',
    access: OF_SESSION,
    body: SecondFactorBodies.finishTotp,
    answer: SecondFactorResponses.added,
    isIdempotent: true,
    errors: ['INVALID_SECOND_FACTOR', 'SECOND_FACTOR_EXISTS'],
    async handler(request) {
      const { ticket, code, name = 'Authenticator app' } = request.body;
      return success(
        addedView(await finishTotp(deps, actorOf(request), { ticket, code, name })),
        'Second factor added',
      );
    },
  });

  route(api, {
    method: 'POST',
    path: `${FACTORS}/passkey`,
    operationId: 'beginPasskey',
    summary: 'Begin to add a passkey (WebAuthn)',
    tag: 'Accounts',
    access: OF_SESSION,
    body: SecondFactorBodies.begin,
    answer: SecondFactorResponses.passkeyBegun,
    isIdempotent: true,
    errors: ['INVALID_CREDENTIALS', 'TOO_MANY_ATTEMPTS'],
    preHandler: (request) => countProof(deps, request, request.caller, request.body.password),
    async handler({ caller, body }) {
      const { expiresAt, ...setUp } = await beginPasskey(deps, caller, body.password);
      return success({ ...setUp, expires_at: timestamp(expiresAt) }, 'Make the passkey');
    },
  });

  route(api, {
    method: 'POST',
    path: `${FACTORS}/passkey/confirm`,
    operationId: 'finishPasskey',
    summary: 'Add the passkey that the browser has made; all other sessions end with the first factor',
    tag: 'Accounts',
    access: OF_SESSION,
    body: SecondFactorBodies.finishPasskey,
    answer: SecondFactorResponses.added,
    isIdempotent: true,
    errors: ['INVALID_SECOND_FACTOR', 'SECOND_FACTOR_EXISTS'],
    async handler(request) {
      const { ticket, passkey, name = 'Passkey' } = request.body;
      const wanted = { ticket, response: { ...passkey, clientExtensionResults: {} }, name };
      return success(addedView(await finishPasskey(deps, actorOf(request), wanted)), 'Second factor added');
    },
  });
}

function addedView({ factor, recoveryCodes }: Added): AddedFactor {
  const view = factorView(factor);
  return { second_factor: view, ...(recoveryCodes !== undefined && { recovery_codes: recoveryCodes }) };
}

function factorView({ id, kind, name, createdAt, lastUsedAt }: SecondFactor): SecondFactorInfo {
  return { id, kind, name, created_at: timestamp(createdAt), last_used_at: timestampOrNull(lastUsedAt) };
}
