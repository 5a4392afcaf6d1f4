import { fileURLToPath } from 'node:url';
import { AppError } from '../../core/errors.ts';
import { PROGRAM_FILES } from '../../lib/program-files.ts';
import type { App } from '../routing/app-type.ts';
import { readStaticFile, sendStaticFile, staticText } from './static-file.ts';
import type { WebApp } from './web-build.ts';

const STYLE_PARTS = ['shell', 'stage', 'view', 'album', 'notice', 'landing', 'errors'];

const TYPEFACE = readAsset('sans.woff2');

const SITE_ASSETS = {
  // The name of the typeface contains its hash, as in the web application, so that a visitor loads it once.
  'site.css': readStyles('base.css', ...STYLE_PARTS.map((part) => `${part}.css`)),
  'sans.woff2': TYPEFACE,
  'docs.css': readAsset('docs.css'),
  'album.js': readAsset('album.js'),
  'copy.js': readAsset('copy.js'),
  'docs.js': readAsset('docs.js'),
  'owner.js': readAsset('owner.js'),
  'theme.js': readAsset('theme.js'),
  'view.js': readAsset('view.js'),
  'mark.svg': readAsset('mark.svg'),
  'hero.svg': readAsset('hero.svg'),
};

export type AssetName = keyof typeof SITE_ASSETS;

function readAsset(...files: [string, ...string[]]) {
  const [first, ...more] = files.map((file) => fileURLToPath(new URL(file, PROGRAM_FILES.assets)));
  return readStaticFile(first as string, ...more);
}

function readStyles(...files: [string, ...string[]]) {
  const { body, type } = readAsset(...files);
  return staticText(body.toString().replace('sans.woff2', `sans.${TYPEFACE.hash}.woff2`), type);
}

/** URL of a static file for a page: `{image_host}/assets/<name>.<hash>.<extension>`. */
export function assetUrl(imageHost: string, name: AssetName): string {
  const [stem, extension] = name.split('.');
  return `${imageHost}/assets/${stem}.${SITE_ASSETS[name].hash}.${extension}`;
}

/**
 * Parses the file name of a static file.
 * @returns its asset name, and whether the hash is the current one
 */
function parseAssetFile(file: string): { name: AssetName; isCurrent: boolean } | undefined {
  const [, stem, hash, extension] = /^([a-z]+)\.([0-9a-f]{16})\.([a-z0-9]+)$/.exec(file) ?? [];
  const name = `${stem}.${extension}` as AssetName;
  return Object.hasOwn(SITE_ASSETS, name) ? { name, isCurrent: SITE_ASSETS[name].hash === hash } : undefined;
}

const FOREVER = 'public, max-age=31536000, immutable';
const MINUTE = 'public, max-age=60';
const DAY = 'public, max-age=86400';
/** Pages on the base URL load these files from the image host, which may be another origin. Typefaces need CORS. */
const ANY_ORIGIN = { 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' };

// A search engine sees `noindex` only on pages that it may fetch, so robots.txt must allow them.
const ROBOTS = 'User-agent: *\nDisallow: /api/\n';

/** Routes of static files: assets of the pages and of the web application, the icon, and robots.txt. */
export function assetRoutes(site: App, web: WebApp | undefined): void {
  site.get<{ Params: { file: string } }>('/assets/:file', { schema: { hide: true } }, async (request, reply) => {
    const { file } = request.params;
    const built = web?.assets.get(file);
    if (built !== undefined) {
      return sendStaticFile(request, reply.headers({ 'cache-control': FOREVER, ...ANY_ORIGIN }), built);
    }
    const asset = parseAssetFile(file);
    if (asset === undefined) throw new AppError('ENDPOINT_NOT_FOUND');
    // A page of another version may name another hash. It gets the current file with a short cache lifetime.
    reply.headers({ 'cache-control': asset.isCurrent ? FOREVER : MINUTE, ...ANY_ORIGIN });
    return sendStaticFile(request, reply, SITE_ASSETS[asset.name]);
  });
  // Browsers request the .ico without a link to it, and accept an SVG.
  for (const path of ['/favicon.svg', '/favicon.ico']) {
    site.get(path, { schema: { hide: true } }, async (request, reply) =>
      sendStaticFile(request, reply.headers({ 'cache-control': DAY, ...ANY_ORIGIN }), SITE_ASSETS['mark.svg']),
    );
  }
  site.get('/robots.txt', { schema: { hide: true } }, async (_request, reply) =>
    reply.headers({ 'cache-control': DAY, 'x-content-type-options': 'nosniff' }).type('text/plain').send(ROBOTS),
  );
}
