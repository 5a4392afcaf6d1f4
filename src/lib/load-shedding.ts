/** The right to have one upload in progress. */
export interface UploadSlot {
  /** Call it when the request body has been fully received and only local processing remains. */
  received(): void;
  /** Frees the slot. Repeated calls have no effect. */
  release(): void;
}

/** Decides, before any work is done, whether one more upload can finish soon. */
export interface LoadShedder {
  /** @param address identifies the sender @returns undefined when the upload must be refused */
  acquire(address: string): UploadSlot | undefined;
  /** Uploads in progress, slow senders included. */
  inProgress(): number;
}

export interface LoadLimits {
  /** The capacity: uploads in progress at most, also in a burst. */
  slots: number;
  /** The capacity under overload: uploads being received or in the queue. */
  overloadedSlots: number;
  /** Uploads that are accepted beyond the capacity, each from an address that has no other in progress. */
  reservedSlots: number;
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
 * senders is noticed before its bodies arrive. One address cannot keep the others out: some slots are reserved for
 * addresses without an upload in progress.
 * @param nowMs a monotonic clock
 */
export function createLoadShedder(
  { slots, overloadedSlots, reservedSlots, queueLength }: LoadLimits,
  nowMs: () => number = () => performance.now(),
): LoadShedder {
  let overloadedUntil = Number.NEGATIVE_INFINITY;
  /** Start times of the bodies in transfer, oldest first. */
  const receiving = new Map<object, number>();
  const processing = new Set<object>();
  let inProgress = 0;
  /** Uploads in progress of each address, slow senders included. */
  const byAddress = new Map<string, number>();

  function forgetSlowSenders(now: number): void {
    for (const [slot, startedAt] of receiving) {
      if (now - startedAt < FAST_RECEIVE_MS) return;
      receiving.delete(slot);
    }
  }

  /** The holders of reserved slots. */
  const reserved = new Set<object>();

  function isFull(now: number): boolean {
    if (receiving.size + processing.size >= slots) return true;
    return now < overloadedUntil && receiving.size + queueLength() >= overloadedSlots;
  }

  function count(address: string, by: 1 | -1): void {
    inProgress += by;
    const left = (byAddress.get(address) ?? 0) + by;
    if (left === 0) byAddress.delete(address);
    else byAddress.set(address, left);
  }

  return {
    inProgress: () => inProgress,
    acquire(address) {
      const now = nowMs();
      forgetSlowSenders(now);
      const full = isFull(now);
      if (full && (byAddress.has(address) || reserved.size >= reservedSlots)) {
        overloadedUntil = now + OVERLOADED_MS;
        return undefined;
      }
      let released = false;
      const slot: UploadSlot = {
        received() {
          receiving.delete(slot);
          processing.add(slot);
        },
        release() {
          receiving.delete(slot);
          processing.delete(slot);
          reserved.delete(slot);
          if (!released) count(address, -1);
          released = true;
        },
      };
      receiving.set(slot, now);
      if (full) reserved.add(slot);
      count(address, 1);
      return slot;
    },
  };
}
