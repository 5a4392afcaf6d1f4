import { errorOf, networkError } from './api-error.ts';
import { csrfHeaders } from './csrf.ts';

const BASE = '/api/v1';

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface RequestOptions {
  /** Members that are null, undefined or empty are omitted. */
  query?: Query | undefined;
  body?: unknown;
  headers?: Readonly<Record<string, string>> | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Sends one request to /api/v1 with the session cookie, once. Pages use `api`, which recovers the session.
 * @returns the `data` member of the response
 * @throws ApiError on an error response or a network failure
 */
export async function request<T>(
  method: string,
  path: string,
  { query, body, headers, signal }: RequestOptions = {},
): Promise<T> {
  const init: RequestInit = {
    method,
    credentials: 'same-origin',
    cache: 'no-store',
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(method === 'GET' ? {} : csrfHeaders()),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  };
  const url = BASE + path + queryString(query);
  const sent = (method === 'GET' ? takeEarly(url) : undefined) ?? fetch(url, init);
  const response = await sent.catch((error: unknown) => {
    if (signal?.aborted === true) throw error;
    throw networkError();
  });
  const payload: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw errorOf(response.status, payload);
  return (payload as { data: T }).data;
}

/** Requests that the document has sent before the application loaded (`theme.js`), by their URLs. */
const early = (globalThis as { imgdEarly?: Map<string, Promise<Response>> }).imgdEarly ?? new Map();

/** The answer to an early request, once. */
function takeEarly(url: string): Promise<Response> | undefined {
  const answer = early.get(url);
  early.delete(url);
  return answer;
}

/** Forgets early answers: the session that they were sent with has ended. */
export function dropEarlyAnswers(): void {
  early.clear();
}

function queryString(query: Query = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value));
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
