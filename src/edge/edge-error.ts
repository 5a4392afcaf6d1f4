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
