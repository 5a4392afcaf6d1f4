import { existsSync, globSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { App } from '../routing/app-type.ts';
import { readStaticFile, STATIC_TYPES, type StaticFile, sendStaticFile } from './static-file.ts';

/** A build of the web application, held in memory. */
export interface WebApp {
  /** The HTML document, the same for every page. */
  index: StaticFile;
  /** Scripts, styles and fonts by their names below `/assets/`, which contain a hash of the content. */
  assets: ReadonlyMap<string, StaticFile>;
}

/** @returns undefined when the folder holds no build */
export function loadWebApp(dir: string): WebApp | undefined {
  const index = join(dir, 'index.html');
  if (!existsSync(index)) return undefined;
  const names = globSync('**/*', { cwd: join(dir, 'assets') }).filter((name) => extname(name) in STATIC_TYPES);
  const assets = names.map((name) => [name.split(sep).join('/'), readStaticFile(join(dir, 'assets', name))] as const);
  return { index: readStaticFile(index), assets: new Map(assets) };
}

/** Paths of the pages; a test compares them with those of the web application. */
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

/** GET routes of the web application. Every page is the same document. */
export function webRoutes(site: App, deps: PolicyDeps, { index }: WebApp): void {
  const etag = `"${index.hash}"`;
  for (const path of WEB_PATHS) {
    site.get(path, { schema: { hide: true }, config: { page: true } }, async (request, reply) => {
      reply.headers({
        'cache-control': 'no-cache',
        etag,
        'content-security-policy': policy(deps),
        'x-content-type-options': 'nosniff',
        // Password reset links contain a secret.
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
      });
      if (request.headers['if-none-match']?.includes(etag) === true) return reply.code(304).send();
      return sendStaticFile(request, reply, index);
    });
  }
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
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}
