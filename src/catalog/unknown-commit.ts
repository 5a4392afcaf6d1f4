const doubtful = new WeakSet<object>();

/** Marks the failure of a commit whose answer was lost: it may have happened, or may still happen. */
export function markDoubtful<E extends Error>(error: E): E {
  doubtful.add(error);
  return error;
}

/** Whether a transaction that failed with this may be committed all the same: then its blobs must stay. */
export function isDoubtful(error: unknown): boolean {
  return typeof error === 'object' && error !== null && doubtful.has(error);
}
