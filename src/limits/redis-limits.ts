import type { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { withTimeout } from '../lib/retry.ts';
import {
  ATTEMPTS_WINDOW_SECONDS,
  createAttemptGuard,
  createMemoryWindow,
  type FixedWindow,
  giveBack,
  KNOWN_ADDRESS_SECONDS,
  REPORT_WINDOW_SECONDS,
  WINDOW_SECONDS,
} from './limits.ts';
import type { Limits } from './memory-limits.ts';
import { type AllWindowFigures, createWindows } from './windows.ts';

/** How long a request waits for Redis; long enough for a busy node to read a response. */
const COMMAND_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 1_000;
/** A machine that starts many nodes at once responds late. */
const START_TIMEOUT_MS = 10_000;
const MAX_RECONNECT_MS = 1_000;

export interface RedisLimitOptions {
  /** `redis://…` or `rediss://…`. */
  url: string;
  /** Prefix of all keys. */
  prefix: string;
  figures: AllWindowFigures;
  /** Called once when Redis stops responding, and once when it responds again. */
  onChange(away: boolean, error: unknown): void;
}

/**
 * Counters in Redis: exact over any number of nodes. Every operation has one key, as Redis Cluster requires. While Redis
 * does not respond, the node counts alone, from zero. No request waits longer than the time-out of one command.
 * @throws Error with the name of the setting when Redis refuses the credentials at the start
 */
export async function openRedisLimits({ url, prefix, figures, onChange }: RedisLimitOptions): Promise<Limits> {
  const { client, problem } = await openRedis(url);
  const insured = insure(client, onChange, problem);
  const windowOf = (name: string, seconds: number) =>
    insured(redisWindow(client, `${prefix}:${name}`, seconds), createMemoryWindow(seconds));
  return {
    quota: windowOf('quota', WINDOW_SECONDS),
    attempts: createAttemptGuard(windowOf('attempts', ATTEMPTS_WINDOW_SECONDS)),
    reportAttempts: createAttemptGuard(windowOf('reports', REPORT_WINDOW_SECONDS)),
    knownAddresses: windowOf('known', KNOWN_ADDRESS_SECONDS),
    windows: createWindows(figures, windowOf),
    problem: () =>
      client.ping().then(
        () => undefined,
        () => 'Redis does not answer: each node counts requests by itself.',
      ),
    close: async () => client.disconnect(),
  };
}

function redisWindow(client: Redis, keyPrefix: string, seconds: number): FixedWindow {
  const limiter = new RateLimiterRedis({
    storeClient: client,
    points: Number.MAX_SAFE_INTEGER,
    duration: seconds,
    keyPrefix,
    rejectIfRedisNotReady: true,
  });
  return {
    async take(key) {
      const { consumedPoints, msBeforeNext } = await limiter.consume(key);
      return { used: consumedPoints, msLeft: msBeforeNext };
    },
    async peek(key) {
      const found = await limiter.get(key);
      return { used: found?.consumedPoints ?? 0, msLeft: found?.msBeforeNext ?? seconds * 1_000 };
    },
    giveBack: (key) => giveBack(limiter, key),
  };
}

/**
 * Counts in memory while Redis fails. The limiter's own `insuranceLimiter` hides the error: it could not be logged, and a
 * connection that is open but silent would delay every request until the time-out.
 */
function insure(client: Redis, onChange: RedisLimitOptions['onChange'], problem: string | undefined) {
  let away = problem !== undefined;
  if (away) onChange(true, new Error(problem));
  const change = (now: boolean, error?: unknown) => {
    if (now === away) return;
    away = now;
    onChange(now, error);
  };
  return (shared: FixedWindow, alone: FixedWindow): FixedWindow => {
    const either = async <T>(count: (window: FixedWindow) => Promise<T>) => {
      try {
        const state = await count(shared);
        change(false);
        return state;
      } catch (error) {
        change(true, error);
        // Reconnects a silent connection, so that the next requests do not wait for it.
        if (client.status === 'ready') client.disconnect(true);
        return count(alone);
      }
    };
    return {
      take: (key) => either((window) => window.take(key)),
      peek: (key) => either((window) => window.peek(key)),
      giveBack: (key) => either((window) => window.giveBack(key)),
    };
  };
}

/** Answers of Redis that waiting does not change. */
const REFUSED = /WRONGPASS|NOAUTH|NOPERM|invalid password|without any password/i;

/**
 * Connects to Redis. Commands fail at once while there is no connection; the driver makes one as soon as it can.
 * @returns the client, and why it is not connected yet
 * @throws Error with the name of the setting when Redis refuses the credentials
 */
async function openRedis(url: string): Promise<{ client: Redis; problem: string | undefined }> {
  // Loaded on demand: most services run without Redis.
  const { Redis: Client } = await import('ioredis');
  const client = new Client(url, {
    lazyConnect: true,
    connectTimeout: START_TIMEOUT_MS,
    commandTimeout: START_TIMEOUT_MS,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (tries) => Math.min(50 * tries, MAX_RECONNECT_MS),
  });
  let lastError: string | undefined;
  client.on('error', (error: Error) => {
    lastError = error.message || lastError;
  });
  let problem: string | undefined;
  try {
    // Resolves when Redis is ready. With a refused password the driver would reconnect for ever.
    await withTimeout(START_TIMEOUT_MS, () => client.connect());
    await client.ping();
  } catch (error) {
    problem = lastError ?? (error instanceof Error ? error.message : String(error));
    if (REFUSED.test(problem)) {
      client.disconnect();
      throw new Error(`Redis at ${new URL(url).host} cannot be used (${problem}): IMGD_REDIS_URL.`);
    }
  }
  Object.assign(client.options, { connectTimeout: CONNECT_TIMEOUT_MS, commandTimeout: COMMAND_TIMEOUT_MS });
  return { client, problem };
}
