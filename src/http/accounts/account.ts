import type { FastifyRequest } from 'fastify';
import { changeAccount, changePassword } from '../../actions/accounts/change-account.ts';
import { deleteAccount } from '../../actions/accounts/delete-account.ts';
import { reauthenticate, requireOwnAccount } from '../../actions/accounts/reauthenticate.ts';
import { AccountBodies, AccountResponses, DeleteAccountQuery } from '../../api/accounts.ts';
import { ErrorResponse } from '../../api/envelope.ts';
import type { AccountCredentials } from '../../catalog/accounts/accounts.ts';
import { requireScope } from '../../core/caller.ts';
import { timestamp } from '../../core/time.ts';
import { callerAddress } from '../../limits/limits.ts';
import type { HttpDeps } from '../deps.ts';
import { idempotentJson } from '../guards/idempotency.ts';
import { clearCookie, csrfTokenOf } from '../guards/session-cookie.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing.ts';
import { profileView } from './account-view.ts';

const common = { tags: ['Accounts'], security: [{ session: [] }, { sessionCookie: [] }, { apiKey: [] }] };
const failures = { '4xx': ErrorResponse, '5xx': ErrorResponse };
const reading = {
  // Pages ask it when they are opened.
  config: { needsCredential: true, counted: false },
  onRequest: async ({ caller }: FastifyRequest) => void requireScope(caller, 'account:read'),
};
const writing = {
  config: { needsCredential: true },
  onRequest: async ({ caller }: FastifyRequest) => void requireScope(caller, 'account:write'),
};

/** /account: the caller's own. */
export function accountRoutes(api: App, deps: HttpDeps): void {
  api.get(
    '/account',
    {
      schema: {
        ...common,
        operationId: 'getAccount',
        summary: "The caller's account; with a session cookie also its CSRF token",
        description: 'Does not count as a request.',
        response: { 200: AccountResponses.account, ...failures },
      },
      ...reading,
    },
    async (request) => {
      const account = await requireOwnAccount(deps, requireScope(request.caller, 'account:read'));
      return success(ownView(request, account), 'Your account');
    },
  );

  api.patch(
    '/account',
    {
      schema: {
        ...common,
        operationId: 'changeAccount',
        summary: 'Change the name or, with the password, the email address',
        body: AccountBodies.changeProfile,
        response: { 200: AccountResponses.account, ...failures },
      },
      ...writing,
    },
    async (request) => {
      const caller = requireScope(request.caller, 'account:write');
      const { email, password } = request.body;
      if (email !== undefined) await countProof(deps, request, caller.accountId, password);
      return success(ownView(request, await changeAccount(deps, caller, request.body)), 'Account changed');
    },
  );

  api.post(
    '/account/password',
    {
      schema: {
        ...common,
        operationId: 'changePassword',
        summary: 'Set a new password; all other sessions end',
        body: AccountBodies.changePassword,
        response: { 200: AccountResponses.passwordChanged, ...failures },
      },
      ...writing,
    },
    async (request, reply) => {
      const caller = requireScope(request.caller, 'account:write');
      const { current_password: current, new_password: password } = request.body;
      await countProof(deps, request, caller.accountId, current);
      return idempotentJson(deps, request, reply, async () => {
        await changePassword(deps, caller, current, password);
        return success({ password_changed: true }, 'Password changed');
      });
    },
  );

  api.delete(
    '/account',
    {
      schema: {
        ...common,
        operationId: 'deleteAccount',
        summary: "Delete the account, and its images unless they are to be kept as nobody's",
        querystring: DeleteAccountQuery,
        body: AccountBodies.deleteAccount,
        response: { 200: AccountResponses.accountDeleted, ...failures },
      },
      ...writing,
      // An account without a password has nothing to say in it.
      preValidation: async (request) => {
        request.body ??= {};
      },
    },
    async (request, reply) => {
      const caller = requireScope(request.caller, 'account:write');
      const { password } = request.body;
      await countProof(deps, request, caller.accountId, password);
      const { id } = await reauthenticate(deps, caller, password, 'password');
      const deletedAt = timestamp(deps.clock.now());
      const removed = await deleteAccount(deps, id, request.query.images ?? 'delete');
      clearCookie(deps, reply);
      return success({ id, deleted: true, deleted_at: deletedAt, images_deleted: removed }, 'Account deleted');
    },
  );
}

/** A password may be guessed here as well as when signing in. */
async function countProof(
  deps: HttpDeps,
  request: FastifyRequest,
  accountId: string,
  password: string | undefined,
): Promise<void> {
  if (password !== undefined) await deps.attempts.count(callerAddress(request.ip), `proof ${accountId}`);
}

function ownView({ csrfSource }: FastifyRequest, account: AccountCredentials) {
  const csrf = csrfSource === undefined ? {} : { csrf_token: csrfTokenOf(csrfSource) };
  return { ...profileView(account), ...csrf };
}
