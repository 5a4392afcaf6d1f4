import type { EdgeCopies } from '../core/edge-copies.ts';
import { type EdgeError, toEdgeError } from './edge-error.ts';

/**
 * Tells an edge of images in calls of at most `size`, one after the other; the images of a call share its outcome.
 * Once a call has failed as every other would, what is left fails at once for the same reason.
 */
export async function inBatches(
  images: readonly EdgeCopies[],
  size: number,
  tell: (batch: readonly EdgeCopies[]) => Promise<void>,
): Promise<(EdgeError | undefined)[]> {
  const outcomes: (EdgeError | undefined)[] = [];
  let hopeless: EdgeError | undefined;
  for (let from = 0; from < images.length; from += size) {
    const batch = images.slice(from, from + size);
    const outcome = hopeless ?? (await tell(batch).then(() => undefined, toEdgeError));
    if (outcome?.concernsAll) hopeless = outcome;
    outcomes.push(...batch.map(() => outcome));
  }
  return outcomes;
}
