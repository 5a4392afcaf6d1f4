import { normalizeEmail } from '../../actions/accounts/register-account.ts';
import { signIn } from '../../actions/accounts/sessions.ts';
import { AccountBodies, AccountResponses } from '../../api/accounts.ts';
import { ErrorResponse } from '../../api/envelope.ts';
import { callerAddress } from '../../limits/limits.ts';
import type { HttpDeps } from '../deps.ts';
import { giveCookie, originOf } from '../guards/browser-session.ts';
import { idempotentJson } from '../guards/idempotency.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing.ts';
import { profileView, sessionView } from './account-view.ts';

/** POST /auth/login: a session by email address and password. */
export function loginRoute(api: App, deps: HttpDeps): void {
  api.post(
    '/auth/login',
    {
      schema: {
        operationId: 'login',
        summary: 'Sign in; the answer holds a session token, and a browser gets a cookie',
        tags: ['Accounts'],
        security: [{}],
        body: AccountBodies.login,
        response: { 200: AccountResponses.signedIn, '4xx': ErrorResponse, '5xx': ErrorResponse },
      },
      config: { ignoresCookie: true },
    },
    async (request, reply) => {
      const { email, password } = request.body;
      await deps.attempts.count(callerAddress(request.ip), `login ${normalizeEmail(email)}`);
      const answer = await idempotentJson(deps, request, reply, async () => {
        const { account, session } = await signIn(deps, { email, password }, originOf(deps, request));
        return success({ account: profileView(account), ...sessionView(session) }, 'Signed in');
      });
      if (answer.success) giveCookie(deps, request, reply, answer.data.session);
      return answer;
    },
  );
}
