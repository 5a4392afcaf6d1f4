/** Counts work in progress, in all and by caller. */
export interface CallerSlots {
  /** @returns frees the slot; `caller` when the caller has its share already, `all` when no slot is free */
  acquire(caller: string): (() => void) | 'caller' | 'all';
}

/**
 * @param total in progress at the same time
 * @param ofCaller of one caller; few, so that one caller does not keep the others out
 */
export function createCallerSlots(total: number, ofCaller: number): CallerSlots {
  const inProgress = new Map<string, number>();
  let sum = 0;
  return {
    acquire(caller) {
      const own = inProgress.get(caller) ?? 0;
      if (own >= ofCaller) return 'caller';
      if (sum >= total) return 'all';
      inProgress.set(caller, own + 1);
      sum++;
      let isFree = false;
      return () => {
        if (isFree) return;
        isFree = true;
        sum--;
        const left = (inProgress.get(caller) ?? 1) - 1;
        if (left === 0) inProgress.delete(caller);
        else inProgress.set(caller, left);
      };
    },
  };
}
