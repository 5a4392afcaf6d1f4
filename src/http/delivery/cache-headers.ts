import { edgeTagOf } from '../../core/links.ts';

/**
 * Seconds that an answer about an image may be kept.
 * @param mostSeconds however long the image lives
 * @param expiresAt Unix milliseconds, null = never: no copy outlives the image
 */
export function secondsToKeep(mostSeconds: number, expiresAt: number | null, nowMs: number): number {
  if (expiresAt === null) return mostSeconds;
  return Math.max(0, Math.min(mostSeconds, Math.floor((expiresAt - nowMs) / 1_000)));
}

/**
 * The instant until which an answer about an image that expires may be kept. `Expires` holds also behind caches that do
 * not say how old their copy is. `X-Accel-Expires` is for nginx, which would count whole seconds from the one in which
 * the answer reached it, and serve the copy throughout the last one: up to a second and the way there too long. It names
 * the last second that has passed before the image ends.
 */
export function untilWhen(seconds: number, expiresAt: number, nowMs: number): Record<string, string> {
  const lastSecond = Math.min(Math.floor(nowMs / 1_000) + seconds, Math.floor(expiresAt / 1_000) - 1);
  return { expires: new Date(nowMs + seconds * 1_000).toUTCString(), 'x-accel-expires': `@${lastSecond}` };
}

/** Says how long an answer about an image may be kept. Where the image expires, also as an instant. */
export function keptFor(mostSeconds: number, expiresAt: number | null, nowMs: number): Record<string, string> {
  const seconds = secondsToKeep(mostSeconds, expiresAt, nowMs);
  return {
    'cache-control': `public, max-age=${seconds}`,
    ...(expiresAt === null ? {} : untilWhen(seconds, expiresAt, nowMs)),
  };
}

/** Names under which the edge can be told to forget what it keeps of an image. */
export function edgeTags(imageId: string): Record<string, string> {
  const tag = edgeTagOf(imageId);
  return { 'cache-tag': tag, 'surrogate-key': tag, 'cdn-tag': tag };
}
