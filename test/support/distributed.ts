import { createHash } from 'node:crypto';
import { makeDatabase, redisUrl } from './services.ts';

/** Engines that a service under test shares with other nodes. */
export interface SharedEngines {
  /** Settings of imgd that lead to them. */
  env: Record<string, string>;
  /** Removes the database. */
  drop(): Promise<void>;
}

/** A PostgreSQL database and a Redis prefix of the caller's own; any number of services may be started on them. */
export async function makeSharedEngines(): Promise<SharedEngines> {
  const [{ url, drop }, redis] = await Promise.all([makeDatabase(), redisUrl()]);
  const prefix = createHash('sha256').update(url).digest('hex').slice(0, 16);
  const env = {
    IMGD_DATABASE_URL: url,
    IMGD_DATABASE_POOL: '5',
    IMGD_REDIS_URL: redis,
    IMGD_REDIS_PREFIX: prefix,
  };
  return { env, drop };
}

// Whoever reads the log of a run sees what it ran on.
if (process.env.TEST_ENGINE !== undefined) {
  if (process.env.TEST_ENGINE !== 'distributed') throw new Error('TEST_ENGINE is "distributed" or not set');
  process.stdout.write(`engine: PostgreSQL, Redis, blobs on ${process.env.TEST_BLOBS ?? 'disk'}\n`);
}

const byDirectory = new Map<string, Promise<SharedEngines>>();

/** With TEST_ENGINE=distributed: the engines that belong to a data directory, the same ones each time it is asked for. */
export async function enginesOf(dataDir: string): Promise<SharedEngines | undefined> {
  if (process.env.TEST_ENGINE !== 'distributed') return undefined;
  const engines = byDirectory.get(dataDir) ?? makeSharedEngines();
  byDirectory.set(dataDir, engines);
  return engines;
}

/** Forgets and removes the engines of a data directory that goes. */
export async function dropEnginesOf(dataDir: string): Promise<void> {
  const engines = byDirectory.get(dataDir);
  byDirectory.delete(dataDir);
  await (await engines)?.drop();
}
