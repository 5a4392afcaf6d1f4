import type { Clock } from '../../src/lib/clock.ts';

/** A stopped clock that starts at `startMs` and moves only by `advance`. */
export function createFakeClock(startMs = Date.now()): Clock & { advance(ms: number): void } {
  let now = startMs;
  return {
    now: () => now,
    advance(ms) {
      now += ms;
    },
  };
}
