import { edgeTagOf } from '../../core/edge-copies.ts';

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
 * Says how long an answer about an image may be kept. Where the image expires, also as an instant: that holds behind
 * caches that do not say how old their copy is.
 */
export function keptFor(mostSeconds: number, expiresAt: number | null, nowMs: number): Record<string, string> {
  const seconds = secondsToKeep(mostSeconds, expiresAt, nowMs);
  return {
    'cache-control': `public, max-age=${seconds}`,
    ...(expiresAt === null ? {} : { expires: new Date(nowMs + seconds * 1_000).toUTCString() }),
  };
}

/** Names under which the edge can be told to forget what it keeps of an image. */
export function edgeTags(imageId: string): Record<string, string> {
  const tag = edgeTagOf(imageId);
  return { 'cache-tag': tag, 'surrogate-key': tag, 'cdn-tag': tag };
}
