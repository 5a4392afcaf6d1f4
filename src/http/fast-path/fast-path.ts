import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { SnapshotReader } from '../../catalog/images/image-reader.ts';
import { type RecordRequest, requestIdOf } from '../protocol/request-record.ts';
import { createFindBlob, type FindBlobDeps } from './delivery.ts';
import { createFindImageInfo, type FindImageInfoDeps } from './image-info.ts';
import { createClientIp, type MemoryAnswer } from './memory-answer.ts';
import { createFindViewPage, type FindViewPageDeps } from './view-page.ts';

/** Dependencies of the fast path. */
export interface FastPathDeps extends FindBlobDeps, FindViewPageDeps, FindImageInfoDeps {
  /** Addresses and networks of proxies whose X-Forwarded-For counts. */
  trustProxy: readonly string[];
  /** Number of requests that the fast path has answered since the start. */
  memoryAnswers: { count: number };
  /** Whether the service is shutting down and accepts no new work. */
  isDraining(): boolean;
}

/**
 * Answers requests from memory, before any routing; see README.md.
 * @param route answers where the fast path finds out late that it cannot
 * @returns a listener that says whether it has taken the request: otherwise nothing has been sent or counted
 */
export function createFastPath(
  deps: FastPathDeps,
  snapshot: SnapshotReader,
  record: RecordRequest,
  route: RequestListener,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const clientIp = createClientIp(deps.trustProxy);
  const findBlob = createFindBlob(deps, snapshot);
  const findViewPage = createFindViewPage(deps, snapshot);
  const findImageInfo = createFindImageInfo(deps, snapshot, clientIp);

  function find(request: IncomingMessage) {
    const { url = '' } = request;
    if (url.startsWith('/api/')) return findImageInfo(request);
    return url.startsWith('/image/') ? findViewPage(request) : findBlob(request);
  }

  function send(request: IncomingMessage, response: ServerResponse, answer: MemoryAnswer, startedMs: number): void {
    const requestId = requestIdOf(request);
    deps.memoryAnswers.count++;
    response.on('finish', () => {
      const { method = '', url = '' } = request;
      const ms = performance.now() - startedMs;
      const ip = clientIp(request);
      record({ requestId, method, url, route: answer.route, status: answer.status, ms, ip });
    });
    response.writeHead(answer.status, ['x-request-id', requestId, ...answer.headers]).end(answer.body);
  }

  return (request, response) => {
    if (request.headers.host === undefined || deps.isDraining()) return false;
    const startedMs = performance.now();
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
    if (!(answer instanceof Promise)) send(request, response, answer, startedMs);
    else {
      answer
        .then((late) => (late === undefined ? route(request, response) : send(request, response, late, startedMs)))
        .catch(() => response.destroy());
    }
    return true;
  };
}
