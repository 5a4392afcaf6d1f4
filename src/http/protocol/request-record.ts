import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import type { Statistics } from '../../actions/operations/statistics.ts';
import type { Caller } from '../../core/caller.ts';
import { newId } from '../../core/ids.ts';
import { loggableUrl } from './loggable-url.ts';
import { routeGroupOf } from './route-group.ts';

/** What is known of a request once it was routed. */
export interface Routed {
  /** Pattern of the route, such as `/i/:file`; undefined where no route matched. */
  route: string | undefined;
  /** Undefined where no credential was looked at. */
  caller: Caller | undefined;
}

/** What a request led to, under the names of the log. */
export interface RequestFacts {
  /** Of the error that answered it. */
  code?: string;
  param?: string;
  /** What a file was refused for, in the words of the decoder or the validator. */
  reason?: string;
  /** Images that it has made. */
  image_ids?: readonly string[];
  /** Files of a bulk upload that were refused while others were stored. */
  refused?: readonly { file: number; code: string; reason?: string }[];
}

/** Writes one line of the log for each request. */
export interface RequestRecord {
  /**
   * Begins the record of a request. It ends with the answer, or where the connection closes before: a transfer that the
   * client or the shutdown cuts off has a line, too.
   */
  begin(request: IncomingMessage, response: ServerResponse): void;
  /**
   * Records the answer to a connection without a valid request.
   * @param isCut whether the request ended early, so that the answer has no reader
   */
  refused(socket: Socket, requestId: string, error: { status: number; code: string }, isCut: boolean): void;
}

/** Counts an answer. @param bytesSent header fields included */
export type ObserveAnswer = (
  labels: { method: string; route: string | undefined; status: number },
  seconds: number,
  bytesSent: number,
) => void;

/** The status of a request that ended without an answer, in the log and the metrics only. */
const NOT_ANSWERED = 499;

const RECORD = Symbol('request record');
const CONNECTION = Symbol('connection');

interface OpenRecord {
  readonly requestId: string;
  readonly startedMs: number;
  routed: Routed | undefined;
  facts: RequestFacts | undefined;
  /** Status of an answer that was written to the connection itself. */
  status: number | undefined;
  /** Whether the body ended early, so that the answer has no reader. */
  isCut: boolean;
  hasEnded: boolean;
}

/** Bytes of a connection when its last request ended, and its request in progress. */
interface Connection {
  received: number;
  sent: number;
  open: OpenRecord | undefined;
}

type Recorded = IncomingMessage & { [RECORD]?: OpenRecord };
type Tracked = Socket & { [CONNECTION]?: Connection };

/** The id of a request: the client's X-Request-Id where it is valid, otherwise a new one. */
export function requestIdOf(request: IncomingMessage): string {
  return (request as Recorded)[RECORD]?.requestId ?? validRequestId(request);
}

/** Names the route and the caller of a request in its record. They are read when the record ends. */
export function recordRouted(request: IncomingMessage, routed: Routed): void {
  const open = (request as Recorded)[RECORD];
  if (open !== undefined) open.routed = routed;
}

/** Adds to the record of a request. */
export function recordFacts(request: IncomingMessage, facts: RequestFacts): void {
  const open = (request as Recorded)[RECORD];
  if (open !== undefined) open.facts = { ...open.facts, ...facts };
}

/** Notes that the connection closed before the body was complete: the refusal that follows has no reader. */
export function recordCut(request: IncomingMessage): void {
  const open = (request as Recorded)[RECORD];
  if (open !== undefined) open.isCut = true;
}

/**
 * Records requests in the log, the metrics and the statistics.
 * @param deliveryLevel lowest level at which answers with the bytes of an image have a line: failures are warnings
 * @param clientIp the client's address; behind trusted proxies the one that they report
 */
export function createRequestRecord(
  statistics: Pick<Statistics, 'count' | 'countOfAccount'>,
  metrics: { observe: ObserveAnswer } | undefined,
  logger: FastifyBaseLogger,
  deliveryLevel: string,
  clientIp: (request: IncomingMessage) => string | undefined,
): RequestRecord {
  const deliveryLevels = levelsFrom(deliveryLevel);

  function end(request: IncomingMessage, response: ServerResponse, open: OpenRecord, connection: Connection): void {
    if (open.hasEnded) return;
    open.hasEnded = true;
    connection.open = undefined;
    const { method = '', url = '', socket } = request;
    const received = socket.bytesRead;
    const sent = socket.bytesWritten - socket.writableLength;
    const bytesSent = Math.max(0, sent - connection.sent);
    const isAborted = open.isCut || (!response.writableFinished && open.status === undefined);
    const isAnswered = !open.isCut && (!isAborted || bytesSent > 0);
    const status = open.status ?? (isAnswered ? response.statusCode : NOT_ANSWERED);
    const ms = performance.now() - open.startedMs;
    const { route, caller } = open.routed ?? {};
    if (url.startsWith('/api/')) {
      statistics.count('requests');
      if (caller?.kind === 'account') statistics.countOfAccount(caller.accountId, 'requests');
    }
    metrics?.observe({ method, route, status }, ms / 1_000, bytesSent);
    const level = isFailed(status, open.facts?.code) ? 'warn' : 'info';
    const isDelivery = routeGroupOf(route) === 'delivery';
    if (levelsFrom(logger.level).has(level) && (!isDelivery || deliveryLevels.has(level))) {
      const line: Record<string, unknown> = {
        request_id: open.requestId,
        method,
        url: loggableUrl(url),
        route,
        status,
      };
      line.ms = Math.round(ms);
      line.ip = clientIp(request);
      if (caller?.kind === 'account') {
        line.account_id = caller.accountId;
        if (caller.keyId !== null) line.key_id = caller.keyId;
      }
      const { traceparent } = request.headers;
      if (traceparent !== undefined) line.trace_id = traceIdOf(traceparent);
      if (isAborted) line.aborted = true;
      line.bytes_received = received - connection.received;
      line.bytes_sent = bytesSent;
      logger[level](Object.assign(line, open.facts), 'request');
    }
    connection.received = received;
    connection.sent = sent;
  }

  return {
    begin(request, response) {
      const socket: Tracked = request.socket;
      let connection = socket[CONNECTION];
      if (connection === undefined) {
        connection = { received: 0, sent: 0, open: undefined };
        socket[CONNECTION] = connection;
        // Read now: a socket forgets an address that was never asked for when it closes.
        void socket.remoteAddress;
      }
      const open: OpenRecord = {
        requestId: validRequestId(request),
        startedMs: performance.now(),
        routed: undefined,
        facts: undefined,
        status: undefined,
        isCut: false,
        hasEnded: false,
      };
      (request as Recorded)[RECORD] = open;
      connection.open = open;
      const { socket: assigned } = response;
      const onClose = () => end(request, response, open, connection);
      response.on('close', onClose);
      // A response behind others of a pipeline has no connection yet, and gets no event when it closes.
      if (assigned === null) socket.once('close', onClose);
    },

    refused(socket: Tracked, requestId, { status, code }, isCut) {
      const open = socket[CONNECTION]?.open;
      if (open !== undefined && isCut) open.isCut = true;
      else if (open !== undefined) Object.assign(open, { status, facts: { code } });
      else {
        const { remoteAddress: ip } = socket;
        logger.info({ request_id: requestId, method: null, url: null, status, ms: 0, ip, code }, 'request');
      }
    },
  };
}

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
const LEVELS_FROM = new Map(LEVELS.map((level, index) => [level, new Set(LEVELS.slice(index))]));
const NO_LEVEL: ReadonlySet<string> = new Set();

/** A level and those above it. A logger may change its level while it runs. */
function levelsFrom(level: string): ReadonlySet<string> {
  return LEVELS_FROM.get(level) ?? NO_LEVEL;
}

/** Load shedding is no failure, and neither is 501, which answers what the client asked for. */
const isFailed = (status: number, code: string | undefined) =>
  status >= 500 && status !== 501 && code !== 'SERVICE_UNAVAILABLE';

/** A credential is no request id: ids are logged and returned. */
const REQUEST_ID = /^(?!imgd[a-z]?_)[A-Za-z0-9_.-]{1,128}$/;

function validRequestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : newId('req');
}

/** The trace id of a `traceparent` field (W3C Trace Context, section 3.2); undefined where it is not valid. */
function traceIdOf(traceparent: string | string[]): string | undefined {
  const [, version, traceId] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/.exec(String(traceparent)) ?? [];
  return version === 'ff' || traceId === '0'.repeat(32) ? undefined : traceId;
}
