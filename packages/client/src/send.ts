import { type Proof, withProof } from './challenge.ts';
import type { Challenge } from './contract.ts';
import { ApiError, type ErrorFields, NetworkError } from './errors.ts';
import { type Answer, type Exchange, exchange } from './exchange.ts';

const FIRST_WAIT_SECONDS = 0.5;
const LONGEST_BACKOFF_SECONDS = 8;

/** Another request holds a resumable upload; the answer to a HEAD has no code. */
const LOCKED = 423;
/** The next request of a resumable upload finds out where it continues. */
const RESUMED: readonly string[] = ['UPLOAD_OFFSET_MISMATCH'];

/** How requests are sent. */
export interface Transport {
  /** `{base_url}` without a slash at its end. */
  baseUrl: string;
  apiKey: string | undefined;
  /** Shared by all requests of a client without a key. */
  proof: Proof;
  /** Replaces the global fetch, and XMLHttpRequest. */
  fetch: typeof fetch | undefined;
  /** Further attempts. */
  retries: number;
  /** The longest Retry-After to wait for. */
  maxWaitSeconds: number;
}

export interface Call extends Omit<Exchange, 'url' | 'headers'> {
  /** Below /api/v1, or an absolute address. */
  path: string;
  headers?: Record<string, string> | undefined;
  /** Bearer credential in place of the client's key. */
  credential?: string | undefined;
  /** Whether it is safe to send the request again after a connection broke. */
  isRepeatable: boolean;
}

/** When another attempt is worth it. */
export interface RetryOptions {
  retries: number;
  maxWaitSeconds: number;
  /** Whether a broken connection, and the failure of a proxy, is worth another attempt. */
  isRepeatable: boolean;
  signal?: AbortSignal | undefined;
}

/**
 * Runs an attempt until it succeeds: again after 429, 503 and IDEMPOTENCY_IN_PROGRESS when the response has a Retry-After
 * that is short enough, and, if it is repeatable, after a broken connection, 502 and 504 with growing pauses.
 * @throws the error of the last attempt, and the reason of `signal` when it is aborted
 */
export async function retrying<T>(options: RetryOptions, attempt: (number: number) => Promise<T>): Promise<T> {
  for (let number = 0; ; number++) {
    try {
      return await attempt(number);
    } catch (error) {
      const seconds = number < options.retries ? pauseSeconds(error, number, options) : undefined;
      if (seconds === undefined) throw error;
      await sleep(seconds * 1_000, options.signal);
    }
  }
}

/** The pause before another attempt, or undefined if none can help. */
export function pauseSeconds(error: unknown, number: number, { maxWaitSeconds, isRepeatable }: RetryOptions) {
  if (error instanceof ApiError) {
    const { status, code, retryAfterSeconds } = error;
    if (status === 429 || status === 503 || code === 'IDEMPOTENCY_IN_PROGRESS') {
      return retryAfterSeconds !== undefined && retryAfterSeconds <= maxWaitSeconds ? retryAfterSeconds : undefined;
    }
    if (status !== 502 && status !== 504 && !RESUMED.includes(code) && status !== LOCKED) return undefined;
  } else if (!(error instanceof NetworkError)) {
    return undefined;
  }
  // Half of the pause is random: clients that failed together do not return together.
  const pause = Math.min(FIRST_WAIT_SECONDS * 2 ** number, LONGEST_BACKOFF_SECONDS);
  return isRepeatable ? pause * (0.5 + Math.random() / 2) : undefined;
}

/**
 * Sends a request with its retries.
 * @returns the response of a success; its status is 2xx
 * @throws ApiError, NetworkError, and the reason of `signal` when it is aborted
 */
export function send(transport: Transport, call: Call): Promise<Answer> {
  return retrying({ ...transport, ...call }, () => sendOnce(transport, call));
}

/** Sends a request once, as `send` does. */
export function sendOnce(transport: Transport, call: Call): Promise<Answer> {
  return withProof(
    transport.proof,
    (header) => attempt(transport, call, header),
    async (query) => {
      const ask = { method: 'GET', path: `/challenge${query}`, signal: call.signal, isRepeatable: true };
      return dataOf<Challenge>(transport, await attempt(transport, ask, undefined));
    },
    call.signal,
  );
}

async function attempt(transport: Transport, call: Call, proof: string | undefined): Promise<Answer> {
  const { path, credential = transport.apiKey, headers: more, ...rest } = call;
  const url = path.startsWith('/') ? `${transport.baseUrl}/api/v1${path}` : path;
  const headers = new Headers({ accept: 'application/json', ...more });
  if (credential !== undefined) headers.set('authorization', `Bearer ${credential}`);
  else if (proof !== undefined && call.method === 'POST') headers.set('challenge-solution', proof);
  let answer: Answer;
  try {
    answer = await exchange({ ...rest, url, headers }, transport.fetch);
  } catch (error) {
    // fetch reports every failure of the connection as a TypeError; other errors are those of sources and signals.
    throw error instanceof TypeError ? new NetworkError(url, error) : error;
  }
  if (answer.status >= 200 && answer.status < 300) return answer;
  const fields = parse(answer.text)?.error;
  if (!isErrorFields(fields)) throw unexpected(url, answer);
  const retryAfter = fields.retry_after ?? retryAfterSeconds(answer.headers);
  throw new ApiError(answer.status, { ...fields, retry_after: retryAfter });
}

/** `data` of a success. @throws ApiError UNEXPECTED_RESPONSE when the response is not one of the API */
export function dataOf<T>(transport: Transport, answer: Answer): T {
  const body = parse(answer.text);
  if (body?.success !== true || !('data' in body)) throw unexpected(transport.baseUrl, answer);
  return body.data as T;
}

function parse(text: string): { success?: unknown; data?: unknown; error?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function isErrorFields(value: unknown): value is ErrorFields {
  const fields = value as Partial<ErrorFields> | null | undefined;
  return typeof fields?.code === 'string' && typeof fields.message === 'string';
}

/** The error of a response that is not one of the API: from a proxy, or from another kind of server. */
function unexpected(url: string, { status, headers }: Answer): ApiError {
  const location = headers.get('location');
  return new ApiError(status, {
    code: 'UNEXPECTED_RESPONSE',
    message: `${status} from ${new URL(url).origin}: ${
      location === null ? 'not an imgd server, or a proxy error.' : `it redirects to ${location}.`
    }`,
    retry_after: retryAfterSeconds(headers),
  });
}

/** Retry-After is seconds or a date (RFC 9110, section 10.2.3). */
function retryAfterSeconds(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1_000));
}

/** @throws the reason of `signal` when it is aborted */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
