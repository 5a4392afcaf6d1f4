import { join } from 'node:path';
import { type Catalog, openPostgresCatalog, openSqliteCatalog } from './catalog/database.ts';
import type { Config } from './config.ts';
import { createLoadShedder, type LoadShedder } from './lib/load-shedding.ts';
import { createMemoryLimits, type Limits } from './limits/limits.ts';
import { openRedisLimits } from './limits/redis-limits.ts';

/** Uploads in progress: few enough that none waits long, and enough that no decoder is idle. */
const SLOTS_PER_DECODER = 10;
const MIN_SLOTS = 20;
/** Under overload: one in each decoder, and one being received or waiting for every two of them. */
const OVERLOADED_SLOTS_PER_DECODER = 1.5;

interface Log {
  warn(facts: object, text: string): void;
  info(text: string): void;
}

/**
 * Opens the catalog of the settings.
 * @throws Error that names the setting when PostgreSQL cannot be reached or refuses
 */
export async function openCatalog({ catalog }: Config, dataDir: string): Promise<Catalog> {
  const { databaseUrl, databasePool } = catalog;
  if (databaseUrl !== undefined) return openPostgresCatalog(databaseUrl, databasePool);
  return openSqliteCatalog(join(dataDir, 'imgd.sqlite'));
}

/**
 * Opens what counts requests and attempts.
 * @throws Error that names the setting when Redis cannot be reached or refuses
 */
export async function openLimits({ limits }: Config, logger: Log): Promise<Limits> {
  if (limits.redisUrl === undefined) return createMemoryLimits();
  return openRedisLimits({
    url: limits.redisUrl,
    prefix: limits.redisPrefix,
    onChange(away, error) {
      if (away) logger.warn({ err: error }, 'Redis does not answer: this node counts requests by itself');
      else logger.info('Redis is back: requests are counted for all nodes');
    },
  });
}

/** Bounds the uploads in progress by the number of decoders. */
export function openLoadShedder(
  { imaging }: Config,
  decoder: { load(): { running: number; waiting: number } },
): LoadShedder {
  const slots = Math.max(SLOTS_PER_DECODER * imaging.processes, MIN_SLOTS);
  return createLoadShedder({
    slots: imaging.uploadsAtOnce > 0 ? imaging.uploadsAtOnce : slots,
    overloadedSlots: Math.ceil(OVERLOADED_SLOTS_PER_DECODER * imaging.processes),
    queueLength() {
      const { running, waiting } = decoder.load();
      return running + waiting;
    },
  });
}
