import cors from '@fastify/cors';
import type { App } from '../routing.ts';

/** Version of the API description; raised with every addition to it. */
export const API_VERSION = '1.1.0';

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
  'Location',
  'ETag',
  'Idempotent-Replayed',
  'Deprecation',
  'Sunset',
  'WWW-Authenticate',
  'Image-Id',
  'Tus-Resumable',
  'Tus-Version',
  'Tus-Extension',
  'Tus-Max-Size',
  'Upload-Offset',
  'Upload-Length',
  'Upload-Expires',
];

const ALLOWED = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'Tus-Resumable',
  'Upload-Length',
  'Upload-Offset',
  'Upload-Metadata',
  'Upload-Defer-Length',
  'X-Request-Id',
  'X-HTTP-Method-Override',
];

const OF_EVERY_ANSWER = {
  'api-version': API_VERSION,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  vary: 'Accept, Authorization, Cookie, Origin',
};

/** Header fields of an API response to a GET, for answers that pass by the router: the same as below. */
export const API_HEADERS: Readonly<Record<string, string>> = {
  ...OF_EVERY_ANSWER,
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED.join(', '),
};

/** Header fields of every API response, and CORS: any origin may call, without credentials of the browser's. */
export async function registerApiHeaders(api: App): Promise<void> {
  api.addHook('onRequest', async (_request, reply) => {
    reply.headers(OF_EVERY_ANSWER);
  });
  await api.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'],
    allowedHeaders: ALLOWED,
    exposedHeaders: EXPOSED,
    maxAge: 86_400,
    strictPreflight: false,
  });
}
