import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../core/errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

interface Site {
  /** `{base_url}`. */
  readonly baseUrl: string;
}

const SESSION = 'imgd_session';

/** The name says what browsers hold it to (RFC 6265bis, section 4.1.3); the prefix needs https. */
function fullName({ baseUrl }: Site, name: string): string {
  return isSecure(baseUrl) ? `__Host-${name}` : name;
}

/** What the browser sends along under the name, or undefined; the token of its session unless told otherwise. */
export function readCookie(site: Site, request: FastifyRequest, name = SESSION): string | undefined {
  return request.cookies[fullName(site, name)];
}

/** Gives the browser a secret: out of reach of scripts, not sent along with other sites' forms. */
export function setCookie(site: Site, reply: FastifyReply, name: string, value: string, expiresAtMs: number): void {
  reply.setCookie(fullName(site, name), value, { ...attributes(site), expires: new Date(expiresAtMs) });
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

/** What proves that a request was made by a page that could read the session's answers; nothing else knows it. */
export function csrfTokenOf(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update('imgd csrf token').digest('base64url');
}

/**
 * Refuses what another site makes a browser do with its cookie: an unsafe method needs to come from a page of this site,
 * and to carry the session's own `X-CSRF-Token`.
 * @throws AppError FORBIDDEN
 */
export function requireSameSite(site: Site, request: FastifyRequest, sessionToken: string): void {
  if (SAFE_METHODS.has(request.method)) return;
  if (!isSameOrigin(site, request)) {
    throw new AppError('FORBIDDEN', {
      detail: `A session cookie counts only on pages of ${new URL(site.baseUrl).origin}.`,
    });
  }
  if (!equal(request.headers['x-csrf-token'], csrfTokenOf(sessionToken))) {
    throw new AppError('FORBIDDEN', {
      detail: 'With a session cookie this needs X-CSRF-Token, the csrf_token of GET /api/v1/account.',
    });
  }
}

/**
 * Whether the request was made by a page of this site, as far as the browser says. Without Origin it must say that in
 * Sec-Fetch-Site, which no page can set.
 */
export function isSameOrigin({ baseUrl }: Site, { headers }: FastifyRequest): boolean {
  const { origin, host, 'sec-fetch-site': fetchSite } = headers;
  if (origin === undefined) return fetchSite === 'same-origin' || fetchSite === 'none';
  const { protocol, host: ownHost } = new URL(baseUrl);
  // The Host that the browser has connected to is no page's choice either; the address may have further names.
  return origin === `${protocol}//${ownHost}` || origin === `${protocol}//${host}`;
}

/** Whether the request may have been made by a page of another site. */
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
