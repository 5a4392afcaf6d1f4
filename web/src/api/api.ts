import { sender } from './csrf.ts';
import { recoverSession } from './recovery.ts';
import { type Query, type RequestOptions, request } from './request.ts';

/**
 * Requests to /api/v1 with the session cookie. Each resolves to the `data` member of the response. A request whose session
 * has ended is sent again, once, after the user has signed in over the page.
 * @throws ApiError on an error response or a network failure
 */
export const api = {
  get: <T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> => send<T>('GET', path, { query, signal }),
  post: <T>(path: string, body: unknown = {}, headers?: RequestOptions['headers']): Promise<T> =>
    send<T>('POST', path, { body, headers }),
  patch: <T>(path: string, body: unknown): Promise<T> => send<T>('PATCH', path, { body }),
  delete: <T>(path: string, query?: Query, body?: unknown): Promise<T> => send<T>('DELETE', path, { query, body }),
};

async function send<T>(method: string, path: string, options: RequestOptions): Promise<T> {
  const sentAs = sender();
  try {
    return await request<T>(method, path, options);
  } catch (error) {
    if (!(await recoverSession(error, sentAs, { isRead: method === 'GET' }))) throw error;
    return request<T>(method, path, options);
  }
}
