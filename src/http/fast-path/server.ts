import { createServer, type RequestListener, type Server } from 'node:http';
import type { SnapshotReader } from '../../catalog/images/image-reader.ts';
import type { RecordRequest } from '../protocol/request-record.ts';
import { createFastPath, type FastPathDeps } from './fast-path.ts';

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
  // The router's first hook refuses a missing Host: Node's own refusal has no body.
  requireHostHeader: false,
};

/** The HTTP server: the in-memory fast path where the catalog is embedded, and the router for everything else. */
export function createHttpServer(
  deps: FastPathDeps & { snapshot: SnapshotReader | undefined },
  record: RecordRequest,
  route: RequestListener,
): Server {
  if (deps.snapshot === undefined) return createServer(OPTIONS, route);
  const answerFromMemory = createFastPath(deps, deps.snapshot, record, route);
  return createServer(OPTIONS, (request, response) => {
    if (!answerFromMemory(request, response)) route(request, response);
  });
}
