import type { Usage } from '../../src/api/service.ts';
import { sender } from './api/csrf.ts';
import { isSessionError, sessionLost } from './api/recovery.ts';
import { request } from './api/request.ts';
import { createStore, useStore } from './store.ts';

/** The usage and limits of the account or, for visitors, of the IP address; undefined until they are loaded. */
export const usage = createStore<Usage | undefined>(undefined);

/** The usage and limits. The component renders again when they change. */
export function useUsage(): Usage | undefined {
  return useStore(usage);
}

let loadedAtMs = Number.NEGATIVE_INFINITY;

/**
 * Loads the usage and limits. The request does not count against the rate limit. The figures of a session that has ended
 * stay: those of the address are not the account's.
 * @param freshMs maximum age of a previous response that is reused
 * @throws ApiError
 */
export async function loadUsage(freshMs = 0): Promise<Usage> {
  const cached = usage.get();
  if (cached !== undefined && performance.now() - loadedAtMs < freshMs) return cached;
  const sentAs = sender();
  const isCurrent = () => sentAs?.token === sender()?.token;
  try {
    const now = await request<Usage>('GET', '/usage');
    if (sentAs !== undefined && !now.authenticated) {
      if (isCurrent()) sessionLost();
      return cached ?? now;
    }
    if (isCurrent()) keep(now);
    return now;
  } catch (error) {
    if (sentAs !== undefined && isSessionError(error) && isCurrent()) sessionLost();
    throw error;
  }
}

/** Loads the usage of the session that the browser has now. @throws ApiError */
export async function loadUsageAnew(): Promise<Usage> {
  const now = await request<Usage>('GET', '/usage');
  keep(now);
  return now;
}

/** Updates the number of remaining requests from a response header. */
export function noteRemaining(remaining: number): void {
  usage.set((now) => {
    if (now?.rate_limit.limit == null) return now;
    const { limit } = now.rate_limit;
    return { ...now, rate_limit: { ...now.rate_limit, remaining, used: limit - remaining } };
  });
}

function keep(now: Usage): void {
  usage.set(now);
  loadedAtMs = performance.now();
}
