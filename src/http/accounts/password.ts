import { normalizeEmail } from '../../actions/accounts/register-account.ts';
import { requestReset, resetPassword } from '../../actions/accounts/reset-password.ts';
import { AccountBodies, AccountResponses } from '../../api/accounts.ts';
import { callerAddress } from '../../limits/limits.ts';
import { idempotentJson } from '../guards/idempotency.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';
import type { AccountDeps } from './deps.ts';

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
