import type { FastifyReply } from 'fastify';
import { type AccountCaller, addressKey, type Caller, quotaKey, type UploadTicket } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import type { Plan, Plans } from '../../core/plans.ts';
import type { Clock } from '../../lib/clock.ts';
import { type FixedWindow, WINDOW_SECONDS, type WindowState } from '../../limits/limits.ts';
import type { NamedWindow, NamedWindowState, Subject, Windows } from '../../limits/windows.ts';

/** A caller's hour as the response headers show it. */
export interface QuotaView {
  limit: number;
  used: number;
  remaining: number;
  /** Whole seconds until the window ends. */
  secondsLeft: number;
  msLeft: number;
}

/** Unix seconds of the end of a window. The same for all answers of the window, unlike the sum of two rounded figures. */
export function resetSeconds({ msLeft }: Pick<QuotaView, 'msLeft'>, nowMs: number): number {
  return Math.round((nowMs + msLeft) / 1_000);
}

/** `used` never exceeds the limit, although refused requests are counted too. */
export function quotaView(limit: number, state: WindowState): QuotaView {
  const used = Math.min(state.used, limit);
  const { msLeft } = state;
  return { limit, used, remaining: limit - used, secondsLeft: Math.ceil(msLeft / 1_000), msLeft };
}

/** Header fields of draft-ietf-httpapi-ratelimit-headers-10, and the older `X-RateLimit-*`. */
export function quotaHeaders(
  { limit, used, remaining, secondsLeft, msLeft }: QuotaView,
  nowMs: number,
): Record<string, string> {
  return {
    'ratelimit-policy': `"hourly";q=${limit};w=${WINDOW_SECONDS}`,
    ratelimit: `"hourly";r=${remaining};t=${secondsLeft}`,
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-used': String(used),
    'x-ratelimit-reset': String(resetSeconds({ msLeft }, nowMs)),
  };
}

/** Header fields of a named window, for the answer that counts in it; none where it is unlimited. */
function windowHeaders(
  { name, seconds }: Pick<NamedWindow, 'name' | 'seconds'>,
  { limit, used, msLeft }: NamedWindowState,
): Record<string, string> {
  if (limit === null) return {};
  const { remaining, secondsLeft } = quotaView(limit, { used, msLeft });
  return {
    'ratelimit-policy': `"${name}";q=${limit};w=${seconds}`,
    ratelimit: `"${name}";r=${remaining};t=${secondsLeft}`,
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
  if (state.used > limit) throw limitExceeded(caller.plan, view);
}

/** Requests an hour with a ticket for each upload that it permits, and at least. */
const REQUESTS_AN_UPLOAD = 5;
const MIN_TICKET_REQUESTS = 20;

/**
 * Counts one request of the hour of an upload ticket, so that a leaked one does not use up the hour of its account.
 * @throws AppError RATE_LIMIT_EXCEEDED
 */
export async function countTicket(
  deps: { quota: FixedWindow; clock: Clock },
  { id, uploads }: UploadTicket,
  reply: FastifyReply,
): Promise<void> {
  const limit = Math.max(uploads * REQUESTS_AN_UPLOAD, MIN_TICKET_REQUESTS);
  const state = await deps.quota.take(`ticket:${id}`);
  if (state.used <= limit) return;
  const view = quotaView(limit, state);
  reply.headers(quotaHeaders(view, deps.clock.now()));
  throw new AppError('RATE_LIMIT_EXCEEDED', {
    detail: `The upload ticket has no requests left. Retry in ${view.secondsLeft} seconds.`,
    retryAfterSeconds: view.secondsLeft,
    details: { limit, window_seconds: WINDOW_SECONDS },
  });
}

/**
 * Counts one read of a page of this site in the window `reads` of its account; unlimited plans have no limit of reads.
 * @throws AppError RATE_LIMIT_EXCEEDED
 */
export async function countRead(
  { windows }: { windows: Windows },
  { accountId, plan }: AccountCaller,
  reply: FastifyReply,
): Promise<void> {
  if (plan.requestsPerHour === null) return;
  try {
    await countInWindow(windows.reads, { account: accountId }, reply);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'TOO_MANY_ATTEMPTS') throw error;
    const { detail = '', details = {}, retryAfterSeconds = 0 } = error;
    throw new AppError('RATE_LIMIT_EXCEEDED', { detail, details, retryAfterSeconds, cause: error });
  }
}

/**
 * Counts a request with a wrong or missing credential against the address, so that guessing does not use up an account's
 * quota. The answer shows the figures only where it is a refusal by the limit.
 * @throws AppError RATE_LIMIT_EXCEEDED when the address has used up its hour
 */
export async function countRefused(
  deps: { quota: FixedWindow; clock: Clock; plans: Plans },
  address: string,
  reply: FastifyReply,
): Promise<void> {
  const plan = deps.plans.anonymous;
  const state = await deps.quota.take(addressKey(address));
  if (plan.requestsPerHour === null || state.used <= plan.requestsPerHour) return;
  const view = quotaView(plan.requestsPerHour, state);
  reply.headers(quotaHeaders(view, deps.clock.now()));
  throw limitExceeded(plan, view);
}

function limitExceeded(plan: Plan, { limit, secondsLeft }: QuotaView): AppError {
  return new AppError('RATE_LIMIT_EXCEEDED', {
    detail: `Retry in ${secondsLeft} seconds.`,
    retryAfterSeconds: secondsLeft,
    details: { plan: plan.name, limit, window_seconds: WINDOW_SECONDS },
  });
}

/**
 * Counts one event in a named window and sets the header fields of the draft, which name it. The older fields have no
 * name: they always mean the hour.
 * @throws AppError TOO_MANY_ATTEMPTS
 */
export async function countInWindow(window: NamedWindow, subject: Subject, reply: FastifyReply): Promise<void> {
  try {
    reply.headers(windowHeaders(window, await window.count(subject)));
  } catch (error) {
    reply.headers(windowHeaders(window, await window.peek(subject)));
    throw error;
  }
}
