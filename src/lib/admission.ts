/** A place among the work that is under way. */
export interface Place {
  /** All that was to come from outside has come: from now on the work is only this machine's. */
  received(): void;
  /** Gives the place to others. May be called again. */
  leave(): void;
}

/** Decides, before anything is done, whether one more piece of work can be ended soon. */
export interface Admission {
  /** @returns undefined when as much is under way as there are places */
  enter(): Place | undefined;
}

/** Whoever takes longer to send does so at the speed of a thin line, and keeps nobody else waiting. */
const YOUNG_MS = 1_000;

/**
 * Bounds how much is under way at once. What is still being received counts for its first second only, so that slow
 * senders cannot take all places, while a flood of quick ones is seen before it has arrived.
 * @param nowMs of any clock that does not jump
 */
export function createAdmission(places: number, nowMs: () => number = () => performance.now()): Admission {
  // In the order of their beginning.
  const young = new Map<object, number>();
  const working = new Set<object>();

  function forgetSlow(now: number): void {
    for (const [place, begunAt] of young) {
      if (now - begunAt < YOUNG_MS) return;
      young.delete(place);
    }
  }

  return {
    enter() {
      const now = nowMs();
      forgetSlow(now);
      if (young.size + working.size >= places) return undefined;
      const place: Place = {
        received() {
          young.delete(place);
          working.add(place);
        },
        leave() {
          young.delete(place);
          working.delete(place);
        },
      };
      young.set(place, now);
      return place;
    },
  };
}
