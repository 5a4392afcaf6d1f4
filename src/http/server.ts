import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { HttpDeps } from './deps.ts';
import { createHotDelivery } from './fast-path/delivery.ts';
import { createHotInformation } from './fast-path/image-info.ts';
import type { HotAnswer, OnAnswered } from './fast-path/types.ts';
import { createHotViewPage } from './fast-path/view-page.ts';

const MAX_HEADER_BYTES = 16 * 1024;
const HEADERS_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 72_000;

const OPTIONS = {
  keepAliveTimeout: KEEP_ALIVE_MS,
  maxHeaderSize: MAX_HEADER_BYTES,
  headersTimeout: HEADERS_TIMEOUT_MS,
  connectionsCheckingInterval: 1_000,
  // Long uploads are legal; headers and slow bodies have limits of their own.
  requestTimeout: 0,
  // Refused by the router's first hook: Node's own refusal has no body.
  requireHostHeader: false,
};

/** The HTTP server: what is held in memory is answered before any routing; everything else goes to the router. */
export function createHttpServer(deps: HttpDeps, logger: FastifyBaseLogger, route: RequestListener): Server {
  const { snapshot } = deps;
  if (snapshot === undefined) return createServer(OPTIONS, route);
  // Lines that nobody wants would cost more than the answers.
  const logs = ['trace', 'debug', 'info'].includes(logger.level);
  const onAnswered: OnAnswered = (request, status, requestId) => {
    deps.memoryAnswers.count++;
    if (logs) logger.info(logLine(request, status, requestId), 'request');
  };
  const delivery = createHotDelivery(deps, snapshot, onAnswered);
  const viewPage = createHotViewPage(deps, snapshot, onAnswered);
  const information = createHotInformation(deps, snapshot, onAnswered, route);

  const isAnswered: HotAnswer = (request, response) => {
    const { url = '', headers } = request;
    if (headers.host === undefined || deps.isDraining()) return false;
    // Pipelined behind an unfinished response: the client may have sent it after other responses of this tick.
    if (response.socket === null) snapshot.invalidate();
    else snapshot.beginTick();
    try {
      if (url.startsWith('/api/')) return information(request, response);
      return url.startsWith('/image/') ? viewPage(request, response) : delivery(request, response);
    } catch {
      // Whatever it was, it is met again and told where all refusals and failures are told.
      return false;
    }
  };
  return createServer(OPTIONS, (request, response) => {
    if (!isAnswered(request, response)) route(request, response);
  });
}

function logLine({ method, url, socket, headers }: IncomingMessage, status: number, requestId?: string): object {
  const forwardedFor = headers['x-forwarded-for'];
  return {
    ...(requestId !== undefined && { request_id: requestId }),
    ...{ method, url, status, ip: socket.remoteAddress },
    ...(forwardedFor !== undefined && { forwardedFor }),
  };
}
