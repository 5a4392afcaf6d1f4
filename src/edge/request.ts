import type { EdgeCopies } from '../core/links.ts';
import { createSemaphore } from '../lib/throttle.ts';
import { EdgeError } from './port.ts';

/** Longer response bodies are cut off: they are read for error messages only. */
const MAX_RESPONSE_BYTES = 64 * 1024;
const EXCERPT_CHARACTERS = 200;
/** Wrong credentials, and too many calls. */
const CONCERN_ALL = [401, 403, 429];
const MAX_RETRY_AFTER_MS = 3_600_000;

export interface EdgeRequest {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: string;
  timeoutMs: number;
  /** Statuses that mean success in addition to 2xx. */
  alsoFine?: readonly number[];
}

/**
 * Sends one request to an edge. It follows no redirects: the credentials go only to the configured address.
 * @throws EdgeError for every other status, a time-out and a failed connection
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
    throw new EdgeError(`The edge answered ${response.status}.`, `${at}: ${text.slice(0, EXCERPT_CHARACTERS)}`, {
      retryAfterMs: retryAfter(response),
      concernsAll: CONCERN_ALL.includes(response.status),
    });
  } catch (error) {
    if (error instanceof EdgeError) throw error;
    const late = error instanceof Error && error.name === 'TimeoutError';
    const summary = late ? 'The edge did not answer in time.' : 'The edge could not be reached.';
    throw new EdgeError(summary, `${at}: ${reasonOf(error)}`, { concernsAll: true, cause: error });
  }
}

/** @throws EdgeError when the response is not a JSON object */
export function jsonOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Not JSON: an unexpected response, like any other value.
  }
  throw unexpectedResponse(text);
}

export function unexpectedResponse(text: string): EdgeError {
  return new EdgeError('The edge gave an unexpected response.', text.slice(0, EXCERPT_CHARACTERS));
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= MAX_RESPONSE_BYTES) break;
  }
  return Buffer.concat(chunks).toString('utf8', 0, MAX_RESPONSE_BYTES);
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
 * Purges images in calls of at most `size`. The images of a call share its outcome. The first call is alone, then there
 * are `parallel` at once. After a failure that applies to all calls, the remaining images fail for the same reason without
 * a call.
 */
export async function inBatches(
  images: readonly EdgeCopies[],
  size: number,
  purge: (batch: readonly EdgeCopies[]) => Promise<void>,
  parallel = 1,
): Promise<(EdgeError | undefined)[]> {
  let general: EdgeError | undefined;
  const call = async (from: number): Promise<(EdgeError | undefined)[]> => {
    const batch = images.slice(from, from + size);
    const outcome = general ?? (await purge(batch).then(() => undefined, toEdgeError));
    if (outcome?.concernsAll) general = outcome;
    return batch.map(() => outcome);
  };
  const starts = Array.from({ length: Math.ceil(images.length / size) }, (_, i) => i * size);
  const first = await Promise.all(starts.slice(0, 1).map(call));
  const inTurn = createSemaphore(parallel);
  const others = await Promise.all(starts.slice(1).map((from) => inTurn(() => call(from))));
  return [...first, ...others].flat();
}

function toEdgeError(error: unknown): EdgeError {
  if (error instanceof EdgeError) return error;
  return new EdgeError('The purge failed.', String(error), { cause: error });
}
