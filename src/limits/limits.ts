import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { AppError } from '../core/errors.ts';

/** All that counts what callers do. */
export interface Limits {
  quota: HourlyQuota;
  attempts: AttemptGuard;
  /** Against floods of reports. */
  reportAttempts: AttemptGuard;
  /** What is not as it should be, in a sentence for operators; undefined when all is well. */
  fault(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Counts in memory: for the only node. */
export function createMemoryLimits(): Limits {
  return {
    quota: createMemoryQuota(),
    attempts: createAttemptGuard(),
    reportAttempts: createAttemptGuard(createMemoryWindow(REPORT_WINDOW_SECONDS)),
    fault: async () => undefined,
    close: async () => {},
  };
}

const ATTEMPTS = 10;
export const ATTEMPTS_WINDOW_SECONDS = 900;
export const REPORT_WINDOW_SECONDS = 3_600;

/** Guards registering and signing in against guessing, and other things against being done too often. */
export interface AttemptGuard {
  /** Counts one attempt. @throws AppError TOO_MANY_ATTEMPTS with the seconds to wait */
  count(address: string, email: string): Promise<void>;
}

/** Ten attempts in a window, for an address and an email together; a quarter of an hour in memory unless it is given. */
export function createAttemptGuard(window: FixedWindow = createMemoryWindow(ATTEMPTS_WINDOW_SECONDS)): AttemptGuard {
  return {
    async count(address, email) {
      // Nobody's address lies about in a store that is not the catalog.
      const { used, msLeft } = await window.take(createHash('sha256').update(`${address} ${email}`).digest('hex'));
      if (used <= ATTEMPTS) return;
      const retryAfterSeconds = Math.ceil(msLeft / 1_000);
      throw new AppError('TOO_MANY_ATTEMPTS', { detail: `Retry in ${retryAfterSeconds} seconds.`, retryAfterSeconds });
    },
  };
}

export const WINDOW_SECONDS = 3_600;

/** Counts a caller's requests in windows of an hour. */
export type HourlyQuota = FixedWindow;

/** Counts in memory: exact on one node, forgotten when it ends. */
export function createMemoryQuota(): HourlyQuota {
  return createMemoryWindow(WINDOW_SECONDS);
}

/** A caller's window after a request was counted, or as it stands. */
export interface WindowState {
  /** Requests counted in this window; may pass the limit when refused requests were counted too. */
  used: number;
  /** Milliseconds until the window ends; the whole window when none is open. */
  msLeft: number;
}

/** Counts in fixed windows, each opened by the first request in it. */
export interface FixedWindow {
  /** Counts one request; of parallel ones each gets a number of its own. */
  take(key: string): Promise<WindowState>;
  peek(key: string): Promise<WindowState>;
}

/** Counts in memory: exact on one node, forgotten when it ends. */
export function createMemoryWindow(seconds: number): FixedWindow {
  // Plans have different limits and an account may change its plan within a window, so the limit is the caller's business.
  const limiter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: seconds });
  const windowMs = seconds * 1_000;
  return {
    async take(key) {
      let state = await limiter.consume(key);
      if (state.msBeforeNext > windowMs) {
        // The clock has been set back: the window would last until it is where it was.
        await limiter.delete(key);
        state = await limiter.consume(key);
      }
      return { used: state.consumedPoints, msLeft: state.msBeforeNext };
    },
    async peek(key) {
      const found = await limiter.get(key);
      return { used: found?.consumedPoints ?? 0, msLeft: Math.min(found?.msBeforeNext ?? windowMs, windowMs) };
    },
  };
}

const SUBSCRIBER_BITS = 64;

/**
 * The part of a network address that stands for one caller: an IPv4 address (also when it comes mapped into IPv6),
 * or the /64 of an IPv6 address, since a subscriber has a whole /64 to choose from.
 * @param address as the socket or a trusted proxy gives it
 */
export function callerAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${SUBSCRIBER_BITS}`).toString()}/${SUBSCRIBER_BITS}`;
}
