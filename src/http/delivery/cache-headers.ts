import { edgeTagOf } from '../../core/links.ts';

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

/** Tags by which a purge names all cached answers about an image, in the headers of the CDNs that have tags. */
export function edgeTags(imageId: string): Record<string, string> {
  const tag = edgeTagOf(imageId);
  return { 'cache-tag': tag, 'surrogate-key': tag, 'cdn-tag': tag };
}
