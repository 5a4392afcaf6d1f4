import type { Clock } from '../../src/lib/clock.ts';

/** A clock that stands at the real time it was made and moves only when told. */
export function createFakeClock(startMs = Date.now()): Clock & { advance(ms: number): void } {
  let now = startMs;
  return {
    now: () => now,
    advance(ms) {
      now += ms;
    },
  };
}
