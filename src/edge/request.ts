import type { EdgeCopies } from '../core/links.ts';
import { EdgeError, toEdgeError } from './port.ts';

/** Enough of an answer to see what it says. */
const MAX_ANSWER_BYTES = 64 * 1024;
const EXCERPT_CHARACTERS = 200;
/** Wrong credentials, and too many calls. */
const REFUSED_WHATEVER_IS_ASKED = [401, 403, 429];
const MAX_RETRY_AFTER_MS = 3_600_000;

export interface EdgeRequest {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: string;
  timeoutMs: number;
  /** Statuses that mean success beside 2xx. */
  alsoFine?: readonly number[];
}

/**
 * One request to an edge. Redirects are not followed: credentials go to the address of the settings and nowhere else.
 * @returns the answer; its text is cut off where it is too long to be one
 * @throws EdgeError for every other status, a time-out, and a connection that fails
 */
export async function edgeRequest(request: EdgeRequest): Promise<{ text: string; headers: Headers }> {
  const { method, url, headers = {}, body, timeoutMs, alsoFine = [] } = request;
  const at = `${method} ${new URL(url).origin}`;
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await textOf(response);
    if (response.ok || alsoFine.includes(response.status)) return { text, headers: response.headers };
    const detail = `${at}: ${text.slice(0, EXCERPT_CHARACTERS)}`;
    throw new EdgeError(`The edge answered ${response.status}.`, detail, {
      retryAfterMs: retryAfter(response),
      concernsAll: REFUSED_WHATEVER_IS_ASKED.includes(response.status),
    });
  } catch (error) {
    if (error instanceof EdgeError) throw error;
    const late = error instanceof Error && error.name === 'TimeoutError';
    const summary = late ? 'The edge did not answer in time.' : 'The edge could not be reached.';
    throw new EdgeError(summary, `${at}: ${reasonOf(error)}`, { concernsAll: true, cause: error });
  }
}

/** @throws EdgeError when an answer is not the JSON object it should be */
export function jsonOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Said below, as for every other answer that is none.
  }
  throw new EdgeError('The edge gave an answer that makes no sense.', text.slice(0, EXCERPT_CHARACTERS));
}

async function textOf(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    pieces.push(piece);
    length += piece.length;
    if (length >= MAX_ANSWER_BYTES) break;
  }
  return Buffer.concat(pieces).toString('utf8', 0, MAX_ANSWER_BYTES);
}

/** RFC 9110, section 10.2.3: seconds, or a date. */
function retryAfter({ headers }: Response): number | undefined {
  const given = headers.get('retry-after');
  if (given === null) return undefined;
  const ms = /^\d+$/.test(given) ? Number(given) * 1_000 : Date.parse(given) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS);
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}

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
