import cors from '@fastify/cors';
import { API_VERSION } from '../../api/envelope.ts';
import type { App } from '../routing/app-type.ts';

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

/** Request headers that pages of other origins may send. */
const ALLOWED = ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Request-Id'];

const COMMON_HEADERS = {
  'api-version': API_VERSION,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  vary: 'Accept, Authorization, Cookie, Origin',
};

/** The headers that `registerApiHeaders` sets, for responses of the in-memory fast path. */
export const API_HEADERS: Readonly<Record<string, string>> = {
  ...COMMON_HEADERS,
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED.join(', '),
};

/** Sets the headers of every API response, and allows pages of any origin to call the API without the browser's credentials. */
export async function registerApiHeaders(api: App): Promise<void> {
  api.addHook('onRequest', async (_request, reply) => {
    reply.headers(COMMON_HEADERS);
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
