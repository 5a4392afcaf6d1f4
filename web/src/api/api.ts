import type { OwnAccount } from '../../../src/api/accounts.ts';
import { ApiError, errorOf, networkError } from './api-error.ts';
import { adoptCsrfToken, csrfHeaders } from './csrf.ts';

const BASE = '/api/v1';

type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

interface SendOptions {
  /** Members that are null, undefined or empty are omitted. */
  query?: Query | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/**
 * Requests to /api/v1 with the session cookie. Each resolves to the `data` member of the response.
 * @throws ApiError on an error response or a network failure
 */
export const api = {
  get: <T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> => send<T>('GET', path, { query, signal }),
  post: <T>(path: string, body: unknown = {}): Promise<T> => send<T>('POST', path, { body }),
  patch: <T>(path: string, body: unknown): Promise<T> => send<T>('PATCH', path, { body }),
  delete: <T>(path: string, query?: Query, body?: unknown): Promise<T> => send<T>('DELETE', path, { query, body }),
};

async function send<T>(method: string, path: string, options: SendOptions): Promise<T> {
  try {
    return await sendOnce<T>(method, path, options);
  } catch (error) {
    const isForbidden = error instanceof ApiError && error.code === 'FORBIDDEN' && method !== 'GET';
    if (!isForbidden || !(await hasNewSession())) throw error;
    return sendOnce<T>(method, path, options);
  }
}

/** Whether the same account has signed in again in another tab. Adopts the CSRF token of that session. */
async function hasNewSession(): Promise<boolean> {
  try {
    const own = await sendOnce<OwnAccount>('GET', '/account', {});
    return own.csrf_token !== undefined && adoptCsrfToken(own.csrf_token, own.id);
  } catch {
    return false;
  }
}

async function sendOnce<T>(method: string, path: string, { query, body, signal }: SendOptions): Promise<T> {
  const init: RequestInit = {
    method,
    credentials: 'same-origin',
    cache: 'no-store',
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(method === 'GET' ? {} : csrfHeaders()),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  };
  const response = await fetch(BASE + path + queryString(query), init).catch((error: unknown) => {
    if (signal?.aborted === true) throw error;
    throw networkError();
  });
  const payload: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw errorOf(response.status, payload);
  return (payload as { data: T }).data;
}

function queryString(query: Query = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value));
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
