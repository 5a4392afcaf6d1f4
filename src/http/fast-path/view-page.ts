import type { SnapshotReader } from '../../catalog/images/image-reader.ts';
import type { ImageRecord } from '../../catalog/images/images.ts';
import { edgeTags, pageCacheHeaders } from '../delivery/cache-headers.ts';
import type { DeliveryDeps } from '../delivery/delivery.ts';
import type { FixedFields } from '../delivery/prepared-head.ts';
import { PAGE_TYPE, pageDocument, pageHeaders, type SendPageDeps } from '../pages/page.ts';
import type { Texts } from '../pages/texts.ts';
import { type Showing, VIEW_PAGE_SECONDS, viewPage } from '../pages/view-page.ts';
import { bodyTag, isUnchanged } from '../protocol/conditional.ts';
import { type FindAnswer, flatHeaders } from './memory-answer.ts';
import { type AnswerCache, createRenderedCache, inAcceptedCoding, type RenderedBody } from './rendered-cache.ts';

const PATH = /^\/image\/([0-9A-Za-z]{12})$/;

export type FindViewPageDeps = SendPageDeps & Showing & AnswerCache & Pick<DeliveryDeps, 'clock'>;

interface Rendered extends RenderedBody {
  etag: string;
  /** Headers of 200 and 304; undefined where they depend on the time of the request. */
  fixed: FixedFields | undefined;
}

/** Finds the answer to GET /image/<id>: the page of an image, in the language of the request. */
export function createFindViewPage(deps: FindViewPageDeps, snapshot: SnapshotReader): FindAnswer {
  const pages = createRenderedCache<ImageRecord, Rendered>(deps.answerCacheBytes / 8);

  function fieldsOf(image: ImageRecord, etag: string, texts: Texts, nowMs: number): FixedFields {
    const cached = { ...pageCacheHeaders(VIEW_PAGE_SECONDS, image.expires_at, nowMs), ...edgeTags(image.id) };
    return { list: flatHeaders({ ...cached, ...pageHeaders(texts, deps), etag }) };
  }

  return ({ method, url = '', headers: asked }) => {
    const [, id = ''] = PATH.exec(url) ?? [];
    if (id === '' || method !== 'GET') return undefined;
    const nowMs = deps.clock.now();
    const image = snapshot.peekImage(id, nowMs);
    if (image === undefined) return undefined;
    const texts = deps.pageTexts.of(asked);
    const rendered = pages.get(`${texts.language.code} ${id}`, image, () => {
      const text = pageDocument(viewPage(image, deps, texts), deps);
      const etag = bodyTag(text);
      const fixed = image.expires_at === null ? fieldsOf(image, etag, texts, nowMs) : undefined;
      return { body: Buffer.from(text), etag, fixed };
    });
    const fixed = rendered.fixed ?? fieldsOf(image, rendered.etag, texts, nowMs);
    const found = { route: '/image/:id', caller: undefined, fixed };
    if (isUnchanged(asked, rendered)) return { ...found, status: 304, headers: [], body: undefined };
    const coded = inAcceptedCoding(rendered, asked['accept-encoding']);
    const headers = ['content-type', PAGE_TYPE, ...coded.headers];
    return { ...found, status: 200, headers, body: coded.body };
  };
}
