/** Windows a second above which nobody sees what passes. */
const RUSH = 5;
/** One jump, as the Page Down key makes, is no rush. */
const FAST_READS = 3;
/** A rush is over when nothing has been that fast for so long. */
export const CALM_MS = 100;

/**
 * Tells a list that is flung past from one that is read.
 * @returns takes where the window is, in heights of it, and when that was; says whether it rushes
 */
export function createPace(): (windows: number, atMs: number) => boolean {
  let before: { windows: number; atMs: number } | undefined;
  let fast = 0;
  let rushedAtMs = Number.NEGATIVE_INFINITY;
  return (windows, atMs) => {
    const ms = Math.max(1, atMs - (before?.atMs ?? 0));
    const speed = before === undefined ? 0 : (Math.abs(windows - before.windows) * 1_000) / ms;
    before = { windows, atMs };
    fast = speed > RUSH ? fast + 1 : 0;
    if (fast >= FAST_READS) rushedAtMs = atMs;
    return atMs - rushedAtMs < CALM_MS;
  };
}
