import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { Statistics } from '../../actions/operations/statistics.ts';
import { newId } from '../../core/ids.ts';

/** An answered request, from a route or from the fast path. */
export interface AnsweredRequest {
  requestId: string;
  method: string;
  url: string;
  /** Pattern of the route, such as `/i/:file`; undefined where no route matched. */
  route: string | undefined;
  status: number;
  /** Milliseconds from the request's headers to the end of the answer. */
  ms: number;
  /** The client's address, behind trusted proxies the one that they report. */
  ip: string | undefined;
}

export type RecordRequest = (answered: AnsweredRequest) => void;

/** Records each answered request in the log, the metrics and the statistics. */
export function createRequestRecord(
  statistics: Pick<Statistics, 'count'>,
  metrics: { observe(labels: { method: string; route: string; status: string }, seconds: number): void } | undefined,
  logger: FastifyBaseLogger,
): RecordRequest {
  const isLogged = ['trace', 'debug', 'info'].includes(logger.level);
  return ({ requestId, method, url, route, status, ms, ip }) => {
    if (url.startsWith('/api/')) statistics.count('requests');
    metrics?.observe({ method, route: route ?? 'none', status: String(status) }, ms / 1_000);
    if (!isLogged) return;
    logger.info({ request_id: requestId, method, url: loggableUrl(url), status, ms: Math.round(ms), ip }, 'request');
  };
}

/** Removes secrets from a URL: delete links carry a token, and redirects of a sign-in provider a code and a state. */
function loggableUrl(url: string): string {
  return url.replace(/imgd[a-z]?_[0-9A-Za-z]+/g, '[redacted]').replace(/([?&](?:code|state)=)[^&]*/g, '$1[redacted]');
}

const REQUEST_ID = /^[A-Za-z0-9_.-]{1,128}$/;

/** The id of a request: the client's X-Request-Id where it is valid, otherwise a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : newId('req');
}
