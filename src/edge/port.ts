import type { EdgeCopies } from '../core/links.ts';

/**
 * The caches in front of the service. Purging is idempotent: an image that an edge has already purged, or never cached,
 * is a success. Adapters split images into calls of the size that their edge accepts, and end every call within a
 * time-out.
 */
export interface Edge {
  /** False: no edge is configured. */
  readonly present: boolean;
  /**
   * Removes images from the edge.
   * @returns the failure of each image, undefined = purged; it does not throw
   */
  purge(images: readonly EdgeCopies[]): Promise<readonly (EdgeError | undefined)[]>;
}

export interface EdgeErrorOptions {
  /** The edge asks not to be called again before. */
  retryAfterMs?: number | undefined;
  /** The reason applies to all calls, such as wrong credentials. */
  concernsAll?: boolean;
  cause?: unknown;
}

/** A failed purge. The message is for the operator's log and may name hosts. */
export class EdgeError extends Error {
  /** For API answers: no hosts, no addresses, no text from the edge. */
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
