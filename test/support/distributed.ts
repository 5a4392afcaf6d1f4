import { createHash } from 'node:crypto';
import { makeMigratedDatabase } from './migrated-database.ts';
import { makeDatabase, redisUrl, type TestDatabase } from './services.ts';

/** The database and the Redis that nodes of a service share. */
export interface SharedEngines {
  /** Settings of imgd for them. */
  env: Record<string, string>;
  /** Removes the database. */
  drop(): Promise<void>;
}

/**
 * Creates a PostgreSQL database and a Redis prefix. Any number of services can start on them.
 * @param make creates the database, by default without a schema
 */
export async function makeSharedEngines(make: () => Promise<TestDatabase> = makeDatabase): Promise<SharedEngines> {
  const [{ url, drop }, redis] = await Promise.all([make(), redisUrl()]);
  const prefix = createHash('sha256').update(url).digest('hex').slice(0, 16);
  const env = {
    IMGD_DATABASE_URL: url,
    IMGD_DATABASE_POOL: '5',
    IMGD_REDIS_URL: redis,
    IMGD_REDIS_PREFIX: prefix,
  };
  return { env, drop };
}

// The log of a run names its engines.
const engine = process.env.TEST_ENGINE;
if (engine === 'processes') process.stdout.write('engine: SQLite, two processes\n');
else if (engine !== undefined) {
  if (engine !== 'distributed') throw new Error('TEST_ENGINE is "distributed", "processes" or not set');
  process.stdout.write(`engine: PostgreSQL, Redis, blobs on ${process.env.TEST_BLOBS ?? 'disk'}\n`);
}

const byDirectory = new Map<string, Promise<SharedEngines>>();

/** With TEST_ENGINE=distributed: the engines of a data directory, created on the first call. */
export async function enginesOf(dataDir: string): Promise<SharedEngines | undefined> {
  if (process.env.TEST_ENGINE !== 'distributed') return undefined;
  const engines = byDirectory.get(dataDir) ?? makeSharedEngines(makeMigratedDatabase);
  byDirectory.set(dataDir, engines);
  return engines;
}

/** Removes the engines of a data directory. */
export async function dropEnginesOf(dataDir: string): Promise<void> {
  const engines = byDirectory.get(dataDir);
  byDirectory.delete(dataDir);
  await (await engines)?.drop();
}
