import { createServer, type RequestListener, type Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SnapshotReader } from '../../catalog/images/image-reader.ts';
import { createForwardedFor } from '../protocol/client-ip.ts';
import type { RequestRecord } from '../protocol/request-record.ts';
import { createFastPath, type FastPathDeps } from './fast-path.ts';
import { UNIX_PEER } from './listen.ts';

const MAX_HEADER_BYTES = 16 * 1024;
const HEADERS_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 72_000;
/** In which a proxy sends its request over a connection that was just accepted. */
const SETTLE_MS = 500;

const OPTIONS = {
  keepAliveTimeout: KEEP_ALIVE_MS,
  maxHeaderSize: MAX_HEADER_BYTES,
  headersTimeout: HEADERS_TIMEOUT_MS,
  connectionsCheckingInterval: 1_000,
  // Long uploads are legal; headers and slow bodies have limits of their own.
  requestTimeout: 0,
  // The router's first hook refuses a missing Host: Node's own refusal has no body.
  requireHostHeader: false,
};

/** The HTTP server: the in-memory fast path where the catalog is embedded, and the router for everything else. */
export function createHttpServer(
  deps: FastPathDeps & { snapshot: SnapshotReader | undefined; isDraining: () => boolean },
  record: RequestRecord,
  route: RequestListener,
  onForwardedIgnored?: (peer: string) => void,
): Server {
  const settleForwardedFor = createForwardedFor(deps.trustProxy, onForwardedIgnored);
  const answerFromMemory =
    deps.snapshot === undefined ? () => false : createFastPath(deps, deps.snapshot, KEEP_ALIVE_MS, route);
  const server = createServer(OPTIONS, (request, response) => {
    // A proxy would send its next request over a connection that is about to be closed.
    if (deps.isDraining()) response.shouldKeepAlive = false;
    settleForwardedFor(request);
    record.begin(request, response);
    if (!answerFromMemory(request, response)) route(request, response);
  });
  return server.on('listening', () => {
    if (typeof server.address() === 'string') server.prependListener('connection', nameUnixPeer);
  });
}

function nameUnixPeer(socket: Socket): void {
  Object.defineProperty(socket, 'remoteAddress', { value: UNIX_PEER });
}

/**
 * Serves for a time, then closes only the listener: a connection that was just accepted has not sent its request yet, and
 * `close` of the HTTP server would count it as idle.
 */
export async function stopAccepting(server: Server, delayMs: number): Promise<void> {
  await sleep(delayMs);
  // After the polling of the event loop, which accepts what waits: closing the listener resets what is not accepted.
  await new Promise((resolve) => setImmediate(resolve));
  NetServer.prototype.close.call(server);
  await sleep(SETTLE_MS);
}
