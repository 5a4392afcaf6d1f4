import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';
import { AppError } from '../../core/errors.ts';
import { PROGRAM_FILES } from '../../lib/program-files.ts';
import type { App } from '../routing/app-type.ts';
import { sendWebFile, type WebApp } from './web-app.ts';

/** A static file of the site, kept in memory. */
export interface SiteAsset {
  type: string;
  body: Buffer;
  /** Of its bytes; part of its public name, so that a copy can be kept for ever. */
  hash: string;
}

const STYLE_PARTS = ['base', 'shell', 'view', 'owner', 'album', 'notice', 'report', 'landing', 'errors'];
const SVG = 'image/svg+xml';

const SITE_ASSETS = {
  'site.css': asset('text/css; charset=utf-8', ...STYLE_PARTS.map((part) => `${part}.css`)),
  'copy.js': asset('text/javascript; charset=utf-8', 'copy.js'),
  'owner.js': asset('text/javascript; charset=utf-8', 'owner.js'),
  'theme.js': asset('text/javascript; charset=utf-8', 'theme.js'),
  'mark.svg': asset(SVG, 'mark.svg'),
  'hero.svg': asset(SVG, 'hero.svg'),
} satisfies Record<string, SiteAsset>;

export type AssetName = keyof typeof SITE_ASSETS;

/** Where a page finds a static file: `{image_host}/assets/<name>.<hash>.<extension>`. */
export function assetUrl(imageHost: string, name: AssetName): string {
  const [stem, extension] = name.split('.');
  return `${imageHost}/assets/${stem}.${SITE_ASSETS[name].hash}.${extension}`;
}

export function siteAsset(name: AssetName): SiteAsset {
  return SITE_ASSETS[name];
}

/**
 * The static file behind a public name. A name with another hash, from a page that another version of the service made,
 * gets the file as it is now: `isCurrent` is false then.
 */
export function findAsset(file: string): { asset: SiteAsset; isCurrent: boolean } | undefined {
  const [, stem, hash, extension] = /^([a-z]+)\.([0-9a-f]{16})\.([a-z]+)$/.exec(file) ?? [];
  const name = `${stem}.${extension}`;
  if (!Object.hasOwn(SITE_ASSETS, name)) return undefined;
  const asset = SITE_ASSETS[name as AssetName];
  return { asset, isCurrent: asset.hash === hash };
}

function asset(type: string, ...files: string[]): SiteAsset {
  const body = Buffer.concat(files.map((file) => readFileSync(new URL(file, PROGRAM_FILES.assets))));
  return { type, body, hash: createHash('sha256').update(body).digest('hex').slice(0, 16) };
}

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
