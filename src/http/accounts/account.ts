import type { FastifyRequest } from 'fastify';
import { changeAccount, changePassword } from '../../actions/accounts/change-account.ts';
import { type AccountDeletionDeps, deleteAccount } from '../../actions/accounts/delete-account.ts';
import type { AccountActor } from '../../actions/accounts/notify-account.ts';
import { type ReauthenticationDeps, reauthenticate, requireOwnAccount } from '../../actions/accounts/reauthenticate.ts';
import { normalizeEmail } from '../../actions/accounts/register-account.ts';
import type { EndedCredentials } from '../../actions/accounts/reset-password.ts';
import { requestReset, resetPassword } from '../../actions/accounts/reset-password.ts';
import type { IdleDeps, SessionDeps } from '../../actions/accounts/sessions.ts';
import { requestVerification, verifyEmail } from '../../actions/accounts/verify-email.ts';
import type { RegistrationRules } from '../../actions/moderation/admit-registration.ts';
import type { NetworkBlocks } from '../../actions/moderation/create-network-blocks.ts';
import type { WorkChallenges } from '../../actions/moderation/create-work-challenges.ts';
import type { Statistics } from '../../actions/operations/statistics.ts';
import {
  AccountBodies,
  AccountResponses,
  DeleteAccountQuery,
  type OwnAccount,
  type PasswordChanged,
  type Profile,
} from '../../api/accounts.ts';
import type { AccountCredentials } from '../../catalog/accounts/accounts.ts';
import type { AccountCaller } from '../../core/caller.ts';
import type { PublicUrls } from '../../core/links.ts';
import { timestamp } from '../../core/time.ts';
import type { IdentityProvider } from '../../identity/port.ts';
import { callerAddress } from '../../limits/caller-address.ts';
import { type GuessDeps, rememberDevice } from '../guards/guesses.ts';
import { csrfTokenOf } from '../guards/same-site.ts';
import { clearCookie } from '../guards/session-cookie.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';

/** Dependencies of the endpoints about accounts, sessions and API keys. */
export interface AccountDeps
  extends GuessDeps,
    PublicUrls,
    AccountDeletionDeps,
    ReauthenticationDeps,
    RegistrationRules,
    SessionDeps,
    IdleDeps {
  statistics: Statistics;
  networkBlocks: NetworkBlocks;
  workChallenges: WorkChallenges;
  /** Encrypts TOTP secrets; the same in all processes. */
  factorSecret: Buffer;
  /** undefined where no provider is configured. */
  identityProvider: IdentityProvider | undefined;
  /** Whether links and notices can be sent by mail. */
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
    summary: 'Change the name or, with the password, the email address; a mailed link confirms a new address',
    tag: 'Accounts',
    access: 'account:write',
    body: AccountBodies.changeProfile,
    answer: AccountResponses.account,
    errors: ['INVALID_CREDENTIALS', 'EMAIL_TAKEN', 'EMAIL_DOMAIN_REFUSED', 'TOO_MANY_ATTEMPTS'],
    async handler(request) {
      const { caller, body } = request;
      if (body.email !== undefined) await countProof(deps, request, caller, body.password);
      return success(ownView(request, await changeAccount(deps, actorOf(request), body)), 'Account changed');
    },
  });

  route(api, {
    method: 'POST',
    path: '/account/password',
    operationId: 'changePassword',
    summary: 'Set a new password; all other sessions end, and on request all API keys',
    tag: 'Accounts',
    access: 'account:write',
    body: AccountBodies.changePassword,
    answer: AccountResponses.passwordChanged,
    isIdempotent: true,
    errors: ['INVALID_CREDENTIALS', 'TOO_MANY_ATTEMPTS'],
    preHandler: (request) => countProof(deps, request, request.caller, request.body.current_password),
    async handler(request) {
      const { current_password: current, new_password: password, revoke_keys: revokesKeys = false } = request.body;
      const ended = await changePassword(deps, actorOf(request), current, password, { revokesKeys });
      return success(changedView(ended), 'Password changed');
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
    errors: ['INVALID_CREDENTIALS', 'TOO_MANY_ATTEMPTS'],
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

/** Who makes a request that changes an account. */
export function actorOf({ caller, ip }: { caller: AccountCaller; ip: string }): AccountActor {
  return { caller, from: ip };
}

function changedView({ keys, sessions }: EndedCredentials): PasswordChanged {
  return { password_changed: true, keys_revoked: keys, sessions_ended: sessions };
}

/**
 * Counts the attempt: this endpoint could serve to guess a password as well as signing in. Guesses with a stolen key do
 * not use up those of the owner's sessions.
 * @throws AppError TOO_MANY_ATTEMPTS
 */
export async function countProof(
  { attempts, windows }: AccountDeps,
  { ip }: FastifyRequest,
  { accountId, sessionId }: AccountCaller,
  password: string | undefined,
): Promise<void> {
  if (password === undefined) return;
  await attempts.count(callerAddress(ip), `proof ${sessionId ?? accountId}`);
  await windows.guesses.count({ account: sessionId ?? accountId });
}

function ownView({ csrfSource }: FastifyRequest, account: AccountCredentials): OwnAccount {
  return { ...profileView(account), ...(csrfSource !== undefined && { csrf_token: csrfTokenOf(csrfSource) }) };
}

/** An account for its owner. */
export function profileView(account: AccountCredentials): Profile {
  const { id, email, name, plan, isAdmin, createdAt } = account;
  return {
    id,
    email,
    email_verified: account.emailVerifiedAt !== null,
    pending_email: account.pendingEmail,
    name,
    plan,
    admin: isAdmin,
    has_password: account.passwordHash !== null,
    waiting_for: account.waitingFor,
    created_at: timestamp(createdAt),
  };
}

/** Verification of email addresses. */
export function verificationRoutes(api: App, deps: AccountDeps): void {
  route(api, {
    method: 'POST',
    path: '/auth/verify',
    operationId: 'verifyEmail',
    summary: 'Verify an email address by the token of the mailed link',
    tag: 'Accounts',
    access: 'public',
    counted: 'auth',
    ignoresCookie: true,
    body: AccountBodies.verify,
    answer: AccountResponses.emailVerified,
    isIdempotent: true,
    errors: ['INVALID_PARAMETER', 'EMAIL_TAKEN', 'TOO_MANY_ATTEMPTS'],
    async handler(request) {
      const { email } = await verifyEmail(deps, request.body.token, request.ip);
      return success({ email, email_verified: true }, 'Address verified');
    },
  });

  route(api, {
    method: 'POST',
    path: '/account/verification',
    operationId: 'requestVerification',
    summary: 'Mail the link again that verifies the address of the account, or its pending one',
    tag: 'Accounts',
    access: 'account:write',
    answer: AccountResponses.verificationRequested,
    isIdempotent: true,
    errors: ['TOO_MANY_ATTEMPTS'],
    preHandler: ({ caller, ip }) => deps.attempts.count(callerAddress(ip), `verify ${caller.accountId}`),
    async handler({ caller }) {
      const { email, emailVerifiedAt, pendingEmail } = await requireOwnAccount(deps, caller);
      const unproved = pendingEmail ?? (emailVerifiedAt === null ? email : undefined);
      const requested = deps.sendsMail && unproved !== undefined;
      if (requested) await requestVerification(deps, deps.db, caller.accountId, unproved);
      return success({ requested }, requested ? `A link was sent to ${unproved}` : 'There is nothing to verify');
    },
  });
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
    counted: 'auth',
    ignoresCookie: true,
    body: AccountBodies.forgot,
    answer: AccountResponses.resetRequested,
    isIdempotent: true,
    preHandler: ({ body, ip }) => deps.attempts.count(callerAddress(ip), `forgot ${normalizeEmail(body.email)}`),
    async handler({ body }) {
      if (deps.sendsMail) await requestReset(deps, body.email);
      return success({ requested: true }, deps.sendsMail ? SENT : NOT_SENT);
    },
  });

  route(api, {
    method: 'POST',
    path: '/auth/password/reset',
    operationId: 'resetPassword',
    summary: 'Set a new password by the token of the link; all API keys and sessions of the account end',
    tag: 'Accounts',
    access: 'public',
    counted: 'auth',
    ignoresCookie: true,
    body: AccountBodies.reset,
    answer: AccountResponses.passwordChanged,
    isIdempotent: true,
    async handler(request, reply) {
      const { token, password } = request.body;
      const { email, ...ended } = await resetPassword(deps, token, password, request.ip);
      // Only the owner reads the mail: the guesses of others do not bar the sign-in that follows.
      await rememberDevice(deps, request, reply, email);
      return success(changedView(ended), 'Password changed');
    },
  });
}
