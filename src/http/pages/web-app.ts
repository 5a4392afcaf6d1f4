import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';

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
