import { normalizeEmail, registerAccount } from '../../actions/accounts/register-account.ts';
import { openSession } from '../../actions/accounts/sessions.ts';
import { AccountBodies, AccountResponses } from '../../api/accounts.ts';
import { ErrorResponse } from '../../api/envelope.ts';
import { AppError } from '../../core/errors.ts';
import { timestamp } from '../../core/time.ts';
import { callerAddress } from '../../limits/limits.ts';
import type { HttpDeps } from '../deps.ts';
import { giveCookie, originOf } from '../guards/browser-session.ts';
import { idempotentJson } from '../guards/idempotency.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing.ts';
import { sessionView } from './account-view.ts';
import { issuedKeyView } from './keys.ts';

/** POST /auth/register: an account and its first API key, and a session where it is asked for. */
export function registerRoute(api: App, deps: HttpDeps): void {
  api.post(
    '/auth/register',
    {
      schema: {
        operationId: 'register',
        summary: 'Register a free account; the answer holds its first API key',
        tags: ['Accounts'],
        security: [{}],
        body: AccountBodies.register,
        response: { 200: AccountResponses.registered, '4xx': ErrorResponse, '5xx': ErrorResponse },
      },
      config: { ignoresCookie: true },
    },
    async (request, reply) => {
      if (!deps.registrationOpen) throw new AppError('REGISTRATION_CLOSED');
      const { email, password, name = null, session: wantsSession = false } = request.body;
      await deps.attempts.count(callerAddress(request.ip), normalizeEmail(email));
      const answer = await idempotentJson(deps, request, reply, async () => {
        const { account, key } = await registerAccount(deps, { email, password, name, plan: 'free', isAdmin: false });
        deps.statistics.count('registrations');
        const { id, plan, createdAt } = account;
        const view = { id, email: account.email, name, plan, created_at: timestamp(createdAt) };
        const session = wantsSession ? sessionView(await openSession(deps, id, originOf(deps, request))) : undefined;
        return success({ account: view, api_key: issuedKeyView(key), ...session }, 'Account registered');
      });
      if (answer.success) giveCookie(deps, request, reply, answer.data.session);
      return answer;
    },
  );
}
