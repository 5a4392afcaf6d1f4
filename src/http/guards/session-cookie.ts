import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionOrigin } from '../../actions/accounts/sessions.ts';
import { isForeign, isFromPage, type Site } from './same-site.ts';

const SESSION = 'imgd_session';

/** The `__Host-` prefix makes browsers enforce the attributes (RFC 6265bis, section 4.1.3); it needs https. */
function fullName({ baseUrl }: Site, name: string): string {
  return isSecure(baseUrl) ? `__Host-${name}` : name;
}

/** The value of a cookie, by default the session's token; undefined where the browser sends none. */
export function readCookie(site: Site, request: FastifyRequest, name = SESSION): string | undefined {
  return request.cookies[fullName(site, name)];
}

/** Sets a secret cookie: scripts cannot read it, and forms of other sites do not send it. */
export function setCookie(site: Site, reply: FastifyReply, name: string, value: string, expiresAtMs: number): void {
  reply.setCookie(fullName(site, name), value, { ...attributes(site), expires: new Date(expiresAtMs) });
}

/**
 * Hands a new session over. A browser gets it as a cookie, and without the token on pages of this site, whose scripts must
 * not read it. Other programs get the token. A request that may come from another site gets no cookie.
 * @returns the data of the answer
 */
export function handOver<T extends { session?: { token?: string; expires_at: string } }>(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  data: T,
): T {
  const { session } = data;
  if (session?.token === undefined || isForeign(site, request)) return data;
  setSessionCookie(site, reply, session.token, Date.parse(session.expires_at));
  return isFromPage(request) ? { ...data, session: { expires_at: session.expires_at } } : data;
}

/** The origin of a new session. It replaces the session of the cookie, unless the request may come from another site. */
export function originOf(site: Site, request: FastifyRequest): SessionOrigin {
  const replaces = isForeign(site, request) ? undefined : readCookie(site, request);
  return { userAgent: request.headers['user-agent'], address: request.ip, replaces };
}

export function setSessionCookie(site: Site, reply: FastifyReply, token: string, expiresAtMs: number): void {
  setCookie(site, reply, SESSION, token, expiresAtMs);
}

export function clearCookie(site: Site, reply: FastifyReply, name = SESSION): void {
  reply.clearCookie(fullName(site, name), attributes(site));
}

function attributes({ baseUrl }: Site) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(baseUrl) } as const;
}

function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith('https:');
}
