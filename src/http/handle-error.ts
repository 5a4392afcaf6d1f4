import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Statistics } from '../actions/operations/statistics.ts';
import type { AppError } from '../core/errors.ts';
import { errorPage, type SendPageDeps, sendPage } from './pages/page.ts';
import { hasBody, lingeringBody } from './protocol/body.ts';
import { sendError, setErrorHeaders, toAppError } from './protocol/errors.ts';

const NOT_FOUND_SECONDS = 30;

/** Headers of a representation. An error response must not carry them; above all, a CDN must not cache it as an image. */
const REPRESENTATION_HEADERS = [
  'etag',
  'last-modified',
  'content-disposition',
  'repr-digest',
  'cdn-cache-control',
  'expires',
  'x-accel-expires',
];

/** Answers an error as JSON, or as a page where the route asks for that. Logs and counts it. */
export function handleError(
  deps: SendPageDeps & { statistics: Pick<Statistics, 'countRefusal'> },
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const error = toAppError(thrown);
  if (isFailure(error)) request.log.error({ err: error.cause ?? error, code: error.code }, 'request failed');
  else request.log.debug({ err: error.cause, code: error.code }, 'request refused');
  for (const name of REPRESENTATION_HEADERS) reply.removeHeader(name);
  if (isApi(request)) deps.statistics.countRefusal(error.code);
  else reply.header('cache-control', error.status === 404 ? `public, max-age=${NOT_FOUND_SECONDS}` : 'no-store');
  reply
    .header('x-request-id', request.id)
    .header('x-content-type-options', 'nosniff')
    .header('access-control-allow-origin', '*');
  if (wantsPage(request)) {
    setErrorHeaders(reply, error);
    return sendPage(reply, errorPage(error), deps);
  }
  const text = sendError(request, reply, error, deps.baseUrl);
  if (request.raw.complete || !hasBody(request)) return reply.send(text);
  return reply
    .header('connection', 'close')
    .header('content-length', Buffer.byteLength(text))
    .send(lingeringBody(request.raw, text));
}

function isApi({ url }: FastifyRequest): boolean {
  return url.startsWith('/api/');
}

/** Load shedding is not a failure: under overload, a log line for each refusal would add to the load. */
function isFailure({ status, code, cause, retryAfterSeconds }: AppError): boolean {
  const isBusy = code === 'SERVICE_UNAVAILABLE' && cause === undefined && retryAfterSeconds !== undefined;
  return status >= 500 && !isBusy;
}

function wantsPage({ routeOptions, headers }: FastifyRequest): boolean {
  const page = routeOptions.config?.page;
  return page === true || (page === 'for-browsers' && (headers.accept ?? '').includes('text/html'));
}
