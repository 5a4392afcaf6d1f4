import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionOrigin } from '../../actions/accounts/sessions.ts';
import { AppError } from '../../core/errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

interface Site {
  /** `{base_url}`. */
  readonly baseUrl: string;
}

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

/** Starts a browser session, unless the request may come from another site. */
export function giveCookie(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  session: { token: string; expires_at: string } | undefined,
): void {
  if (session === undefined || isForeign(site, request)) return;
  setSessionCookie(site, reply, session.token, Date.parse(session.expires_at));
}

/** The origin of a new session. It replaces the session of the cookie, unless the request may come from another site. */
export function originOf(site: Site, request: FastifyRequest): SessionOrigin {
  const replaces = isForeign(site, request) ? undefined : readCookie(site, request);
  return { userAgent: request.headers['user-agent'], replaces };
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

/** The CSRF token of a session. Only pages that can read the session's responses know it. */
export function csrfTokenOf(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update('imgd csrf token').digest('base64url');
}

/**
 * Refuses cross-site request forgery: an unsafe method must come from a page of this site and carry the session's
 * `X-CSRF-Token`.
 * @throws AppError FORBIDDEN
 */
export function requireSameSite(site: Site, request: FastifyRequest, sessionToken: string): void {
  if (SAFE_METHODS.has(request.method)) return;
  if (!isSameOrigin(site, request)) {
    throw new AppError('FORBIDDEN', {
      detail: `A session cookie is valid only on pages of ${new URL(site.baseUrl).origin}.`,
    });
  }
  if (!equal(request.headers['x-csrf-token'], csrfTokenOf(sessionToken))) {
    throw new AppError('FORBIDDEN', {
      detail: 'With a session cookie this request needs X-CSRF-Token, the csrf_token of GET /api/v1/account.',
    });
  }
}

/** Whether the browser says that a page of this site made the request: by Origin, or by Sec-Fetch-Site, which no page can set. */
export function isSameOrigin({ baseUrl }: Site, { headers }: FastifyRequest): boolean {
  const { origin, host, 'sec-fetch-site': fetchSite } = headers;
  if (origin === undefined) return fetchSite === 'same-origin' || fetchSite === 'none';
  const { protocol, host: ownHost } = new URL(baseUrl);
  // Pages cannot choose the Host either, and the server may have further names.
  return origin === `${protocol}//${ownHost}` || origin === `${protocol}//${host}`;
}

/** Whether a page of another site may have made the request. */
export function isForeign(site: Site, request: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': fetchSite } = request.headers;
  return (origin !== undefined || fetchSite !== undefined) && !isSameOrigin(site, request);
}

function equal(given: string | string[] | undefined, wanted: string): boolean {
  const [one, two] = [Buffer.from(String(given)), Buffer.from(wanted)];
  return one.length === two.length && timingSafeEqual(one, two);
}

function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith('https:');
}
