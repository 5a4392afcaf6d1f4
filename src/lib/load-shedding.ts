/** A place among the work that is under way. */
export interface Place {
  /** All that was to come from outside has come: from now on the work is only this machine's. */
  received(): void;
  /** Gives the place to others. May be called again. */
  leave(): void;
}

/** Decides, before anything is done, whether one more piece of work can be ended soon. */
export interface Admission {
  /** @returns undefined when as much is under way as there may be */
  enter(): Place | undefined;
}

/** How much may be under way. */
export interface Room {
  /** At most, in a burst too. */
  places: number;
  /** While more comes than can be done: pieces that are being received, or in the queue. */
  crowdedPlaces: number;
  /** What all work has to pass, one after the other: pieces that wait for it or are in it now. */
  queue: () => number;
}

/** Whoever takes longer to send does so at the speed of a thin line, and keeps nobody else waiting. */
const YOUNG_MS = 1_000;
/** A refusal says that more comes than can be done; what is said is true for as long. */
const CROWDED_MS = 1_000;

/**
 * Bounds how much is under way at once. A burst may take all places; once they have not been enough, the queue is kept
 * short, so that what is let in is done soon, until nothing has been refused for a second. What is still being received
 * counts for its first second only, so that slow senders cannot take all places, while a flood of quick ones is seen
 * before it has arrived.
 * @param nowMs of any clock that does not jump
 */
export function createAdmission(
  { places, crowdedPlaces, queue }: Room,
  nowMs: () => number = () => performance.now(),
): Admission {
  let crowdedUntil = Number.NEGATIVE_INFINITY;
  // In the order of their beginning.
  const young = new Map<object, number>();
  const working = new Set<object>();

  function forgetSlow(now: number): void {
    for (const [place, begunAt] of young) {
      if (now - begunAt < YOUNG_MS) return;
      young.delete(place);
    }
  }

  function isFull(now: number): boolean {
    if (young.size + working.size >= places) return true;
    return now < crowdedUntil && young.size + queue() >= crowdedPlaces;
  }

  return {
    enter() {
      const now = nowMs();
      forgetSlow(now);
      if (isFull(now)) {
        crowdedUntil = now + CROWDED_MS;
        return undefined;
      }
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
