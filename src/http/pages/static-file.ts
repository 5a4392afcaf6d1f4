import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A static file, held in memory with its precompressed forms. */
export interface StaticFile {
  type: string;
  body: Buffer;
  br: Buffer | undefined;
  gzip: Buffer | undefined;
  /** SHA-256 of the uncompressed content, the first 16 hexadecimal digits. */
  hash: string;
}

export const STATIC_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Reads a file of one of `STATIC_TYPES`. Concatenates several files of the same type. */
export function readStaticFile(path: string, ...more: string[]): StaticFile {
  const body = Buffer.concat([path, ...more].map((part) => readFileSync(part)));
  return {
    type: STATIC_TYPES[extname(path)] ?? 'application/octet-stream',
    body,
    br: readIfPresent(`${path}.br`),
    gzip: readIfPresent(`${path}.gz`),
    hash: createHash('sha256').update(body).digest('hex').slice(0, 16),
  };
}

function readIfPresent(path: string): Buffer | undefined {
  return existsSync(path) ? readFileSync(path) : undefined;
}

/** Sends a file in the smallest coding that the client accepts (RFC 9110, section 12.5.3). */
export function sendStaticFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile): FastifyReply {
  const { type, body, br, gzip } = file;
  reply.header('x-content-type-options', 'nosniff').type(type);
  if (br === undefined && gzip === undefined) return reply.send(body);
  reply.header('vary', 'Accept-Encoding');
  const accepted = acceptedCodings(request.headers['accept-encoding']);
  if (br !== undefined && accepted.has('br')) return reply.header('content-encoding', 'br').send(br);
  if (gzip !== undefined && accepted.has('gzip')) return reply.header('content-encoding', 'gzip').send(gzip);
  return reply.send(body);
}

/** The codings of an Accept-Encoding field, without those of weight 0. */
function acceptedCodings(field: string | string[] | undefined): Set<string> {
  const parts = String(field ?? '').split(',');
  const codings = parts.map((part) => part.split(';').map((text) => text.trim().toLowerCase()));
  return new Set(
    codings.filter(([, ...params]) => !params.some((param) => /^q=0(\.0*)?$/.test(param))).map(([name = '']) => name),
  );
}
