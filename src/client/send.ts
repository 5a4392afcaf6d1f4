import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorFields } from '../api/envelope.ts';
import type { FormatName } from '../core/formats.ts';
import type { ImageOrder } from '../core/states.ts';
import { ApiError, NetworkError } from './errors.ts';
import type { MultipartBody } from './multipart.ts';

/** How requests are sent. */
export interface Transport {
  /** `{base_url}` without a slash at its end. */
  baseUrl: string;
  apiKey: string | undefined;
  fetch: typeof fetch;
  /** Further attempts after 429 and 503. */
  retries: number;
  /** The longest Retry-After to wait for. */
  maxWaitSeconds: number;
}

export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below /api/v1. */
  path: string;
  json?: unknown;
  form?: MultipartBody;
  /** Bearer credential in place of the client's key. */
  credential?: string | undefined;
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Sends a request, and retries it after 429 and 503 when the response has a Retry-After.
 * @returns `data` of the response
 * @throws ApiError, NetworkError, and the reason of `signal` when it is aborted
 */
export async function send<T>(transport: Transport, call: Call): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await sendOnce<T>(transport, call);
    } catch (error) {
      if (attempt >= transport.retries || !isWorthRetrying(error, transport.maxWaitSeconds)) throw error;
      await sleep(error.retryAfterSeconds * 1_000, undefined, call.signal && { signal: call.signal });
    }
  }
}

function isWorthRetrying(error: unknown, maxWaitSeconds: number): error is ApiError & { retryAfterSeconds: number } {
  return (
    error instanceof ApiError &&
    (error.status === 429 || error.status === 503) &&
    error.retryAfterSeconds !== undefined &&
    error.retryAfterSeconds <= maxWaitSeconds
  );
}

async function sendOnce<T>(transport: Transport, call: Call): Promise<T> {
  const url = `${transport.baseUrl}/api/v1${call.path}`;
  let response: Response;
  let text: string;
  try {
    response = await transport.fetch(url, requestInit(transport, call));
    text = await response.text();
  } catch (error) {
    if (call.signal?.aborted === true) throw call.signal.reason;
    throw call.form?.failure() ?? new NetworkError(url, error);
  }
  const answer = parse(text);
  if (response.ok && answer?.success === true && 'data' in answer) return answer.data as T;
  const fields = answer?.error;
  if (response.ok || !isErrorFields(fields)) throw unexpected(url, response);
  const retryAfter = fields.retry_after ?? retryAfterSeconds(response);
  throw new ApiError(response.status, { ...fields, ...(retryAfter === undefined ? {} : { retry_after: retryAfter }) });
}

function requestInit(transport: Transport, call: Call): RequestInit {
  const headers = new Headers({ accept: 'application/json' });
  const credential = call.credential ?? transport.apiKey;
  if (credential !== undefined) headers.set('authorization', `Bearer ${credential}`);
  if (call.idempotencyKey !== undefined) headers.set('idempotency-key', `"${call.idempotencyKey}"`);
  // A followed redirect would turn an upload into a GET, or send it to another host.
  const init = {
    method: call.method,
    headers,
    redirect: 'manual' as const,
    ...(call.signal && { signal: call.signal }),
  };
  if (call.form !== undefined) {
    headers.set('content-type', call.form.contentType);
    headers.set('content-length', String(call.form.contentLength));
    return { ...init, body: call.form.open(), duplex: 'half' };
  }
  if (call.json === undefined) return init;
  headers.set('content-type', 'application/json');
  return { ...init, body: JSON.stringify(call.json) };
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
function unexpected(url: string, response: Response): ApiError {
  const location = response.headers.get('location');
  const retryAfter = retryAfterSeconds(response);
  return new ApiError(response.status, {
    code: 'UNEXPECTED_RESPONSE',
    message:
      location === null
        ? `${response.status} from ${new URL(url).origin}: not an imgd server, or a proxy error.`
        : `${response.status} from ${new URL(url).origin}: it redirects to ${location}.`,
    ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
  });
}

/** Retry-After is seconds or a date (RFC 9110, section 10.2.3). */
function retryAfterSeconds(response: Response): number | undefined {
  const value = response.headers.get('retry-after');
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1_000));
}

/** Which page of a list. */
export interface PageOptions {
  /** 1 to 100. */
  limit?: number | undefined;
  /** `next_cursor` of the page before. */
  cursor?: string | undefined;
}

/** Filters and order of a list of images. */
export interface ImageListOptions extends PageOptions {
  /** Album name; '' = only images in no album. */
  album?: string | undefined;
  album_id?: string | undefined;
  format?: FormatName | undefined;
  order?: ImageOrder | undefined;
  /** Text that the file name contains. */
  q?: string | undefined;
}

/** The query string of parameters, `?` included; undefined ones are left out. */
export function queryOf(parameters: object): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
