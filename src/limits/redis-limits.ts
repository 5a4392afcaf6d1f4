import type { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { withTimeout } from '../lib/retry.ts';
import {
  ATTEMPTS_WINDOW_SECONDS,
  createAttemptGuard,
  createMemoryWindow,
  type FixedWindow,
  type Limits,
  REPORT_WINDOW_SECONDS,
  WINDOW_SECONDS,
} from './limits.ts';

const AWAY = 'Redis does not answer: each node counts requests by itself.';

export interface RedisLimitOptions {
  /** `redis://…` or `rediss://…`. */
  url: string;
  /** Begins the names of all keys. */
  prefix: string;
  /** Told once when Redis goes away, and once when it is back. */
  onChange(away: boolean, error: unknown): void;
}

/**
 * Counts in Redis: exact over any number of nodes. Every operation has one key, as Redis Cluster wants it. While Redis
 * does not answer the node counts alone, from zero, and no request waits longer than a command may take.
 * @throws Error that names the setting when Redis cannot be used at the start
 */
export async function openRedisLimits({ url, prefix, onChange }: RedisLimitOptions): Promise<Limits> {
  const redis = await openRedis(url);
  const insured = insure(redis, onChange);
  const windowOf = (name: string, seconds: number) =>
    insured(redisWindow(redis, `${prefix}:${name}`, seconds), createMemoryWindow(seconds));
  return {
    quota: windowOf('quota', WINDOW_SECONDS),
    attempts: createAttemptGuard(windowOf('attempts', ATTEMPTS_WINDOW_SECONDS)),
    reportAttempts: createAttemptGuard(windowOf('reports', REPORT_WINDOW_SECONDS)),
    async fault() {
      try {
        await redis.ping();
        return undefined;
      } catch {
        return AWAY;
      }
    },
    close: redis.close,
  };
}

function redisWindow({ client }: RedisConnection, keyPrefix: string, seconds: number): FixedWindow {
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
  };
}

/** The second window counts while the first one fails. */
function insure(redis: RedisConnection, onChange: RedisLimitOptions['onChange']) {
  let away = false;
  const change = (now: boolean, error: unknown) => {
    if (now === away) return;
    away = now;
    onChange(now, error);
  };
  const either = async <T>(shared: () => Promise<T>, alone: () => Promise<T>): Promise<T> => {
    try {
      const answer = await shared();
      change(false, undefined);
      return answer;
    } catch (error) {
      change(true, error);
      // Connected and silent: the next requests need not wait for it as well.
      if (redis.client.status === 'ready') redis.renew();
      return alone();
    }
  };
  return (shared: FixedWindow, alone: FixedWindow): FixedWindow => ({
    take: (key) =>
      either(
        () => shared.take(key),
        () => alone.take(key),
      ),
    peek: (key) =>
      either(
        () => shared.peek(key),
        () => alone.peek(key),
      ),
  });
}

/** How long a request waits for Redis before its node counts alone; longer than a busy node may take to read an answer. */
const COMMAND_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 1_000;
/** A start is in no hurry: a machine that is busy starting many nodes answers late. */
const START_TIMEOUT_MS = 10_000;
const MAX_RECONNECT_MS = 1_000;

/** A connection to Redis that is looked after. */
export interface RedisConnection {
  client: Redis;
  /** Asks it something. @throws what the driver throws, at the latest after the time-out of a command */
  ping(): Promise<void>;
  /** Forgets a connection that does not answer; a new one is made in the background. */
  renew(): void;
  close(): Promise<void>;
}

/**
 * Connects to Redis through ioredis, which is loaded only here. A command fails at once while there is no connection.
 * @throws Error that names the setting when it cannot be reached or refuses
 */
export async function openRedis(url: string): Promise<RedisConnection> {
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
  try {
    // Resolves when Redis is ready. The driver would retry for ever when the password is refused.
    await withTimeout(START_TIMEOUT_MS, () => client.connect());
    await client.ping();
  } catch (error) {
    client.disconnect();
    const why = lastError ?? (error instanceof Error ? error.message : String(error));
    throw new Error(`Redis at ${new URL(url).host} cannot be used (${why}): IMGD_REDIS_URL.`);
  }
  Object.assign(client.options, { connectTimeout: CONNECT_TIMEOUT_MS, commandTimeout: COMMAND_TIMEOUT_MS });
  return {
    client,
    async ping() {
      await client.ping();
    },
    renew: () => client.disconnect(true),
    async close() {
      client.disconnect();
    },
  };
}
