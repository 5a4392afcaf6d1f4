import type { FastifyReply, FastifyRequest } from 'fastify';
import { normalizeEmail, registerVisitor } from '../../actions/accounts/register-account.ts';
import {
  endOtherSessions,
  endSession,
  type OpenedSession,
  openSession,
  sessionTime,
  signIn,
  signOut,
} from '../../actions/accounts/sessions.ts';
import { AccountBodies, AccountResponses, type Registered, type SessionInfo } from '../../api/accounts.ts';
import { type ErrorResponse, IdParams } from '../../api/envelope.ts';
import type { Account } from '../../catalog/accounts/accounts.ts';
import { listSessions, type Session } from '../../catalog/accounts/sessions.ts';
import { AppError } from '../../core/errors.ts';
import { timestamp } from '../../core/time.ts';
import { callerAddress } from '../../limits/caller-address.ts';
import { limitGuesses, rememberDevice } from '../guards/guesses.ts';
import { requireSolution } from '../guards/require-solution.ts';
import { csrfTokenOf } from '../guards/same-site.ts';
import { clearCookie, handOver, originOf } from '../guards/session-cookie.ts';
import { counted, success } from '../protocol/success.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';
import { type AccountDeps, profileView } from './account.ts';
import { issuedKeyView } from './keys.ts';

/** Signs in and out, lists and ends sessions. */
export function sessionRoutes(api: App, deps: AccountDeps): void {
  route(api, {
    method: 'POST',
    path: '/auth/login',
    operationId: 'login',
    summary: 'Sign in; the response contains a session token, and browsers get a cookie',
    tag: 'Accounts',
    access: 'public',
    counted: 'auth',
    ignoresCookie: true,
    body: AccountBodies.login,
    answer: AccountResponses.signedIn,
    isIdempotent: true,
    errors: ['INVALID_CREDENTIALS', 'SECOND_FACTOR_REQUIRED', 'TOO_MANY_ATTEMPTS'],
    async around(request, reply, signedIn) {
      const answer = await limitGuesses(deps, request, reply, normalizeEmail(request.body.email), signedIn);
      return answer.success ? { ...answer, data: handOver(deps, request, reply, answer.data) } : answer;
    },
    async handler(request) {
      const { email, password } = request.body;
      const { account, session } = await signIn(deps, { email, password }, originOf(deps, request));
      return success({ account: profileView(account), ...newSessionView(session) }, 'Signed in');
    },
  });

  route(api, {
    method: 'POST',
    path: '/auth/logout',
    operationId: 'logout',
    summary: 'End the session of this request',
    tag: 'Accounts',
    access: { sessionWith: 'account:write' },
    answer: AccountResponses.signedOut,
    isIdempotent: true,
    async preHandler(_request, reply) {
      clearCookie(deps, reply);
    },
    async handler({ caller }) {
      await signOut(deps, caller);
      return success({ logged_out: true }, 'Signed out');
    },
  });

  route(api, {
    method: 'GET',
    path: '/auth/sessions',
    operationId: 'listSessions',
    summary: "The account's live sessions",
    tag: 'Accounts',
    access: 'account:read',
    answer: AccountResponses.sessions,
    async handler({ caller: { accountId, sessionId } }) {
      const sessions = await listSessions(deps.db, accountId, sessionTime(deps));
      const views = sessions.map((one) => sessionView(one, sessionId));
      return success({ sessions: views }, counted(views.length, 'session'));
    },
  });

  route(api, {
    method: 'DELETE',
    path: '/auth/sessions',
    operationId: 'endOtherSessions',
    summary: 'End all sessions of the account but that of this request',
    tag: 'Accounts',
    access: 'account:write',
    answer: AccountResponses.sessionsEnded,
    async handler({ caller }) {
      const ended = await endOtherSessions(deps, caller);
      return success({ sessions_ended: ended }, `${counted(ended, 'session')} ended`);
    },
  });

  route(api, {
    method: 'DELETE',
    path: '/auth/sessions/:id',
    operationId: 'endSession',
    summary: 'End a session of the account',
    tag: 'Accounts',
    access: 'account:write',
    params: IdParams,
    answer: AccountResponses.sessionEnded,
    errors: ['SESSION_NOT_FOUND'],
    async handler({ caller, params: { id } }, reply) {
      await endSession(deps, caller, id);
      if (id === caller.sessionId) clearCookie(deps, reply);
      return success({ id, ended: true }, 'Session ended');
    },
  });
}

/** Gives the session of an answer to a browser as a cookie, retries too, and remembers its device. */
export async function handSessionOver<T extends SignedIn>(
  deps: AccountDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: () => Promise<T | ErrorResponse>,
): Promise<T | ErrorResponse> {
  const answered = await answer();
  if (!answered.success) return answered;
  await rememberDevice(deps, request, reply, answered.data.account.email);
  return { ...answered, data: handOver(deps, request, reply, answered.data) };
}

/** An answer with the account that has proved itself, and with its new session where one began. */
interface SignedIn {
  success: true;
  data: { account: { email: string }; session?: { token?: string; expires_at: string } };
}

/** A new session with its secrets. */
export function newSessionView({ token, expiresAt }: OpenedSession) {
  return { session: { token, expires_at: timestamp(expiresAt) }, csrf_token: csrfTokenOf(token) };
}

function sessionView(session: Session, currentId: string | undefined): SessionInfo {
  return {
    id: session.id,
    user_agent: session.userAgent,
    created_at: timestamp(session.createdAt),
    last_used_at: timestamp(session.lastUsedAt),
    network: session.network,
    expires_at: timestamp(session.expiresAt),
    current: session.id === currentId,
  };
}

/** /auth/register: makes an account with its first API key, and on request a session. */
export function registerRoute(api: App, deps: AccountDeps): void {
  route(api, {
    method: 'POST',
    path: '/auth/register',
    operationId: 'register',
    summary: 'Register a free account; the response contains its first API key',
    tag: 'Accounts',
    access: 'public',
    counted: 'auth',
    ignoresCookie: true,
    body: AccountBodies.register,
    answer: AccountResponses.registered,
    isIdempotent: true,
    errors: [
      'CHALLENGE_REQUIRED',
      'CHALLENGE_FAILED',
      'REGISTRATION_CLOSED',
      'INVITATION_REQUIRED',
      'INVALID_INVITATION',
      'EMAIL_DOMAIN_REFUSED',
      'REGISTRATION_FULL',
      'EMAIL_TAKEN',
      'TOO_MANY_ATTEMPTS',
    ],
    async preHandler(request) {
      if (deps.registration === 'closed') throw new AppError('REGISTRATION_CLOSED');
      const address = callerAddress(request.ip);
      await deps.attempts.count(address, normalizeEmail(request.body.email));
      await deps.networkBlocks.refuseBlocked(address, true);
      await requireSolution(deps, 'registration', request);
    },
    around: (request, reply, answer) => handSessionOver(deps, request, reply, answer),
    async handler(request) {
      const { email, password, invitation, session: wantsSession = false } = request.body;
      const name = request.body.name || null;
      // Refused ones count too: they tell which e-mail addresses are taken.
      await deps.windows.registrations.count({ address: callerAddress(request.ip) });
      const { account, key } = await registerVisitor(deps, { email, password, name, invitation });
      deps.statistics.count('registrations');
      const { id } = account;
      const view = registeredView(account);
      const session = wantsSession ? newSessionView(await openSession(deps, id, originOf(deps, request))) : undefined;
      return success({ account: view, api_key: issuedKeyView(key), ...session }, 'Account registered');
    },
  });
}

function registeredView({ id, email, name, plan, createdAt, waitingFor }: Account): Registered['account'] {
  return { id, email, name, plan, email_verified: false, waiting_for: waitingFor, created_at: timestamp(createdAt) };
}
