/** Speed above which the user cannot see the pictures, in viewport heights per second. */
const FAST = 5;
/** Consecutive fast readings that count as fast scrolling. A single jump, such as Page Down, does not. */
const FAST_READS = 3;
/** Fast scrolling ends when no reading has been fast for this long. */
export const FAST_SCROLL_END_MS = 100;

/**
 * Detects fast scrolling.
 * @returns a function that takes the scroll position in viewport heights and its time, and returns whether the user
 * scrolls fast
 */
export function createFastScrollDetector(): (position: number, atMs: number) => boolean {
  let before: { position: number; atMs: number } | undefined;
  let fastReads = 0;
  let lastFastMs = Number.NEGATIVE_INFINITY;
  return (position, atMs) => {
    const ms = Math.max(1, atMs - (before?.atMs ?? 0));
    const speed = before === undefined ? 0 : (Math.abs(position - before.position) * 1_000) / ms;
    before = { position, atMs };
    fastReads = speed > FAST ? fastReads + 1 : 0;
    if (fastReads >= FAST_READS) lastFastMs = atMs;
    return atMs - lastFastMs < FAST_SCROLL_END_MS;
  };
}
