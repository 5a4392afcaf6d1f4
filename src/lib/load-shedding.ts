/** The right to have one upload in progress. */
export interface UploadSlot {
  /** Call it when the request body has been fully received and only local processing remains. */
  received(): void;
  /** Frees the slot. Repeated calls have no effect. */
  release(): void;
}

/** Decides, before any work is done, whether one more upload can finish soon. */
export interface LoadShedder {
  /** @returns undefined when the upload must be refused */
  acquire(): UploadSlot | undefined;
}

export interface LoadLimits {
  /** The capacity: uploads in progress at most, also in a burst. */
  slots: number;
  /** The capacity under overload: uploads being received or in the queue. */
  overloadedSlots: number;
  /** The length of the queue that every upload passes: waiting and running. */
  queueLength: () => number;
}

/** A request body that takes longer depends on the client's bandwidth and does not load this server. */
const FAST_RECEIVE_MS = 1_000;
/** How long the server counts as overloaded after a refusal. */
const OVERLOADED_MS = 1_000;

/**
 * Bounds the uploads in progress. A burst may use all slots. After a refusal the server counts as overloaded and keeps
 * the queue short, so that accepted uploads keep almost the same latency, until a second passes without a refusal.
 * A body in transfer counts for its first second only: slow senders cannot use up the slots, and a flood of fast
 * senders is noticed before its bodies arrive.
 * @param nowMs a monotonic clock
 */
export function createLoadShedder(
  { slots, overloadedSlots, queueLength }: LoadLimits,
  nowMs: () => number = () => performance.now(),
): LoadShedder {
  let overloadedUntil = Number.NEGATIVE_INFINITY;
  /** Start times of the bodies in transfer, oldest first. */
  const receiving = new Map<object, number>();
  const processing = new Set<object>();

  function forgetSlowSenders(now: number): void {
    for (const [slot, startedAt] of receiving) {
      if (now - startedAt < FAST_RECEIVE_MS) return;
      receiving.delete(slot);
    }
  }

  function isFull(now: number): boolean {
    if (receiving.size + processing.size >= slots) return true;
    return now < overloadedUntil && receiving.size + queueLength() >= overloadedSlots;
  }

  return {
    acquire() {
      const now = nowMs();
      forgetSlowSenders(now);
      if (isFull(now)) {
        overloadedUntil = now + OVERLOADED_MS;
        return undefined;
      }
      const slot: UploadSlot = {
        received() {
          receiving.delete(slot);
          processing.add(slot);
        },
        release() {
          receiving.delete(slot);
          processing.delete(slot);
        },
      };
      receiving.set(slot, now);
      return slot;
    },
  };
}
