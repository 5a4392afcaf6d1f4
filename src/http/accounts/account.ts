import type { FastifyRequest } from 'fastify';
import { changeAccount, changePassword } from '../../actions/accounts/change-account.ts';
import { type AccountDeletionDeps, deleteAccount } from '../../actions/accounts/delete-account.ts';
import { type ReauthenticationDeps, reauthenticate, requireOwnAccount } from '../../actions/accounts/reauthenticate.ts';
import { normalizeEmail } from '../../actions/accounts/register-account.ts';
import { requestReset, resetPassword } from '../../actions/accounts/reset-password.ts';
import type { SessionDeps } from '../../actions/accounts/sessions.ts';
import type { Statistics } from '../../actions/operations/statistics.ts';
import {
  AccountBodies,
  AccountResponses,
  DeleteAccountQuery,
  type OwnAccount,
  type Profile,
} from '../../api/accounts.ts';
import type { AccountCredentials } from '../../catalog/accounts/accounts.ts';
import type { AccountCaller } from '../../core/caller.ts';
import type { PublicUrls } from '../../core/links.ts';
import { timestamp } from '../../core/time.ts';
import type { IdentityProvider } from '../../identity/port.ts';
import { type AttemptGuard, callerAddress } from '../../limits/limits.ts';
import { idempotentJson } from '../guards/idempotency.ts';
import { clearCookie, csrfTokenOf } from '../guards/session-cookie.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';

/** Dependencies of the endpoints about accounts, sessions and API keys. */
export interface AccountDeps extends PublicUrls, AccountDeletionDeps, ReauthenticationDeps, SessionDeps {
  statistics: Statistics;
  /** Limits the attempts to guess a password. */
  attempts: AttemptGuard;
  registrationOpen: boolean;
  /** undefined where no provider is configured. */
  identityProvider: IdentityProvider | undefined;
  /** Whether password resets can be sent by mail. */
  sendsMail: boolean;
}

/** /account: the caller's own account. */
export function accountRoutes(api: App, deps: AccountDeps): void {
  route(api, {
    method: 'GET',
    path: '/account',
    operationId: 'getAccount',
    summary: "The caller's account; with a session cookie also its CSRF token",
    tag: 'Accounts',
    access: 'account:read',
    // Pages request it whenever they are opened.
    counted: false,
    answer: AccountResponses.account,
    async handler(request) {
      return success(ownView(request, await requireOwnAccount(deps, request.caller)), 'Your account');
    },
  });

  route(api, {
    method: 'PATCH',
    path: '/account',
    operationId: 'changeAccount',
    summary: 'Change the name or, with the password, the email address',
    tag: 'Accounts',
    access: 'account:write',
    body: AccountBodies.changeProfile,
    answer: AccountResponses.account,
    async handler(request) {
      const { caller, body } = request;
      if (body.email !== undefined) await countProof(deps, request, caller, body.password);
      return success(ownView(request, await changeAccount(deps, caller, body)), 'Account changed');
    },
  });

  route(api, {
    method: 'POST',
    path: '/account/password',
    operationId: 'changePassword',
    summary: 'Set a new password; all other sessions end',
    tag: 'Accounts',
    access: 'account:write',
    body: AccountBodies.changePassword,
    answer: AccountResponses.passwordChanged,
    async handler(request, reply) {
      const { current_password: current, new_password: password } = request.body;
      await countProof(deps, request, request.caller, current);
      return idempotentJson(deps, request, reply, async () => {
        await changePassword(deps, request.caller, current, password);
        return success({ password_changed: true }, 'Password changed');
      });
    },
  });

  route(api, {
    method: 'DELETE',
    path: '/account',
    operationId: 'deleteAccount',
    summary: 'Delete the account, and its images unless they are kept as anonymous images',
    tag: 'Accounts',
    access: 'account:write',
    query: DeleteAccountQuery,
    body: AccountBodies.deleteAccount,
    answer: AccountResponses.accountDeleted,
    async handler(request, reply) {
      const { caller, query, body } = request;
      await countProof(deps, request, caller, body.password);
      const { id } = await reauthenticate(deps, caller, body.password, 'password');
      const deletedAt = timestamp(deps.clock.now());
      const removed = await deleteAccount(deps, id, query.images ?? 'delete');
      clearCookie(deps, reply);
      return success({ id, deleted: true, deleted_at: deletedAt, images_deleted: removed }, 'Account deleted');
    },
  });
}

/** Counts the attempt: this endpoint could serve to guess a password as well as signing in. */
async function countProof(
  { attempts }: AccountDeps,
  { ip }: FastifyRequest,
  { accountId }: AccountCaller,
  password: string | undefined,
): Promise<void> {
  if (password !== undefined) await attempts.count(callerAddress(ip), `proof ${accountId}`);
}

function ownView({ csrfSource }: FastifyRequest, account: AccountCredentials): OwnAccount {
  return { ...profileView(account), ...(csrfSource !== undefined && { csrf_token: csrfTokenOf(csrfSource) }) };
}

/** An account for its owner. */
export function profileView(account: AccountCredentials): Profile {
  const { id, email, name, plan, isAdmin, passwordHash, createdAt } = account;
  const created_at = timestamp(createdAt);
  return { id, email, name, plan, admin: isAdmin, has_password: passwordHash !== null, created_at };
}

const SENT = 'If an account has this address, a link to set a new password is on its way.';
const NOT_SENT = 'This server sends no mail: ask its operator for a link to set a new password.';

/** /auth/password: requests a password reset and sets the new password. */
export function passwordRoutes(api: App, deps: AccountDeps): void {
  route(api, {
    method: 'POST',
    path: '/auth/password/forgot',
    operationId: 'forgotPassword',
    summary: 'Send a link to set a new password; the response does not reveal whether the account exists',
    tag: 'Accounts',
    access: 'public',
    ignoresCookie: true,
    body: AccountBodies.forgot,
    answer: AccountResponses.resetRequested,
    async handler(request, reply) {
      const { email } = request.body;
      await deps.attempts.count(callerAddress(request.ip), `forgot ${normalizeEmail(email)}`);
      return idempotentJson(deps, request, reply, async () => {
        if (deps.sendsMail) await requestReset(deps, email);
        return success({ requested: true }, deps.sendsMail ? SENT : NOT_SENT);
      });
    },
  });

  route(api, {
    method: 'POST',
    path: '/auth/password/reset',
    operationId: 'resetPassword',
    summary: 'Set a new password by the token of the link; all sessions of the account end',
    tag: 'Accounts',
    access: 'public',
    ignoresCookie: true,
    body: AccountBodies.reset,
    answer: AccountResponses.passwordChanged,
    async handler(request, reply) {
      return idempotentJson(deps, request, reply, async () => {
        await resetPassword(deps, request.body.token, request.body.password);
        return success({ password_changed: true }, 'Password changed');
      });
    },
  });
}
