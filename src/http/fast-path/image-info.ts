import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { peekCaller } from '../../actions/accounts/identify-caller.ts';
import type { VisibleImage } from '../../actions/images/get-image.ts';
import type { SnapshotReader } from '../../catalog/images/image-reader.ts';
import type { ImageRecord } from '../../catalog/images/images.ts';
import { type Caller, quotaKey } from '../../core/caller.ts';
import type { HttpDeps } from '../deps.ts';
import { quotaHeaders, quotaView } from '../guards/quota.ts';
import { IMAGE_INFO_CACHE, imageInfoAnswer, JSON_TYPE } from '../images/image-view.ts';
import { API_HEADERS } from '../protocol/api-headers.ts';
import { isUnchanged } from '../protocol/conditional.ts';
import { requestIdOf } from '../protocol/request-id.ts';
import { createDirectAddress } from './direct-address.ts';
import { createRenderedCache, type Rendered } from './rendered-cache.ts';
import { flatHeaders, type HotAnswer, type OnAnswered } from './types.ts';

const PATH = /^\/api\/v1\/image\/([0-9A-Za-z]{12})$/;
const MAX_BYTES = 16 * 2 ** 20;

/**
 * Answers GET /api/v1/image/<id> as its route would, and counts the request as it would be counted there.
 * @param route takes over where the hour's requests are used up
 */
export function createHotInformation(
  deps: HttpDeps,
  snapshot: SnapshotReader,
  onAnswered: OnAnswered,
  route: RequestListener,
): HotAnswer {
  const rendered = createRenderedCache<ImageRecord>(MAX_BYTES);
  const addressOf = createDirectAddress(deps.trustProxy.length > 0);
  const ofEveryAnswer = flatHeaders({ ...API_HEADERS, 'cache-control': IMAGE_INFO_CACHE });

  function render(image: ImageRecord, caller: Caller): Rendered | undefined {
    if (caller.kind !== 'account' || caller.accountId !== image.account_id) {
      return rendered.of(image.id, image, () => asSent({ image }));
    }
    const album = image.album_id === null ? null : snapshot.peekAlbum(image.album_id);
    if (album === undefined) return undefined;
    const owned = { image, owner: { album, keyId: image.key_id } };
    return rendered.of(`${image.id} ${album?.name ?? ''}`, image, () => asSent(owned));
  }

  function asSent(described: VisibleImage): Rendered {
    const { text, etag } = imageInfoAnswer(described, deps);
    return { body: Buffer.from(text), etag };
  }

  function send(
    request: IncomingMessage,
    response: ServerResponse,
    { body, etag = '' }: Rendered,
    quota: readonly string[],
  ): void {
    const requestId = requestIdOf(request);
    const headers = ['x-request-id', requestId, ...ofEveryAnswer, ...quota, 'etag', etag];
    const unchanged = isUnchanged(request.headers, { etag });
    if (unchanged) response.writeHead(304, headers).end();
    else {
      headers.push('content-type', JSON_TYPE, 'content-length', String(body.length));
      response.writeHead(200, headers).end(body);
    }
    deps.statistics.count('requests');
    onAnswered(request, unchanged ? 304 : 200, requestId);
  }

  async function countAndSend(
    request: IncomingMessage,
    response: ServerResponse,
    body: Rendered,
    caller: Caller,
    limit: number,
  ): Promise<void> {
    let quota: string[];
    try {
      const state = await deps.quota.take(quotaKey(caller));
      // Refused requests are counted on, and never shown: that the route counts this one again tells nobody anything.
      if (state.used > limit) return route(request, response);
      quota = flatHeaders(quotaHeaders(quotaView(limit, state), deps.clock.now()));
    } catch {
      return route(request, response);
    }
    send(request, response, body, quota);
  }

  return (request, response) => {
    const { method, url = '', headers } = request;
    const [, id = ''] = PATH.exec(url) ?? [];
    // A cookie may be a session's.
    if (id === '' || method !== 'GET' || headers.cookie !== undefined) return false;
    const image = snapshot.peekImage(id, deps.clock.now());
    if (image === undefined) return false;
    const caller = peekCaller({ clock: deps.clock, plans: deps.plans, snapshot }, headers.authorization, () =>
      addressOf(request),
    );
    const body = caller && render(image, caller);
    if (caller === undefined || body === undefined) return false;
    const { requestsPerHour } = caller.plan;
    if (requestsPerHour === null) send(request, response, body, []);
    else countAndSend(request, response, body, caller, requestsPerHour).catch(() => response.destroy());
    return true;
  };
}
