import type { HttpDeps } from '../../deps.ts';
import type { App } from '../../routing.ts';
import { sendWebFile } from '../send-web-file.ts';
import type { WebApp } from '../web-app.ts';

/** The pages of the browser application; every other path is answered as without it. */
export const WEB_PATHS = [
  '/',
  '/login',
  '/register',
  '/forgot',
  '/reset',
  '/library',
  '/albums',
  '/albums/:id',
  '/account',
  '/admin',
  '/admin/:section',
  '/admin/:section/:id',
] as const;

/** GET of each page of the browser application: its document, which finds out itself what to show. */
export function webRoutes(site: App, deps: HttpDeps, { index }: WebApp): void {
  const etag = `"${index.hash}"`;
  for (const path of WEB_PATHS) {
    site.get(path, { schema: { hide: true }, config: { page: true } }, async (request, reply) => {
      reply.headers({
        'cache-control': 'no-cache',
        etag,
        'content-security-policy': policy(deps),
        'x-content-type-options': 'nosniff',
        // The links for resetting passwords hold a secret.
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
      });
      if (request.headers['if-none-match']?.includes(etag) === true) return reply.code(304).send();
      return sendWebFile(request, reply, index);
    });
  }
}

/** Content Security Policy, level 3: everything from this host, and pictures from where images are served. */
function policy({ imageHost, links }: Pick<HttpDeps, 'imageHost' | 'links'>): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' blob: data: ${[new URL(imageHost).origin, ...(links === undefined ? [] : [links.origin])].join(' ')}`,
    "connect-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}
