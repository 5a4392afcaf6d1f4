import type { Redis } from 'ioredis';
import { withTimeout } from '../lib/retry.ts';

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
