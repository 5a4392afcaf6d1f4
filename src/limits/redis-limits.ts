import { once } from 'node:events';
import { connect as connectTls } from 'node:tls';
import type { Cluster, Redis } from 'ioredis';
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
import { type RedisServers, redisServers } from './redis-servers.ts';
import { type AllWindowFigures, createWindows } from './windows.ts';

const CONNECT_TIMEOUT_MS = 1_000;
/** How long a request waits for Redis; long enough for a busy node to read a response. */
const TIMEOUTS = { connectTimeout: CONNECT_TIMEOUT_MS, commandTimeout: 2_000 };
/** A machine that starts many nodes at once responds late. */
const START_TIMEOUT_MS = 10_000;
const START_TIMEOUTS = { connectTimeout: START_TIMEOUT_MS, commandTimeout: START_TIMEOUT_MS };
const MAX_RECONNECT_MS = 1_000;
/** How long a node counts alone after a failure of a cluster, in which requests wait for the nodes that are still there. */
const PAUSE_MS = 1_000;
/** Redirections of one command, a tenth of a second each while a node of the cluster is away. */
const MAX_REDIRECTIONS = 5;

export interface RedisLimitOptions {
  /** See {@link redisServers}. */
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
 * @throws Error with the name of the setting when Redis refuses the credentials or has a wrong certificate at the start
 */
export async function openRedisLimits({ url, prefix, figures, onChange }: RedisLimitOptions): Promise<Limits> {
  const redis = await openRedis(url);
  const { client } = redis;
  const insured = insure(redis, onChange);
  const windowOf = (name: string, seconds: number) =>
    insured(redisWindow(client, `${prefix}:${name}`, seconds), createMemoryWindow(seconds));
  return {
    quota: windowOf('quota', WINDOW_SECONDS),
    attempts: createAttemptGuard(windowOf('attempts', ATTEMPTS_WINDOW_SECONDS)),
    reportAttempts: createAttemptGuard(windowOf('reports', REPORT_WINDOW_SECONDS)),
    knownAddresses: windowOf('known', KNOWN_ADDRESS_SECONDS),
    windows: createWindows(figures, windowOf),
    problem: () =>
      redis.check().then(
        () => undefined,
        () => 'Redis does not answer: each node counts requests by itself.',
      ),
    close: async () => client.disconnect(),
  };
}

function redisWindow(client: Redis | Cluster, keyPrefix: string, seconds: number): FixedWindow {
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
function insure({ problem, fail, isPaused }: OpenedRedis, onChange: RedisLimitOptions['onChange']) {
  let away = problem !== undefined;
  if (away) onChange(true, new Error(problem));
  const change = (now: boolean, error?: unknown) => {
    if (now === away) return;
    away = now;
    onChange(now, error);
  };
  return (shared: FixedWindow, alone: FixedWindow): FixedWindow => {
    const either = async <T>(count: (window: FixedWindow) => Promise<T>) => {
      if (isPaused()) return count(alone);
      try {
        const state = await count(shared);
        change(false);
        return state;
      } catch (error) {
        change(true, error);
        fail(error);
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
const REFUSED =
  /WRONGPASS|NOAUTH|NOPERM|invalid password|without any password|no primary|certificate(?! has expired)|altnames/i;

interface OpenedRedis {
  client: Redis | Cluster;
  /** Why it is not connected yet. */
  problem: string | undefined;
  /** To be called with each error of a command. */
  fail(error: unknown): void;
  /** Whether no command should be sent for now. */
  isPaused(): boolean;
  /** @throws when requests are not counted together */
  check(): Promise<void>;
}

/**
 * Connects to Redis. Commands fail at once while there is no connection; the driver makes one as soon as it can.
 * @throws Error with the name of the setting when Redis refuses the credentials
 */
async function openRedis(url: string): Promise<OpenedRedis> {
  const servers = redisServers(url);
  const client = await createClient(servers);
  const problem = await connect(client, servers);
  if (problem !== undefined && REFUSED.test(problem)) {
    client.disconnect();
    throw new Error(`Redis at ${servers.hosts.join(', ')} cannot be used (${problem}): IMGD_REDIS_URL.`);
  }
  if (!client.isCluster) {
    Object.assign(client.options, TIMEOUTS);
    let isLeaving = false;
    client.on('close', () => {
      isLeaving = false;
    });
    return {
      client,
      problem,
      // Reconnects a silent connection, so that the next requests do not wait for it, and leaves a primary of the past.
      fail() {
        if (client.status !== 'ready' || isLeaving) return;
        // A silent server does not close its side: the driver waits for that, and calls the connection ready until then.
        isLeaving = true;
        client.disconnect(true);
      },
      isPaused: () => isLeaving,
      check: async () => void (await client.ping()),
    };
  }
  let pausedUntil = 0;
  const isPaused = () => performance.now() < pausedUntil;
  return {
    client,
    problem,
    fail(error) {
      pausedUntil = performance.now() + PAUSE_MS;
      // A silent node keeps its slots until the driver asks the others.
      if (client.status === 'ready' && /timed out/.test(String(error))) client.disconnect(true);
    },
    isPaused,
    async check() {
      if (isPaused()) throw new Error('a node of the cluster failed');
      await checkPrimaries(client as Cluster);
    },
  };
}

/**
 * Asks every primary. The state that one node reports is too old: it stays good until the nodes agree that one of them is
 * away, and no key of that node can be counted until then.
 * @throws when a primary does not answer, or does not serve its slots
 */
async function checkPrimaries(cluster: Cluster): Promise<void> {
  const ranges = await cluster.cluster('SLOTS');
  const primaries = new Set(ranges.map(([, , primary]) => primary?.slice(0, 2).join()));
  const connected = cluster.nodes('master');
  if (connected.length !== primaries.size) throw new Error('not all primaries are connected');
  const states = await Promise.all(connected.map((node) => node.cluster('INFO')));
  if (!states.every((state) => /^cluster_state:ok/m.test(state))) throw new Error('not all slots are served');
}

async function createClient(servers: RedisServers): Promise<Redis | Cluster> {
  // Loaded on demand: most services run without Redis.
  const { Cluster, Redis } = await import('ioredis');
  const reconnectMs = (tries: number) => Math.min(50 * tries, MAX_RECONNECT_MS);
  const common = { autoResendUnfulfilledCommands: false, maxRetriesPerRequest: 0 };
  const one = {
    ...common,
    ...START_TIMEOUTS,
    lazyConnect: true,
    enableOfflineQueue: false,
    retryStrategy: reconnectMs,
  };
  if (servers.kind === 'server') return new Redis(servers.url, one);
  const { tls, username, password } = servers;
  const authorized = { ...(username !== undefined && { username }), ...(password !== undefined && { password }) };
  if (servers.kind === 'cluster') {
    return new Cluster([...servers.nodes], {
      lazyConnect: true,
      enableOfflineQueue: false,
      maxRedirections: MAX_REDIRECTIONS,
      clusterRetryStrategy: reconnectMs,
      // Names are verified by their certificates, so they are not resolved here.
      ...(tls && { dnsLookup: (address, callback) => callback(null, address) }),
      redisOptions: { ...common, ...TIMEOUTS, ...authorized, ...(tls && { tls: {} }) },
    });
  }
  const { nodes, name, db, sentinel } = servers;
  return new Redis({
    ...one,
    ...authorized,
    sentinels: [...nodes],
    name,
    db,
    sentinelRetryStrategy: reconnectMs,
    sentinelCommandTimeout: CONNECT_TIMEOUT_MS,
    ...(sentinel.username !== undefined && { sentinelUsername: sentinel.username }),
    ...(sentinel.password !== undefined && { sentinelPassword: sentinel.password }),
    ...(tls && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
  });
}

/** Waits for the first connection. @returns why there is none yet */
async function connect(client: Redis | Cluster, servers: RedisServers): Promise<string | undefined> {
  let said: string | undefined;
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {});
  client.on('error', (error: Error & { lastNodeError?: Error }) => {
    said = error.lastNodeError?.message || error.message || said;
    failed.reject(error);
  });
  try {
    // Resolves when Redis is ready. The driver tries sentinels, and servers that refuse the password, for ever.
    await withTimeout(START_TIMEOUT_MS, () => Promise.race([client.connect(), failed.promise]));
    await client.ping();
    return undefined;
  } catch (error) {
    const problem = said ?? (error instanceof Error ? error.message : String(error));
    if (servers.kind === 'server') return problem;
    if (servers.kind === 'sentinel' && /No such master/.test(problem)) {
      return `the sentinels know no primary "${servers.name}"`;
    }
    return (servers.tls ? await tlsProblem(servers.nodes) : undefined) ?? problem;
  }
}

/** Why no connection over TLS is made, which the driver hides behind "Connection is closed". */
async function tlsProblem(nodes: readonly { host: string; port: number }[]): Promise<string | undefined> {
  for (const node of nodes) {
    const socket = connectTls(node).unref();
    try {
      await withTimeout(CONNECT_TIMEOUT_MS, (signal) => once(socket, 'secureConnect', { signal }));
      return undefined;
    } catch (error) {
      if (error instanceof Error && REFUSED.test(error.message)) return error.message;
    } finally {
      socket.destroy();
    }
  }
  return undefined;
}
