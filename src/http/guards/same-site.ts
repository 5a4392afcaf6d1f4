import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../core/errors.ts';

/** What the guards of sessions know of the service. */
export interface Site {
  /** `{base_url}`. */
  readonly baseUrl: string;
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

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
  const { origin, 'sec-fetch-site': fetchSite } = headers;
  if (origin === undefined) return fetchSite === 'same-origin' || fetchSite === 'none';
  const { protocol, host, hostname, port } = new URL(baseUrl);
  if (origin === `${protocol}//${host}`) return true;
  // Without a configured address the base URL is that of localhost, which has two more names.
  return hostname === 'localhost' && LOOPBACK.some((name) => origin === `${protocol}//${name}:${port}`);
}

const LOOPBACK = ['127.0.0.1', '[::1]'];

/** Whether a page of another site may have made the request. */
export function isForeign(site: Site, request: FastifyRequest): boolean {
  return isFromPage(request) && !isSameOrigin(site, request);
}

/** Whether a browser sent the request. */
export function isFromPage({ headers }: FastifyRequest): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
}

function equal(given: string | string[] | undefined, wanted: string): boolean {
  const [one, two] = [Buffer.from(String(given)), Buffer.from(wanted)];
  return one.length === two.length && timingSafeEqual(one, two);
}
