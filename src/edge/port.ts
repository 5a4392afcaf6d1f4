import type { EdgeCopies } from '../core/links.ts';

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

export interface EdgeErrorOptions {
  /** The edge asked not to be called again before. */
  retryAfterMs?: number | undefined;
  /** Another call now would fare no better. */
  concernsAll?: boolean;
  cause?: unknown;
}

/** Why an edge did not forget. The message is for the operator's log and may name hosts. */
export class EdgeError extends Error {
  /** The same for everybody: without hosts, addresses or what the edge wrote. */
  readonly summary: string;
  readonly retryAfterMs: number | undefined;
  readonly concernsAll: boolean;

  constructor(summary: string, detail: string, { retryAfterMs, concernsAll = false, cause }: EdgeErrorOptions = {}) {
    super(`${summary} ${detail}`, { cause });
    this.name = 'EdgeError';
    this.summary = summary;
    this.retryAfterMs = retryAfterMs;
    this.concernsAll = concernsAll;
  }
}

/** Any failure of an adapter as one that can be shown. */
export function toEdgeError(error: unknown): EdgeError {
  return error instanceof EdgeError
    ? error
    : new EdgeError('The edge could not be told.', String(error), { cause: error });
}
