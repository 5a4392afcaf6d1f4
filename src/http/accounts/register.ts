import { normalizeEmail, registerAccount } from '../../actions/accounts/register-account.ts';
import { openSession } from '../../actions/accounts/sessions.ts';
import { AccountBodies, AccountResponses } from '../../api/accounts.ts';
import { AppError } from '../../core/errors.ts';
import { timestamp } from '../../core/time.ts';
import { callerAddress } from '../../limits/limits.ts';
import { idempotentJson } from '../guards/idempotency.ts';
import { giveCookie, originOf } from '../guards/session-cookie.ts';
import { success } from '../protocol/success.ts';
import { route } from '../route.ts';
import type { App } from '../routing.ts';
import type { AccountDeps } from './deps.ts';
import { issuedKeyView } from './keys.ts';
import { newSessionView } from './sessions.ts';

/** /auth/register: makes an account with its first API key, and on request a session. */
export function registerRoute(api: App, deps: AccountDeps): void {
  route(api, {
    method: 'POST',
    path: '/auth/register',
    operationId: 'register',
    summary: 'Register a free account; the response contains its first API key',
    tag: 'Accounts',
    access: 'public',
    ignoresCookie: true,
    body: AccountBodies.register,
    answer: AccountResponses.registered,
    async handler(request, reply) {
      if (!deps.registrationOpen) throw new AppError('REGISTRATION_CLOSED');
      const { email, password, name = null, session: wantsSession = false } = request.body;
      await deps.attempts.count(callerAddress(request.ip), normalizeEmail(email));
      const answer = await idempotentJson(deps, request, reply, async () => {
        const { account, key } = await registerAccount(deps, { email, password, name, plan: 'free', isAdmin: false });
        deps.statistics.count('registrations');
        const { id, plan, createdAt } = account;
        const view = { id, email: account.email, name, plan, created_at: timestamp(createdAt) };
        const session = wantsSession ? newSessionView(await openSession(deps, id, originOf(deps, request))) : undefined;
        return success({ account: view, api_key: issuedKeyView(key), ...session }, 'Account registered');
      });
      if (answer.success) giveCookie(deps, request, reply, answer.data.session);
      return answer;
    },
  });
}
