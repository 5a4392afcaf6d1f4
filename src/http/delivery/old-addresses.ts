import type { FastifyReply, FastifyRequest } from 'fastify';
import { findRedirect, type Redirect } from '../../catalog/images/redirects.ts';
import type { Db } from '../../catalog/schema.ts';
import type { PublicUrls } from '../../core/links.ts';
import { newAddressOf, oldPathOf } from '../../core/old-addresses.ts';
import { cacheOfEntries } from '../../lib/bounded-cache.ts';
import type { Clock } from '../../lib/clock.ts';
import { toAppError } from '../protocol/errors.ts';
import { CROSS_ORIGIN_HEADERS } from './cache-headers.ts';

export interface OldAddressDeps extends Pick<PublicUrls, 'imageHost'> {
  db: Db;
  clock: Clock;
  /** Whether addresses of other hosts are answered. */
  redirects: boolean;
  /** Hosts whose old addresses are answered; none = all. */
  redirectHosts: readonly string[];
}

/** Unknown paths that are remembered, and for how long: an import that runs beside the server adds addresses. */
const MAX_UNKNOWN = 5_000;
const UNKNOWN_MS = 30_000;
/** The redirect of a deleted image leads nowhere, so a copy of it does no harm. */
const REDIRECT_SECONDS = 3_600;

/** Answers a request that nothing else answers. @returns whether it has */
export type AnswerOldAddress = (request: FastifyRequest, reply: FastifyReply, thrown: unknown) => Promise<boolean>;

/**
 * Redirects (301) the addresses that imported images had at another host. It asks the catalog only for paths outside the
 * API that nothing else answers, by one query on the primary key, and remembers the unknown ones for a short time.
 */
export function createOldAddresses(deps: OldAddressDeps): AnswerOldAddress {
  const unknown = cacheOfEntries<object>(MAX_UNKNOWN, UNKNOWN_MS);

  async function find(path: string, host: string): Promise<Redirect | undefined> {
    const key = `${host} ${path}`;
    if (unknown.get(key) !== undefined) return undefined;
    const found = await findRedirect(deps.db, spellingsOf(path), host, deps.clock.now());
    if (found === undefined) unknown.set(key, {});
    return found;
  }

  return async (request, reply, thrown) => {
    const { method, url } = request;
    if ((method !== 'GET' && method !== 'HEAD') || url.startsWith('/api/')) return false;
    if (toAppError(thrown, request).status !== 404) return false;
    const host = request.hostname.toLowerCase();
    if (deps.redirectHosts.length > 0 && !deps.redirectHosts.includes(host)) return false;
    const path = oldPathOf(url.split('?', 1)[0] as string);
    const found = path === undefined ? undefined : await find(path, host);
    if (found?.isShown !== true) return false;
    const { imageId, format, target } = found;
    reply
      .headers(CROSS_ORIGIN_HEADERS)
      .headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' })
      .header('cache-control', `public, max-age=${REDIRECT_SECONDS}`)
      .redirect(newAddressOf(deps.imageHost, imageId, format, target), 301);
    return true;
  };
}

/** A path, and its short form: hosts put the title of an image before its id, as in `/image/a-cat.Xy7`. */
function spellingsOf(path: string): string[] {
  const [, folder, id] = /^(\/.*\/)[^/]+\.([0-9A-Za-z]+)$/.exec(path) ?? [];
  return id === undefined ? [path] : [path, `${folder}${id}`];
}
