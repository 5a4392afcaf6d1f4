import { RateLimiterRedis } from 'rate-limiter-flexible';
import {
  ATTEMPTS_WINDOW_SECONDS,
  createAttemptGuard,
  createMemoryWindow,
  type FixedWindow,
  type Limits,
  REPORT_WINDOW_SECONDS,
  WINDOW_SECONDS,
} from './limits.ts';
import { openRedis, type RedisConnection } from './redis.ts';

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
