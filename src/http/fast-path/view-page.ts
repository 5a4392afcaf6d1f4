import type { SnapshotReader } from '../../catalog/images/image-reader.ts';
import type { ImageRecord } from '../../catalog/images/images.ts';
import type { PublicUrls } from '../../core/links.ts';
import { cacheHeaders, edgeTags } from '../delivery/cache-headers.ts';
import type { DeliveryDeps } from '../delivery/delivery.ts';
import { PAGE_TYPE, pageDocument, pageHeaders } from '../pages/page.ts';
import { VIEW_PAGE_SECONDS, viewPage } from '../pages/view-page.ts';
import { type FindAnswer, flatHeaders } from './memory-answer.ts';
import { createRenderedCache } from './rendered-cache.ts';

const PATH = /^\/image\/([0-9A-Za-z]{12})$/;
const MAX_BYTES = 16 * 2 ** 20;

export type FindViewPageDeps = PublicUrls & Pick<DeliveryDeps, 'clock' | 'links' | 'variantWidths'>;

/** Finds the answer to GET /image/<id>: the page of an image. */
export function createFindViewPage(deps: FindViewPageDeps, snapshot: SnapshotReader): FindAnswer {
  const pages = createRenderedCache<ImageRecord, { body: Buffer }>(MAX_BYTES);
  // The image host is known once the service listens.
  let commonHeaders: string[] | undefined;
  return ({ method, url = '' }) => {
    const [, id = ''] = PATH.exec(url) ?? [];
    if (id === '' || method !== 'GET') return undefined;
    const nowMs = deps.clock.now();
    const image = snapshot.peekImage(id, nowMs);
    if (image === undefined) return undefined;
    const { body } = pages.get(id, image, () => ({ body: Buffer.from(pageDocument(viewPage(image, deps), deps)) }));
    commonHeaders ??= flatHeaders({ ...pageHeaders(deps), 'content-type': PAGE_TYPE });
    const headers = [
      ...flatHeaders({ ...cacheHeaders(VIEW_PAGE_SECONDS, image.expires_at, nowMs), ...edgeTags(id) }),
      ...commonHeaders,
      ...['content-length', String(body.length)],
    ];
    return { route: '/image/:id', status: 200, headers, body };
  };
}
