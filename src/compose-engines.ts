import { join } from 'node:path';
import { type Catalog, openPostgresCatalog, openSqliteCatalog } from './catalog/database.ts';
import type { Config } from './config.ts';
import { type Admission, createAdmission } from './lib/load-shedding.ts';
import { createMemoryLimits, type Limits } from './limits/limits.ts';
import { openRedisLimits } from './limits/redis-limits.ts';

/** Uploads that may be under way: few enough that none waits long, and enough that no decoder does. */
const PLACES_A_DECODER = 10;
const MIN_PLACES = 20;
/** While uploads are refused: one in each decoder, and one that is received or waits meanwhile for every two of them. */
const CROWDED_PLACES_A_DECODER = 1.5;

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

/** Opens what bounds the uploads that are under way. */
export function openAdmission(
  { imaging }: Config,
  decoder: { load(): { running: number; waiting: number } },
): Admission {
  const places = Math.max(PLACES_A_DECODER * imaging.processes, MIN_PLACES);
  return createAdmission({
    places: imaging.uploadsAtOnce > 0 ? imaging.uploadsAtOnce : places,
    crowdedPlaces: Math.ceil(CROWDED_PLACES_A_DECODER * imaging.processes),
    queue() {
      const { running, waiting } = decoder.load();
      return running + waiting;
    },
  });
}
