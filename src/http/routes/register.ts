import { openSession } from '../../actions/open-session.ts';
import { normalizeEmail, registerAccount } from '../../actions/register-account.ts';
import { AppError } from '../../core/errors.ts';
import { timestamp } from '../../core/timestamp.ts';
import { callerAddress } from '../../limits/caller-address.ts';
import { sessionView } from '../account-view.ts';
import { giveCookie, originOf } from '../browser-session.ts';
import type { HttpDeps } from '../deps.ts';
import { idempotentJson } from '../idempotency.ts';
import type { App } from '../routing.ts';
import { Bodies, ErrorResponse, Responses } from '../schemas.ts';
import { success } from '../success.ts';
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
        body: Bodies.register,
        response: { 200: Responses.registered, '4xx': ErrorResponse, '5xx': ErrorResponse },
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
