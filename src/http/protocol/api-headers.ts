import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyRequest } from 'fastify';
import { API_VERSION } from '../../api/envelope.ts';
import type { App } from '../routing/app-type.ts';
import { isTusPath, TUS_CORS } from './tus-headers.ts';

/** Response headers that pages of other origins may read. */
const EXPOSED = [
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Used',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'API-Version',
  'Link',
  'ETag',
  'Idempotent-Replayed',
  'WWW-Authenticate',
];

/** Request headers that the API reads, and those that upload widgets always send. */
const ALLOWED = [
  'Authorization',
  'Challenge-Solution',
  'Content-Type',
  'Idempotency-Key',
  'X-API-Key',
  'X-Request-Id',
  'Cache-Control',
  'X-Requested-With',
];
/** Only pages of this site have it. */
const NEVER_ALLOWED = 'x-csrf-token';
const FIELD_NAME = /^[\w!#$%&'*+.^`|~-]{1,64}$/;
const MAX_ASKED = 20;

/** Headers of every answer of the API, whatever its origin. */
export const COMMON_HEADERS = {
  'api-version': API_VERSION,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  vary: 'Accept, Accept-Encoding, Authorization, Cookie, Origin, X-API-Key',
};

/** The headers that `registerApiHeaders` sets, for responses of the in-memory fast path. */
export const API_HEADERS: Readonly<Record<string, string>> = {
  ...COMMON_HEADERS,
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED.join(', '),
};

const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Sets the headers of every API response, and allows pages of any origin to call the API without the browser's credentials.
 * @param more methods and response headers beside those of the API
 */
export async function registerApiHeaders(
  api: App,
  more: { methods: string[]; exposed: string[] } = { methods: [], exposed: [] },
): Promise<void> {
  api.addHook('onRequest', async (_request, reply) => {
    reply.headers(COMMON_HEADERS);
  });
  await api.register(cors, {
    delegator: (request, callback) => callback(null, corsOptions(request as FastifyRequest, more)),
  });
}

function corsOptions(
  { url, headers }: FastifyRequest,
  more: { methods: string[]; exposed: string[] },
): FastifyCorsOptions {
  const tus = isTusPath(url) ? TUS_CORS : { allowed: [], exposed: [] };
  return {
    origin: '*',
    methods: [...METHODS, ...more.methods],
    allowedHeaders: [...ALLOWED, ...tus.allowed, ...askedHeaders(headers['access-control-request-headers'])],
    exposedHeaders: [...EXPOSED, ...tus.exposed, ...more.exposed],
    maxAge: 86_400,
    strictPreflight: false,
  };
}

/**
 * What else a preflight wants to send. Widgets add headers of their own, which the API does not read: without the
 * credentials of the browser they do no harm.
 */
function askedHeaders(asked = ''): string[] {
  const known = new Set([...ALLOWED.map((name) => name.toLowerCase()), NEVER_ALLOWED]);
  const names = asked.split(',', MAX_ASKED).map((name) => name.trim());
  return names.filter((name) => FIELD_NAME.test(name) && !known.has(name.toLowerCase()));
}
