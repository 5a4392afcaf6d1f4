import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { SnapshotReader } from '../../catalog/images/image-reader.ts';
import { createHeadWriter } from '../delivery/prepared-head.ts';
import { createClientIp } from '../protocol/client-ip.ts';
import { malformation } from '../protocol/malformed-request.ts';
import { recordRouted, requestIdOf } from '../protocol/request-record.ts';
import { strictTransport, type TransportSecurity } from '../protocol/transport-security.ts';
import { createFindBlob, type FindBlobDeps } from './delivery.ts';
import { createFindImageInfo, type FindImageInfoDeps } from './image-info.ts';
import type { MemoryAnswer } from './memory-answer.ts';
import { createFindViewPage, type FindViewPageDeps } from './view-page.ts';

/** Dependencies of the fast path. */
export interface FastPathDeps extends FindBlobDeps, FindViewPageDeps, FindImageInfoDeps, TransportSecurity {
  /** Addresses and networks of proxies whose X-Forwarded-For counts. */
  trustProxy: readonly string[];
  /** Number of requests that the fast path has answered since the start. */
  memoryAnswers: { count: number };
  /** Whether the service is shutting down and accepts no new work. */
  isDraining(): boolean;
}

/**
 * Answers requests from memory, before any routing; see README.md.
 * @param keepAliveMs of the server
 * @param route answers where the fast path finds out late that it cannot
 * @returns a listener that says whether it has taken the request: otherwise nothing has been sent or counted
 */
export function createFastPath(
  deps: FastPathDeps,
  snapshot: SnapshotReader,
  keepAliveMs: number,
  route: RequestListener,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const clientIp = createClientIp(deps.trustProxy);
  const hsts = strictTransport(deps);
  const writeHead = createHeadWriter(hsts === undefined ? [] : ['strict-transport-security', hsts], keepAliveMs);
  const findBlob = createFindBlob(deps, snapshot);
  const findViewPage = createFindViewPage(deps, snapshot);
  const findImageInfo = createFindImageInfo(deps, snapshot, clientIp);

  function find(request: IncomingMessage) {
    const { url = '' } = request;
    if (url.startsWith('/api/')) return findImageInfo(request);
    return url.startsWith('/image/') ? findViewPage(request) : findBlob(request);
  }

  function send(request: IncomingMessage, response: ServerResponse, answer: MemoryAnswer): void {
    deps.memoryAnswers.count++;
    recordRouted(request, answer);
    writeHead(request, response, requestIdOf(request), answer);
    response.end(answer.body);
  }

  return (request, response) => {
    if (request.headers.host === undefined || malformation(request) !== undefined || deps.isDraining()) return false;
    // A pipelined request: its client may have sent it after another answer of this tick, so it needs a later snapshot.
    if (response.socket === null) snapshot.invalidate();
    else snapshot.beginTick();
    let answer: ReturnType<typeof find>;
    try {
      answer = find(request);
    } catch {
      return false;
    }
    if (answer === undefined) return false;
    if (!(answer instanceof Promise)) send(request, response, answer);
    else {
      answer
        .then((late) => (late === undefined ? route(request, response) : send(request, response, late)))
        .catch(() => response.destroy());
    }
    return true;
  };
}
