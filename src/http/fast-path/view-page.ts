import type { SnapshotReader } from '../../catalog/images/image-reader.ts';
import type { ImageRecord } from '../../catalog/images/images.ts';
import { cacheHeaders, edgeTags } from '../delivery/cache-headers.ts';
import type { HttpDeps } from '../deps.ts';
import { pageDocument } from '../pages/document.ts';
import { PAGE_TYPE, pageHeaders } from '../pages/send-page.ts';
import { VIEW_PAGE_SECONDS, viewPage } from '../pages/view-page.ts';
import { requestIdOf } from '../protocol/request-id.ts';
import { createRenderedCache } from './rendered-cache.ts';
import { flatHeaders, type HotAnswer, type OnAnswered } from './types.ts';

const PATH = /^\/image\/([0-9A-Za-z]{12})$/;
const MAX_BYTES = 16 * 2 ** 20;

/** Answers GET /image/<id> with the page as its route would send it. */
export function createHotViewPage(deps: HttpDeps, snapshot: SnapshotReader, onAnswered: OnAnswered): HotAnswer {
  const pages = createRenderedCache<ImageRecord>(MAX_BYTES);
  // Where images are shown is known when the service listens.
  let ofEveryPage: string[] | undefined;
  return (request, response) => {
    const [, id = ''] = PATH.exec(request.url ?? '') ?? [];
    if (id === '' || request.method !== 'GET') return false;
    const nowMs = deps.clock.now();
    const image = snapshot.peekImage(id, nowMs);
    if (image === undefined) return false;
    const { body } = pages.of(id, image, () => ({ body: Buffer.from(pageDocument(viewPage(image, deps), deps)) }));
    const requestId = requestIdOf(request);
    ofEveryPage ??= flatHeaders(pageHeaders(deps));
    response.writeHead(200, [
      'x-request-id',
      requestId,
      ...flatHeaders(cacheHeaders(VIEW_PAGE_SECONDS, image.expires_at, nowMs)),
      ...flatHeaders(edgeTags(id)),
      ...ofEveryPage,
      'content-type',
      PAGE_TYPE,
      'content-length',
      String(body.length),
    ]);
    response.end(body);
    onAnswered(request, 200, requestId);
    return true;
  };
}
