import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { peekCaller } from '../../actions/accounts/identify-caller.ts';
import type { VisibleImage } from '../../actions/images/get-image.ts';
import type { SnapshotReader } from '../../catalog/images/image-reader.ts';
import type { ImageRecord } from '../../catalog/images/images.ts';
import { type Caller, quotaKey } from '../../core/caller.ts';
import type { PublicUrls } from '../../core/links.ts';
import type { Plans } from '../../core/plans.ts';
import type { Clock } from '../../lib/clock.ts';
import { callerAddress } from '../../limits/caller-address.ts';
import type { FixedWindow } from '../../limits/limits.ts';
import type { FixedFields } from '../delivery/prepared-head.ts';
import { credentialOf } from '../guards/credential.ts';
import { quotaHeaders, quotaView } from '../guards/quota.ts';
import { IMAGE_INFO_CACHE, imageInfoAnswer, JSON_TYPE, type Variants } from '../images/image-view.ts';
import { API_HEADERS } from '../protocol/api-headers.ts';
import { isUnchanged } from '../protocol/conditional.ts';
import { type FindAnswer, flatHeaders, type MemoryAnswer } from './memory-answer.ts';
import { type AnswerCache, createRenderedCache, inAcceptedCoding, type RenderedBody } from './rendered-cache.ts';

const PATH = /^\/api\/v1\/image\/([0-9A-Za-z]{12})$/;

interface Rendered extends RenderedBody {
  etag: string;
}

export interface FindImageInfoDeps extends PublicUrls, Variants, AnswerCache {
  clock: Clock;
  plans: Plans;
  quota: FixedWindow;
}

/** Finds the answer to GET /api/v1/image/<id>, and takes one request of the caller's hourly quota as the route does. */
export function createFindImageInfo(
  deps: FindImageInfoDeps,
  snapshot: SnapshotReader,
  clientIp: (request: IncomingMessage) => string | undefined,
): FindAnswer {
  const { clock, plans } = deps;
  const rendered = createRenderedCache<ImageRecord, Rendered>((deps.answerCacheBytes * 5) / 8);
  const addressOf = createAddressCache(clientIp);
  const fixed: FixedFields = { list: flatHeaders({ ...API_HEADERS, 'cache-control': IMAGE_INFO_CACHE }) };

  function render(image: ImageRecord, caller: Caller): Rendered | undefined {
    if (caller.kind !== 'account' || caller.accountId !== image.account_id) {
      return rendered.get(image.id, image, () => toBytes({ image }));
    }
    const album = image.album_id === null ? null : snapshot.peekAlbum(image.album_id);
    if (album === undefined) return undefined;
    const owner = { album, keyId: image.key_id };
    return rendered.get(`${image.id} ${album?.name ?? ''}`, image, () => toBytes({ image, owner }));
  }

  function toBytes(described: VisibleImage): Rendered {
    const { text, etag } = imageInfoAnswer(described, deps);
    return { body: Buffer.from(text), etag };
  }

  function answer(
    request: IncomingMessage,
    caller: Caller,
    rendered: Rendered,
    quota: readonly string[],
  ): MemoryAnswer {
    const routed = { route: '/api/v1/image/:id', caller, fixed };
    const { etag } = rendered;
    const headers = [...quota, 'etag', etag];
    if (isUnchanged(request.headers, { etag })) return { ...routed, status: 304, headers, body: undefined };
    const { headers: coded, body } = inAcceptedCoding(rendered, request.headers['accept-encoding']);
    headers.push('content-type', JSON_TYPE, ...coded);
    return { ...routed, status: 200, headers, body };
  }

  /** @returns undefined when the hour is used up: the route then counts the request again, which changes no header */
  async function countAndAnswer(
    request: IncomingMessage,
    body: Rendered,
    caller: Caller,
    limit: number,
  ): Promise<MemoryAnswer | undefined> {
    try {
      const state = await deps.quota.take(quotaKey(caller));
      if (state.used > limit) return undefined;
      return answer(request, caller, body, flatHeaders(quotaHeaders(quotaView(limit, state), clock.now())));
    } catch {
      return undefined;
    }
  }

  return (request) => {
    const { method, url = '', headers } = request;
    const [, id = ''] = PATH.exec(url) ?? [];
    // A cookie may belong to a session, which only the route looks up.
    if (id === '' || method !== 'GET' || headers.cookie !== undefined) return undefined;
    const image = snapshot.peekImage(id, clock.now());
    if (image === undefined) return undefined;
    const caller = peekCaller({ snapshot, clock, plans }, credentialOf(headers), () => addressOf(request));
    const body = caller && render(image, caller);
    if (caller === undefined || body === undefined) return undefined;
    const { requestsPerHour } = caller.plan;
    return requestsPerHour === null
      ? answer(request, caller, body, [])
      : countAndAnswer(request, body, caller, requestsPerHour);
  };
}

/** `callerAddress` of the client, computed again only where a socket's client changes: it parses the address. */
function createAddressCache(clientIp: (request: IncomingMessage) => string | undefined) {
  const known = new WeakMap<Socket, { ip: string; address: string }>();
  return (request: IncomingMessage): string | undefined => {
    const ip = clientIp(request);
    if (ip === undefined) return undefined;
    let last = known.get(request.socket);
    if (last?.ip !== ip) {
      last = { ip, address: callerAddress(ip) };
      known.set(request.socket, last);
    }
    return last.address;
  };
}
