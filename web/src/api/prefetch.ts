import { api } from './api.ts';
import { ApiError } from './api-error.ts';

interface Prefetched {
  response: Promise<unknown>;
  atMs: number;
}

const FRESH_MS = 5_000;
const prefetched = new Map<string, Prefetched>();

/** Sends the first request of a page while the code of the page loads. */
export function prefetch(path: string): void {
  const response = api.get(path);
  response.catch(() => undefined);
  prefetched.set(path, { response, atMs: performance.now() });
}

/**
 * The prefetched response, once. Sends a new request if there is none, or if it is stale or had no session.
 * @throws ApiError
 */
export function getPrefetched<T>(path: string): Promise<T> {
  const early = prefetched.get(path);
  prefetched.delete(path);
  if (early === undefined || performance.now() - early.atMs > FRESH_MS) return api.get<T>(path);
  return (early.response as Promise<T>).catch((error: unknown) => {
    // It was sent before the session was known.
    if (error instanceof ApiError && error.status === 401) return api.get<T>(path);
    throw error;
  });
}
