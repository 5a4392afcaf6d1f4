import { randomBase62 } from '../core/base62.ts';

/**
 * A new blob key, `YYYYMMDD/HHMM/<22 base62 characters>` in UTC.
 * Keys sort by the time they were made, so that what an interrupted upload left behind is found by
 * listing only what came since the last look.
 */
export function newBlobKey(nowMs: number): string {
  return `${keyPrefixAt(nowMs)}/${randomBase62(22)}`;
}

/** The beginning of all keys made in the same minute; it sorts before each of them. */
export function keyPrefixAt(ms: number): string {
  const digits = new Date(ms).toISOString().replace(/\D/g, '');
  return `${digits.slice(0, 8)}/${digits.slice(8, 12)}`;
}

/** Whether a key has the shape of those that are made here: whatever else lies in a store is not ours to judge. */
export function isBlobKey(key: string): boolean {
  return /^\d{8}\/\d{4}\/[^/]+$/.test(key);
}

/** Under which a store keeps the mark of its catalog; what is being written begins with it. */
export const MARK_KEY = 'imgd-mark';
