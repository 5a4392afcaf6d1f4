import type { EdgeCopies } from '../core/edge-copies.ts';
import type { EdgeError } from './edge-error.ts';

/**
 * The caches in front of the service. Forgetting is idempotent: told twice, or told of what it never kept, an edge
 * succeeds. Adapters keep to what their edge takes in one call, and end every call within a time-out.
 */
export interface Edge {
  /** False: there is none, and nothing is to be told. */
  readonly present: boolean;
  /**
   * Makes the edge forget images.
   * @returns for each image why it failed, undefined = forgotten; it does not throw
   */
  purge(images: readonly EdgeCopies[]): Promise<readonly (EdgeError | undefined)[]>;
}
