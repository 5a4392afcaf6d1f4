import { edgeTagOf } from '../../core/links.ts';

/** Pages of any origin may show, read and measure images, without the browser's credentials. */
export const CROSS_ORIGIN_HEADERS = {
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Accept-Ranges, Content-Disposition, Content-Length, Content-Range, ETag, Repr-Digest, Retry-After, X-Request-Id',
  'timing-allow-origin': '*',
};

/** Of the answer to a preflight for an image: no header of a request does harm. */
export const PREFLIGHT_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': '*, Authorization',
  'access-control-max-age': '86400',
};

/** How long a browser keeps bytes at most. */
export const BROWSER_SECONDS = 86_400;

/**
 * Seconds that an answer about an image may be cached.
 * @param maxSeconds upper limit, however long the image lives
 * @param expiresAt Unix milliseconds, null = never: no copy outlives the image
 */
export function cacheSeconds(maxSeconds: number, expiresAt: number | null, nowMs: number): number {
  if (expiresAt === null) return maxSeconds;
  return Math.max(0, Math.min(maxSeconds, Math.floor((expiresAt - nowMs) / 1_000)));
}

/**
 * `Cache-Control` of an answer about an image. Where the image expires, two more headers name the instant: `Expires` also
 * works behind caches that send no `Age`. `X-Accel-Expires` is for nginx, which counts whole seconds from the second in
 * which the answer arrived and serves the copy throughout the last one, so it names the last full second before the
 * image expires.
 */
export function cacheHeaders(
  maxSeconds: number,
  expiresAt: number | null,
  nowMs: number,
): { 'cache-control': string; expires?: string; 'x-accel-expires'?: string } {
  const seconds = cacheSeconds(maxSeconds, expiresAt, nowMs);
  const cacheControl = `public, max-age=${seconds}`;
  if (expiresAt === null) return { 'cache-control': cacheControl };
  const lastSecond = Math.min(Math.floor(nowMs / 1_000) + seconds, Math.floor(expiresAt / 1_000) - 1);
  return {
    'cache-control': cacheControl,
    expires: new Date(nowMs + seconds * 1_000).toUTCString(),
    'x-accel-expires': `@${lastSecond}`,
  };
}

/**
 * `Cache-Control` of a page about an image. A browser asks each time, so that no copy outlives a change; caches that obey
 * `s-maxage` or `CDN-Cache-Control` (RFC 9213) keep the page, and a purge removes it there. `X-Accel-Expires` as above.
 */
export function pageCacheHeaders(maxSeconds: number, expiresAt: number | null, nowMs: number): Record<string, string> {
  const seconds = cacheSeconds(maxSeconds, expiresAt, nowMs);
  const { 'x-accel-expires': lastSecond } = cacheHeaders(maxSeconds, expiresAt, nowMs);
  return {
    'cache-control': `public, max-age=0, s-maxage=${seconds}, must-revalidate`,
    'cdn-cache-control': `public, max-age=${seconds}`,
    ...(lastSecond === undefined ? {} : { 'x-accel-expires': lastSecond }),
  };
}

/** Tags by which a purge names all cached answers about an image, in the headers of the CDNs that have tags. */
export function edgeTags(imageId: string): Record<string, string> {
  const tag = edgeTagOf(imageId);
  return { 'cache-tag': tag, 'surrogate-key': tag, 'cdn-tag': tag };
}
