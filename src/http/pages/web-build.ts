import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { readStaticFile, STATIC_TYPES, type StaticFile } from './static-file.ts';

/** A build of the web application, held in memory. */
export interface WebApp {
  /** The built document, with places for the frame of the application. */
  index: StaticFile;
  /** Scripts, styles, icons and typefaces by their names below `/assets/`, which contain a hash of the content. */
  assets: ReadonlyMap<string, StaticFile>;
  /** Paths of the files that the built document names. */
  documentFiles: readonly string[];
  /** Paths of the files built from a source file: styles, then modules with all that they import. */
  filesOf(source: string): string[];
}

/** A chunk in the manifest that Vite writes. */
interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

/** @returns undefined when the folder holds no build */
export function loadWebApp(dir: string): WebApp | undefined {
  const path = join(dir, 'index.html');
  if (!existsSync(path)) return undefined;
  const index = readStaticFile(path);
  const names = readdirSync(join(dir, 'assets'), { encoding: 'utf8', recursive: true }).filter(
    (name) => extname(name) in STATIC_TYPES,
  );
  const assets = names.map((name) => [name.split(sep).join('/'), readStaticFile(join(dir, 'assets', name))] as const);
  const chunks = JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8')) as Record<string, Chunk>;
  const documentFiles = [...index.body.toString().matchAll(/"(\/assets\/[^"]+)"/g)].map(([, file]) => file ?? '');
  return { index, assets: new Map(assets), documentFiles, filesOf: (source) => filesOfChunk(chunks, source) };
}

function filesOfChunk(chunks: Readonly<Record<string, Chunk>>, source: string): string[] {
  const styles = new Set<string>();
  const modules = new Set<string>();
  const visit = (name: string) => {
    const chunk = chunks[name];
    if (chunk === undefined || modules.has(chunk.file)) return;
    modules.add(chunk.file);
    chunk.imports?.forEach(visit);
    for (const file of chunk.css ?? []) styles.add(file);
  };
  visit(source);
  return [...styles, ...modules].map((file) => `/${file}`);
}

/** The source of each page of the application, and its texts besides `common` and `errors`. */
const PAGES = {
  '/': ['upload/upload-page', 'upload'],
  '/login': ['auth/login-page', 'auth', 'two-step'],
  '/register': ['auth/register-page', 'auth'],
  '/forgot': ['auth/forgot-page', 'auth'],
  '/reset': ['auth/reset-page', 'auth'],
  '/verify': ['auth/verify-page', 'auth'],
  '/library': ['library/library-page', 'library', 'upload'],
  '/albums': ['albums/albums-page', 'albums'],
  '/albums/:id': ['albums/album-page', 'albums', 'library', 'upload'],
  '/trash': ['trash/trash-page', 'trash', 'library'],
  '/account': ['account/account-page', 'account', 'auth', 'two-step', 'webhooks'],
  '/admin': ['admin/admin-page', 'admin', 'webhooks'],
  '/admin/:section': ['admin/admin-page', 'admin', 'webhooks'],
  '/admin/:section/:id': ['admin/admin-page', 'admin', 'webhooks'],
} as const satisfies Record<string, readonly [page: string, ...texts: string[]]>;

/** Paths of the pages. */
export const WEB_PATHS = Object.keys(PAGES) as (keyof typeof PAGES)[];

/** Paths of the files that a page needs. */
export function pageFiles(web: WebApp, path: keyof typeof PAGES, language: string): string[] {
  const [page, ...texts] = PAGES[path];
  const sources = ['common', 'errors', ...texts].map((area) => `../locales/${language}/${area}.ftl?raw`);
  return [typeface(web), ...[`src/pages/${page}.tsx`, ...sources].flatMap((source) => web.filesOf(source))];
}

/** Path of the typeface. */
export function typeface({ assets }: WebApp): string {
  return `/assets/${[...assets.keys()].find((name) => name.endsWith('.woff2'))}`;
}
