import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../routing/app-type.ts';

/** The browser application as it was built, kept in memory. */
export interface WebApp {
  /** The document that every page of the application begins with. */
  index: WebFile;
  /** What it loads, by the name below `/assets/`; each name holds a hash of the bytes. */
  assets: ReadonlyMap<string, WebFile>;
}

/** A file in every coding that it may be sent in. */
export interface WebFile {
  type: string;
  body: Buffer;
  br: Buffer | undefined;
  gzip: Buffer | undefined;
  /** Of the bytes as they were before compression. */
  hash: string;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/**
 * Reads a build of the browser application.
 * @param dir the folder that the build wrote
 * @returns undefined when there is no build in it
 */
export function loadWebApp(dir: string): WebApp | undefined {
  const index = join(dir, 'index.html');
  if (!existsSync(index)) return undefined;
  const names = globSync('**/*', { cwd: join(dir, 'assets') }).filter((name) => extname(name) in TYPES);
  const assets = names.map((name) => [name.split(sep).join('/'), readFile(join(dir, 'assets', name))] as const);
  return { index: readFile(index), assets: new Map(assets) };
}

function readFile(path: string): WebFile {
  const body = readFileSync(path);
  return {
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    body,
    br: readIfThere(`${path}.br`),
    gzip: readIfThere(`${path}.gz`),
    hash: createHash('sha256').update(body).digest('hex').slice(0, 16),
  };
}

function readIfThere(path: string): Buffer | undefined {
  return existsSync(path) ? readFileSync(path) : undefined;
}

/** Sends a file in the smallest coding that the browser takes (RFC 9110, section 12.5.3). */
export function sendWebFile(request: FastifyRequest, reply: FastifyReply, file: WebFile): FastifyReply {
  const accepted = codingsOf(request.headers['accept-encoding']);
  const [coding, body] =
    file.br !== undefined && accepted.has('br')
      ? (['br', file.br] as const)
      : file.gzip !== undefined && accepted.has('gzip')
        ? (['gzip', file.gzip] as const)
        : ([undefined, file.body] as const);
  reply.header('vary', 'Accept-Encoding').type(file.type);
  if (coding !== undefined) reply.header('content-encoding', coding);
  return reply.send(body);
}

/** The codings of an Accept-Encoding field that are not ruled out by a weight of 0. */
function codingsOf(field: string | string[] | undefined): Set<string> {
  const codings = new Set<string>();
  for (const part of String(field ?? '').split(',')) {
    const [name = '', ...params] = part.split(';').map((text) => text.trim().toLowerCase());
    if (!params.some((param) => /^q=0(\.0*)?$/.test(param))) codings.add(name);
  }
  return codings;
}

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
export function webRoutes(site: App, deps: PolicyDeps, { index }: WebApp): void {
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

interface PolicyDeps {
  readonly imageHost: string;
  /** Origin of redirects to the blob store, if the service uses them. */
  links: { origin: string } | undefined;
}

/** Content Security Policy, level 3: everything from this host, and pictures from where images are served. */
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
