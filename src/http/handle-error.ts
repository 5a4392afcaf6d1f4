import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Statistics } from '../actions/operations/statistics.ts';
import type { AppError } from '../core/errors.ts';
import type { DoorAnswer } from '../doors/door.ts';
import { errorPage, missingImageTags } from './pages/error-page.ts';
import { PAGE_TYPE, pageDocument, pageHeaders, type SendPageDeps } from './pages/page.ts';
import { COMMON_HEADERS } from './protocol/api-headers.ts';
import { hasBody, lingeringBody } from './protocol/body.ts';
import { factsOf, sendError, setErrorHeaders, toAppError } from './protocol/errors.ts';
import { isNavigation, NEGOTIATED_BY } from './protocol/navigation.ts';
import { recordCut, recordFacts } from './protocol/request-record.ts';
import { traceRefusal } from './protocol/trace-requests.ts';

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

export interface ErrorDeps extends SendPageDeps {
  statistics: Pick<Statistics, 'countRefusal'>;
}

/**
 * Answers an error as JSON, or as a page: where the route is a page, and outside the API wherever a person has opened the
 * address. Logs and counts it.
 * @param fail the answer of a door, whose clients read a form of their own
 */
export function handleError(
  deps: ErrorDeps,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  fail?: (error: AppError) => DoorAnswer,
): FastifyReply {
  const error = toAppError(thrown, request);
  traceRefusal(request, error);
  if (request.raw.destroyed && !request.raw.complete) recordCut(request.raw);
  recordFacts(request.raw, factsOf(error));
  if (isFailure(error)) request.log.error({ err: error.cause ?? error, code: error.code }, 'request failed');
  else request.log.debug({ err: error.cause, code: error.code }, 'request refused');
  for (const name of REPRESENTATION_HEADERS) reply.removeHeader(name);
  if (isApi(request) || fail !== undefined) {
    deps.statistics.countRefusal(error.code);
    // A refusal before the hooks of the API lacks them.
    reply.headers(COMMON_HEADERS);
  } else if (error.status === 404) {
    reply.headers(missingImageTags(request.url)).header('cache-control', notFoundCache(request));
  } else reply.header('cache-control', 'no-store');
  reply
    .header('x-request-id', request.id)
    .header('x-content-type-options', 'nosniff')
    .header('access-control-allow-origin', '*');
  const text =
    fail !== undefined
      ? doorText(reply, error, fail(error))
      : wantsPage(request)
        ? pageOf(deps, request, reply, error)
        : sendError(request, reply, error, deps.baseUrl);
  if (fail === undefined && isNegotiated(request)) {
    const vary = wantsPage(request) ? `${deps.pageTexts.vary}, ` : '';
    reply.header('vary', vary + NEGOTIATED_BY);
  }
  if (request.raw.complete || !hasBody(request)) return reply.send(text);
  return reply
    .header('connection', 'close')
    .header('content-length', Buffer.byteLength(text))
    .send(lingeringBody(request.raw, text));
}

/** Sets the status and the headers of a door's refusal. @returns its text */
function doorText(reply: FastifyReply, error: AppError, { status, body, type, headers = {} }: DoorAnswer): string {
  setErrorHeaders(reply, error);
  reply.headers(headers).type(type ?? 'application/json; charset=utf-8');
  if (status !== undefined) reply.code(status);
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** Sets the status and the headers of an error's page. @returns its text */
function pageOf(deps: SendPageDeps, request: FastifyRequest, reply: FastifyReply, error: AppError): string {
  const page = errorPage(deps, request, error);
  setErrorHeaders(reply, error);
  reply.headers(pageHeaders(page.texts, deps)).type(PAGE_TYPE);
  return pageDocument(page, deps);
}

function isApi({ url }: FastifyRequest): boolean {
  return url.startsWith('/api/');
}

/**
 * Load shedding is not a failure: under overload, a log line for each refusal would add to the load. Neither is 501,
 * which answers what the client asked for.
 */
function isFailure({ status, code, cause, retryAfterSeconds }: AppError): boolean {
  const isBusy = code === 'SERVICE_UNAVAILABLE' && cause === undefined && retryAfterSeconds !== undefined;
  return status >= 500 && status !== 501 && !isBusy;
}

/** Whether the same address answers a page to people and JSON to programs. */
function isNegotiated(request: FastifyRequest): boolean {
  return !isApi(request) && request.routeOptions.config?.page !== true;
}

function wantsPage(request: FastifyRequest): boolean {
  const page = request.routeOptions.config?.page;
  if (page === 'for-browsers') return (request.headers.accept ?? '').includes('text/html');
  return page === true || (isNegotiated(request) && isNavigation(request));
}

/**
 * A page is asked for again each time: an image may be restored. Shared caches never keep one of a negotiated address,
 * because those that ignore `Vary` would send it to programs.
 */
function notFoundCache(request: FastifyRequest): string {
  if (!wantsPage(request)) return `public, max-age=${NOT_FOUND_SECONDS}`;
  if (isNegotiated(request)) return 'private, no-cache';
  return `public, max-age=0, s-maxage=${NOT_FOUND_SECONDS}, must-revalidate`;
}
