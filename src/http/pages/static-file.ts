import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedCoding, type Coding, compressWell, isCompressible } from '../protocol/compression.ts';

/** A static file, held in memory. */
export interface StaticFile {
  type: string;
  body: Buffer;
  /** The content in a coding; undefined where the type does not compress. Compressed once, on the first request. */
  coded(coding: Coding): Promise<Buffer> | undefined;
  /** SHA-256 of the uncompressed content, the first 16 hexadecimal digits. */
  hash: string;
}

export const STATIC_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
};

/** Reads a file of one of `STATIC_TYPES`. Concatenates several files of the same type. */
export function readStaticFile(path: string, ...more: string[]): StaticFile {
  const body = Buffer.concat([path, ...more].map((part) => readFileSync(part)));
  const type = STATIC_TYPES[extname(path)] ?? 'application/octet-stream';
  return staticFile(type, body, { br: readIfPresent(`${path}.br`), gzip: readIfPresent(`${path}.gz`) });
}

/** A static file from a text. */
export function staticText(text: string, type: string): StaticFile {
  return staticFile(type, Buffer.from(text), {});
}

function staticFile(type: string, body: Buffer, built: Partial<Record<Coding, Buffer | undefined>>): StaticFile {
  const made = new Map<Coding, Promise<Buffer>>();
  const coded = (coding: Coding) => {
    const found = built[coding];
    const content = found === undefined ? (made.get(coding) ?? compressWell(body, coding)) : Promise.resolve(found);
    made.set(coding, content);
    return content;
  };
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 16);
  return { type, body, coded: isCompressible(type) ? coded : () => undefined, hash };
}

function readIfPresent(path: string): Buffer | undefined {
  return existsSync(path) ? readFileSync(path) : undefined;
}

/** Sends a file in the smallest coding that the client accepts (RFC 9110, section 12.5.3). */
export async function sendStaticFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body, coded }: StaticFile,
): Promise<FastifyReply> {
  reply.header('x-content-type-options', 'nosniff').type(type);
  if (!isCompressible(type)) return reply.send(body);
  const vary = reply.getHeader('vary');
  reply.header('vary', vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`);
  const coding = acceptedCoding(request.headers['accept-encoding']);
  const content = coding && (await coded(coding));
  if (coding === undefined || content === undefined) return reply.send(body);
  return reply.header('content-encoding', coding).send(content);
}
