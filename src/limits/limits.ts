import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { AppError } from '../core/errors.ts';

export const WINDOW_SECONDS = 3_600;
export const ATTEMPTS_WINDOW_SECONDS = 900;
export const REPORT_WINDOW_SECONDS = 3_600;
const MAX_ATTEMPTS = 10;
const SUBSCRIBER_BITS = 64;

/** All counters of what callers do. */
export interface Limits {
  /** Requests per caller. */
  quota: FixedWindow;
  /** Registrations, sign-ins and other proofs by password. */
  attempts: AttemptGuard;
  /** Reports of images. */
  reportAttempts: AttemptGuard;
  /** A sentence for operators while the counters are degraded. */
  problem(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Counters in memory, for a single node. */
export function createMemoryLimits(): Limits {
  return {
    quota: createMemoryWindow(WINDOW_SECONDS),
    attempts: createAttemptGuard(),
    reportAttempts: createAttemptGuard(createMemoryWindow(REPORT_WINDOW_SECONDS)),
    problem: async () => undefined,
    close: async () => {},
  };
}

/** Limits guessing of passwords, and floods of reports. */
export interface AttemptGuard {
  /** Counts one attempt. @throws AppError TOO_MANY_ATTEMPTS with the seconds to wait */
  count(address: string, email: string): Promise<void>;
}

/** Ten attempts per window for a pair of address and e-mail. */
export function createAttemptGuard(window: FixedWindow = createMemoryWindow(ATTEMPTS_WINDOW_SECONDS)): AttemptGuard {
  return {
    async count(address, email) {
      // Hash the key so that e-mail and IP addresses are never stored in Redis.
      const { used, msLeft } = await window.take(createHash('sha256').update(`${address} ${email}`).digest('hex'));
      if (used <= MAX_ATTEMPTS) return;
      const retryAfterSeconds = Math.ceil(msLeft / 1_000);
      throw new AppError('TOO_MANY_ATTEMPTS', { detail: `Retry in ${retryAfterSeconds} seconds.`, retryAfterSeconds });
    },
  };
}

/** The window of a caller. */
export interface WindowState {
  /** Counted requests; refused requests may count too, so that it can exceed the limit. */
  used: number;
  /** Milliseconds until the window ends; its whole length when none is open. */
  msLeft: number;
}

/** Counters in fixed windows. The first request opens a window. */
export interface FixedWindow {
  /** Counts one request. Parallel requests get different numbers. */
  take(key: string): Promise<WindowState>;
  peek(key: string): Promise<WindowState>;
}

/** Counters in memory: exact on one node, and lost when the process ends. */
export function createMemoryWindow(seconds: number): FixedWindow {
  // The caller compares with the limit: plans differ, and an account may change its plan within a window.
  const limiter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: seconds });
  const windowMs = seconds * 1_000;
  return {
    async take(key) {
      let state = await limiter.consume(key);
      if (state.msBeforeNext > windowMs) {
        // The system clock was set back, which would make the window too long.
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

/**
 * The part of a network address that identifies one caller: an IPv4 address (also when mapped into IPv6), or the /64 of
 * an IPv6 address, because a subscriber has a whole /64 to choose from.
 * @param address as the socket or a trusted proxy gives it
 */
export function callerAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${SUBSCRIBER_BITS}`).toString()}/${SUBSCRIBER_BITS}`;
}
