import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionOrigin } from '../../actions/accounts/sessions.ts';
import type { HttpDeps } from '../deps.ts';
import { isForeign, readCookie, setSessionCookie } from './session-cookie.ts';

/** Where a session is being opened. What another site makes a browser ask for ends no session of this one. */
export function originOf(deps: HttpDeps, request: FastifyRequest): SessionOrigin {
  const replaces = isForeign(deps, request) ? undefined : readCookie(deps, request);
  return { userAgent: request.headers['user-agent'], replaces };
}

/** Gives a browser the cookie of the session in an answer, unless another site has asked for it. */
export function giveCookie(
  deps: HttpDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  session: { token: string; expires_at: string } | undefined,
): void {
  if (session === undefined || isForeign(deps, request)) return;
  setSessionCookie(deps, reply, session.token, Date.parse(session.expires_at));
}
