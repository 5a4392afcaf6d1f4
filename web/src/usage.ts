import type { Usage } from '../../src/api/service.ts';
import { api } from './api/api.ts';
import { createStore, useStore } from './store.ts';

/** The limits of the signed-in account or of this address; undefined until they are loaded. */
export const usage = createStore<Usage | undefined>(undefined);

/** The limits, in a component that follows them. */
export function useUsage(): Usage | undefined {
  return useStore(usage);
}

let loadedAtMs = Number.NEGATIVE_INFINITY;

/**
 * Asks for the limits, which does not count as a request.
 * @param freshMs what is no older will do
 * @throws ApiError
 */
export async function loadUsage(freshMs = 0): Promise<Usage> {
  const kept = usage.get();
  if (kept !== undefined && performance.now() - loadedAtMs < freshMs) return kept;
  const now = await api.get<Usage>('/usage');
  usage.set(now);
  loadedAtMs = performance.now();
  return now;
}

/** Keeps how many requests are left, as an answer said. */
export function noteRemaining(remaining: number): void {
  usage.set((now) => {
    if (now?.rate_limit.limit == null) return now;
    const { limit } = now.rate_limit;
    return { ...now, rate_limit: { ...now.rate_limit, remaining, used: limit - remaining } };
  });
}
