import { normalizeEmail } from '../../actions/accounts/register-account.ts';
import { requestReset, resetPassword } from '../../actions/accounts/reset-password.ts';
import { AccountBodies, AccountResponses } from '../../api/accounts.ts';
import { ErrorResponse } from '../../api/envelope.ts';
import { callerAddress } from '../../limits/limits.ts';
import type { HttpDeps } from '../deps.ts';
import { idempotentJson } from '../guards/idempotency.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing.ts';

const common = { tags: ['Accounts'], security: [{}] };
const failures = { '4xx': ErrorResponse, '5xx': ErrorResponse };
const config = { ignoresCookie: true };

const SENT = 'If somebody is registered with this address, a link to a new password is on its way.';
const NOT_SENT = 'This server sends no mail: ask its operator for a link to a new password.';

/** POST /auth/password/forgot and /auth/password/reset. */
export function passwordRoutes(api: App, deps: HttpDeps): void {
  api.post(
    '/auth/password/forgot',
    {
      schema: {
        ...common,
        operationId: 'forgotPassword',
        summary: 'Have a link to a new password sent; the answer does not tell whether there is an account',
        body: AccountBodies.forgot,
        response: { 200: AccountResponses.resetRequested, ...failures },
      },
      config,
    },
    async (request, reply) => {
      const { email } = request.body;
      await deps.attempts.count(callerAddress(request.ip), `forgot ${normalizeEmail(email)}`);
      return idempotentJson(deps, request, reply, async () => {
        if (deps.sendsMail) await requestReset(deps, email);
        return success({ requested: true }, deps.sendsMail ? SENT : NOT_SENT);
      });
    },
  );

  api.post(
    '/auth/password/reset',
    {
      schema: {
        ...common,
        operationId: 'resetPassword',
        summary: 'Set a new password by the token of the link; all sessions of the account end',
        body: AccountBodies.reset,
        response: { 200: AccountResponses.passwordChanged, ...failures },
      },
      config,
    },
    async (request, reply) =>
      idempotentJson(deps, request, reply, async () => {
        await resetPassword(deps, request.body.token, request.body.password);
        return success({ password_changed: true }, 'Password changed');
      }),
  );
}
