import { endSession, signOut } from '../../actions/accounts/sessions.ts';
import { AccountResponses, type SessionInfo } from '../../api/accounts.ts';
import { ErrorResponse, IdParams } from '../../api/envelope.ts';
import { listSessions, type Session } from '../../catalog/accounts/sessions.ts';
import { requireScope } from '../../core/caller.ts';
import { timestamp } from '../../core/time.ts';
import type { HttpDeps } from '../deps.ts';
import { idempotentJson } from '../guards/idempotency.ts';
import { clearCookie } from '../guards/session-cookie.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing.ts';

const common = { tags: ['Accounts'], security: [{ session: [] }, { sessionCookie: [] }] };
const byKeyToo = { ...common, security: [...common.security, { apiKey: [] }] };
const failures = { '4xx': ErrorResponse, '5xx': ErrorResponse };
const config = { needsCredential: true };

/** POST /auth/logout; GET /auth/sessions; DELETE /auth/sessions/{id}. */
export function sessionRoutes(api: App, deps: HttpDeps): void {
  api.post(
    '/auth/logout',
    {
      schema: {
        ...common,
        operationId: 'logout',
        summary: 'End the session of this request',
        response: { 200: AccountResponses.signedOut, ...failures },
      },
      config,
    },
    async (request, reply) => {
      const caller = requireScope(request.caller, 'account:write');
      clearCookie(deps, reply);
      return idempotentJson(deps, request, reply, async () => {
        await signOut(deps, caller);
        return success({ logged_out: true }, 'Signed out');
      });
    },
  );

  api.get(
    '/auth/sessions',
    {
      schema: {
        ...byKeyToo,
        operationId: 'listSessions',
        summary: "The account's live sessions",
        response: { 200: AccountResponses.sessions, ...failures },
      },
      config,
    },
    async (request) => {
      const { accountId, sessionId } = requireScope(request.caller, 'account:read');
      const sessions = await listSessions(deps.db, accountId, deps.clock.now());
      return success({ sessions: sessions.map((one) => infoView(one, sessionId)) }, `${sessions.length} sessions`);
    },
  );

  api.delete(
    '/auth/sessions/:id',
    {
      schema: {
        ...byKeyToo,
        operationId: 'endSession',
        summary: 'End a session of the account',
        params: IdParams,
        response: { 200: AccountResponses.sessionEnded, ...failures },
      },
      config,
    },
    async (request, reply) => {
      const { id } = request.params;
      const caller = requireScope(request.caller, 'account:write');
      await endSession(deps, caller, id);
      if (id === caller.sessionId) clearCookie(deps, reply);
      return success({ id, ended: true }, 'Session ended');
    },
  );
}

function infoView(session: Session, currentId: string | undefined): SessionInfo {
  return {
    id: session.id,
    user_agent: session.userAgent,
    created_at: timestamp(session.createdAt),
    last_used_at: timestamp(session.lastUsedAt),
    expires_at: timestamp(session.expiresAt),
    current: session.id === currentId,
  };
}
