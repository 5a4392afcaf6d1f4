import { api } from './api.ts';

interface Asked {
  answer: Promise<unknown>;
  atMs: number;
}

const FRESH_MS = 5_000;
const asked = new Map<string, Asked>();

/** Sends the first request of a page while the code of the page loads. */
export function askEarly(path: string): void {
  const answer = api.get(path);
  answer.catch(() => undefined);
  asked.set(path, { answer, atMs: performance.now() });
}

/**
 * The prefetched response, once. Sends a new request if there is none, or if it failed or is stale.
 * @throws ApiError
 */
export function getEarly<T>(path: string): Promise<T> {
  const early = asked.get(path);
  asked.delete(path);
  if (early === undefined || performance.now() - early.atMs > FRESH_MS) return api.get<T>(path);
  return (early.answer as Promise<T>).catch(() => api.get<T>(path));
}
