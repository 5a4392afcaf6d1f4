import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type Catalog, openPostgresCatalog, openSqliteCatalog } from '../../src/catalog/database.ts';
import { migrate } from '../../src/catalog/migrate.ts';
import { makeMigratedDatabase } from '../support/migrated-database.ts';
import { makeDatabase } from '../support/services.ts';
import type { CatalogUnderTest, OpenCatalog, RaceTask } from './catalog-support.ts';

const RACERS = 4;
/** The minimum of connections, so that a query that waits for a second connection fails the test. */
const POOL = 2;

/** A catalog at a path of SQLite or at a URL of PostgreSQL. */
export function openAt(location: string): Promise<Catalog> {
  return location.startsWith('postgres:')
    ? openPostgresCatalog(location, POOL)
    : Promise.resolve(openSqliteCatalog(location));
}

export const openSqlite: OpenCatalog = (schema = 'newest') => inNewDirectory(openAt, schema);

/** As in a server: another thread writes. */
export const openSqliteOnThread: OpenCatalog = (schema = 'newest') =>
  inNewDirectory(async (path) => openSqliteCatalog(path, { writesOnThread: true }), schema);

async function inNewDirectory(open: typeof openAt, schema: 'newest' | 'empty'): Promise<CatalogUnderTest> {
  const directory = await mkdtemp(join(tmpdir(), 'imgd-catalog-'));
  const path = join(directory, 'imgd.sqlite');
  if (schema === 'newest') await migrateAt(path);
  return underTest(path, () => rm(directory, { recursive: true, force: true }), open);
}

export const openPostgres: OpenCatalog = async (schema = 'newest') => {
  const { url, drop } = schema === 'newest' ? await makeMigratedDatabase() : await makeDatabase();
  return underTest(url, drop);
};

async function migrateAt(path: string): Promise<void> {
  const catalog = await openAt(path);
  await migrate(catalog.db);
  await catalog.close();
}

function underTest(location: string, remove: () => Promise<void>, open = openAt): CatalogUnderTest {
  const connections: Catalog[] = [];
  return {
    async connect() {
      const catalog = await open(location);
      connections.push(catalog);
      return catalog;
    },
    race: (task) => raceInThreads(location, task),
    async close() {
      for (const catalog of connections) await catalog.close();
      await remove();
    },
  };
}

async function raceInThreads<T>(location: string, task: RaceTask): Promise<T[]> {
  const gate = new SharedArrayBuffer(8);
  const racers = Array.from({ length: RACERS }, (_, racer) => {
    const workerData = { location, task, racer, gate };
    const worker = new Worker(new URL('./catalog-racer.ts', import.meta.url), { workerData });
    return new Promise<T>((resolve, reject) => {
      worker.once('error', reject);
      worker.once('message', ({ result, failure }: { result: T; failure?: string }) =>
        failure === undefined ? resolve(result) : reject(new Error(failure)),
      );
    });
  });
  const view = new Int32Array(gate);
  const [READY, OPEN] = [0, 1];
  while (Atomics.load(view, READY) < RACERS) await sleep(5);
  Atomics.store(view, OPEN, 1);
  Atomics.notify(view, OPEN);
  return Promise.all(racers);
}
