import type { FastifyReply } from 'fastify';
import { type Caller, quotaKey } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { type FixedWindow, WINDOW_SECONDS, type WindowState } from '../../limits/limits.ts';

/** A caller's hour as the response headers show it. */
export interface QuotaView {
  limit: number;
  used: number;
  remaining: number;
  /** Whole seconds until the window ends. */
  secondsLeft: number;
}

/** `used` never exceeds the limit, although refused requests are counted too. */
export function quotaView(limit: number, state: WindowState): QuotaView {
  const used = Math.min(state.used, limit);
  return { limit, used, remaining: limit - used, secondsLeft: Math.ceil(state.msLeft / 1_000) };
}

/** Header fields of draft-ietf-httpapi-ratelimit-headers-10, and the older `X-RateLimit-*`. */
export function quotaHeaders(
  { limit, used, remaining, secondsLeft }: QuotaView,
  nowMs: number,
): Record<string, string> {
  return {
    'ratelimit-policy': `"hourly";q=${limit};w=${WINDOW_SECONDS}`,
    ratelimit: `"hourly";r=${remaining};t=${secondsLeft}`,
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-used': String(used),
    'x-ratelimit-reset': String(Math.ceil(nowMs / 1_000) + secondsLeft),
  };
}

/**
 * Counts one request of the caller's hour and sets the header fields; unlimited plans have none.
 * @throws AppError RATE_LIMIT_EXCEEDED
 */
export async function countRequest(
  deps: { quota: FixedWindow; clock: Clock },
  caller: Caller,
  reply: FastifyReply,
): Promise<void> {
  const limit = caller.plan.requestsPerHour;
  if (limit === null) return;
  const state = await deps.quota.take(quotaKey(caller));
  const view = quotaView(limit, state);
  reply.headers(quotaHeaders(view, deps.clock.now()));
  if (state.used <= limit) return;
  throw new AppError('RATE_LIMIT_EXCEEDED', {
    detail: `Retry in ${view.secondsLeft} seconds.`,
    retryAfterSeconds: view.secondsLeft,
    details: { plan: caller.plan.name, limit, window_seconds: WINDOW_SECONDS },
  });
}
