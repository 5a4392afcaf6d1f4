import type { FastifyReply } from 'fastify';
import { AppError } from '../../../core/errors.ts';
import type { App } from '../../routing.ts';
import { sendWebFile } from '../send-web-file.ts';
import { findAsset, type SiteAsset, siteAsset } from '../site-assets.ts';
import type { WebApp } from '../web-app.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';
const MINUTE = 'public, max-age=60';
const DAY = 'public, max-age=86400';

// Pages say themselves that they are not for search engines, which they can only do when they may be read.
const ROBOTS = 'User-agent: *\nDisallow: /api/\n';

/** The site's own style, script and pictures, those of the browser application, the icon and robots.txt. */
export function assetRoutes(site: App, web: WebApp | undefined): void {
  site.get<{ Params: { file: string } }>('/assets/:file', { schema: { hide: true } }, async (request, reply) => {
    const { file } = request.params;
    const built = web?.assets.get(file);
    if (built !== undefined) {
      reply.headers({ 'cache-control': FOR_EVER, 'x-content-type-options': 'nosniff' });
      return sendWebFile(request, reply, built);
    }
    const found = findAsset(file);
    if (found === undefined) throw new AppError('ENDPOINT_NOT_FOUND');
    return send(reply, found.asset, found.isCurrent ? FOR_EVER : MINUTE);
  });
  // Browsers ask for the .ico without being told of it, and take what its media type says.
  for (const path of ['/favicon.svg', '/favicon.ico']) {
    site.get(path, { schema: { hide: true } }, async (_request, reply) => send(reply, siteAsset('mark.svg'), DAY));
  }
  site.get('/robots.txt', { schema: { hide: true } }, async (_request, reply) =>
    reply.headers({ 'cache-control': DAY, 'x-content-type-options': 'nosniff' }).type('text/plain').send(ROBOTS),
  );
}

function send(reply: FastifyReply, { type, body }: SiteAsset, cacheControl: string): FastifyReply {
  return reply
    .headers({
      'cache-control': cacheControl,
      'x-content-type-options': 'nosniff',
      // Pages under the base URL use it too, when that is another host.
      'cross-origin-resource-policy': 'cross-origin',
    })
    .type(type)
    .send(body);
}
