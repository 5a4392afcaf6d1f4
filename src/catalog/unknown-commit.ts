const unknownOutcomes = new WeakSet<object>();

/** Marks the error of a commit whose acknowledgement was lost: the transaction may be committed, now or later. */
export function markOutcomeUnknown<E extends Error>(error: E): E {
  unknownOutcomes.add(error);
  return error;
}

/** Whether the transaction that failed with this error may still be committed: its blobs must then stay. */
export function isOutcomeUnknown(error: unknown): boolean {
  return typeof error === 'object' && error !== null && unknownOutcomes.has(error);
}
