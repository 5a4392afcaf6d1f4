import { fileURLToPath } from 'node:url';
import { LANGUAGES } from '../../core/languages.ts';
import { PROGRAM_FILES } from '../../lib/program-files.ts';
import type { App } from '../routing/app-type.ts';
import { SITE_NAME } from './page.ts';
import { assetUrl } from './site-assets.ts';
import { readStaticFile, type StaticFile, sendStaticFile, staticText } from './static-file.ts';
import type { PageTexts, Texts } from './texts.ts';
import { pageFiles, typeface, WEB_PATHS, type WebApp } from './web-build.ts';
import { OFFLINE_PATH, shellDocument } from './web-shell.ts';

/** Dependencies of the documents. */
export interface WebDeps extends PolicyDeps, InstallDeps {
  readonly baseUrl: string;
  pageTexts: PageTexts;
}

/**
 * GET routes of the web application. The document of a page contains the frame of the application in the visitor's
 * language, and names the files of the page, so that the browser requests all of them at once.
 */
export function webRoutes(site: App, deps: WebDeps, web: WebApp): void {
  const documents = new Map<string, StaticFile>();
  for (const path of [...WEB_PATHS, OFFLINE_PATH] as const) {
    site.get(path, { schema: { hide: true }, config: { page: true } }, async (request, reply) => {
      const texts = deps.pageTexts.of(request.headers);
      const key = `${texts.language.code} ${path}`;
      const file = documents.get(key) ?? createDocument(deps, web, path, texts);
      documents.set(key, file);
      const etag = `"${file.hash}"`;
      reply.headers({
        'cache-control': 'no-cache',
        etag,
        'content-language': texts.language.code,
        vary: deps.pageTexts.vary,
        'content-security-policy': policy(deps),
        'x-content-type-options': 'nosniff',
        // Password reset links contain a secret.
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
      });
      if (request.headers['if-none-match']?.includes(etag) === true) return reply.code(304).send();
      return sendStaticFile(request, reply, file);
    });
  }
}

type WebPath = (typeof WEB_PATHS)[number] | typeof OFFLINE_PATH;

function createDocument(deps: WebDeps, web: WebApp, path: WebPath, texts: Texts): StaticFile {
  const built = web.index.body.toString();
  const isOffline = path === OFFLINE_PATH;
  const files = isOffline ? [typeface(web)] : pageFiles(web, path, texts.language.code);
  return staticText(
    shellDocument(isOffline ? withoutScripts(built) : built, {
      path,
      texts,
      files: files.filter((file) => !web.documentFiles.includes(file)),
      baseUrl: deps.baseUrl,
      hasWorker: deps.serviceWorker === 'on',
    }),
    web.index.type,
  );
}

/** Without a connection, the application could say only that there is none. */
function withoutScripts(built: string): string {
  return built.replaceAll(/^.*(type="module"|rel="modulepreload").*\n/gm, '');
}

interface PolicyDeps {
  readonly imageHost: string;
  /** Origin of redirects to the blob store, if the service uses them. */
  links: { origin: string } | undefined;
}

/** Content Security Policy, level 3: everything from this host, and images also from the image host and the store. */
function policy({ imageHost, links }: PolicyDeps): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' blob: data: ${[new URL(imageHost).origin, ...(links === undefined ? [] : [links.origin])].join(' ')}`,
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/** Whether browsers install the service worker: `off` also removes it from browsers that have it. */
export interface InstallDeps {
  serviceWorker: 'on' | 'off';
}

const HOUR = 'public, max-age=3600';
/** The background before the first paint of the installed application; the icons have the same orange. */
const COLORS = { background_color: '#faf8f5', theme_color: '#faf8f5' };
// Some operating systems know no media type for the newer formats.
const SHARED_TYPES = ['image/*', '.heic', '.heif', '.avif', '.jxl', '.webp'];

/**
 * Routes by which browsers install the application: the manifest (W3C Web Application Manifest, with a share target),
 * the icon of iOS and the service worker. Without the application, the service worker removes itself from browsers.
 */
export function installRoutes(site: App, deps: InstallDeps, web: WebApp | undefined): void {
  const worker = readStaticFile(fileURLToPath(new URL('worker.js', PROGRAM_FILES.assets)));
  const build = web === undefined || deps.serviceWorker === 'off' ? null : workerBuild(web);
  const program = staticText(`const BUILD = ${JSON.stringify(build)};\n${worker.body}`, worker.type);
  site.get('/sw.js', { schema: { hide: true } }, async (request, reply) => {
    // A worker has a policy of its own: it requests files and pages of this host.
    reply.headers({ 'cache-control': 'no-cache', 'content-security-policy': "default-src 'none'; connect-src 'self'" });
    return sendStaticFile(request, reply, program);
  });
  if (web === undefined) return;
  // Without the service worker, which receives shared files otherwise: the form of the page without scripts.
  site.post('/share-target', { schema: { hide: true } }, async (_request, reply) => reply.redirect('/upload', 307));
  const manifest = staticText(JSON.stringify(manifestOf(web)), 'application/manifest+json; charset=utf-8');
  site.get('/manifest.webmanifest', { schema: { hide: true } }, async (request, reply) =>
    sendStaticFile(request, reply.header('cache-control', HOUR), manifest),
  );
  const touchIcon = web.assets.get(builtFile(web, 'touch-180'));
  if (touchIcon === undefined) return;
  site.get('/apple-touch-icon.png', { schema: { hide: true } }, async (request, reply) =>
    sendStaticFile(request, reply.header('cache-control', HOUR), touchIcon),
  );
}

/** What the service worker keeps: the files of the first page. Their names, and so the version, change with each build. */
function workerBuild(web: WebApp): object {
  const files = [
    ...web.documentFiles,
    ...pageFiles(web, '/', LANGUAGES[0].code),
    assetUrl('', 'theme.js'),
    '/favicon.svg',
  ];
  return { version: web.index.hash, files: [...new Set(files)], offline: OFFLINE_PATH };
}

function manifestOf(web: WebApp): object {
  const icon = (stem: string, purpose: 'any' | 'maskable') => {
    const side = stem.split('-')[1];
    return { src: `/assets/${builtFile(web, stem)}`, sizes: `${side}x${side}`, type: 'image/png', purpose };
  };
  return {
    id: '/',
    name: SITE_NAME,
    short_name: SITE_NAME,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    ...COLORS,
    icons: [icon('icon-192', 'any'), icon('icon-512', 'any'), icon('maskable-512', 'maskable')],
    share_target: {
      action: '/share-target',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'files', accept: SHARED_TYPES }] },
    },
  };
}

/** The name of a built file below `/assets/`, with its hash: `icon-192` is `icon-192-CnqB7x1z.png`. */
function builtFile(web: WebApp, stem: string): string {
  return [...web.assets.keys()].find((name) => name.startsWith(`${stem}-`)) ?? '';
}
