import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type Catalog, openSqliteCatalog } from '../../src/catalog/database.ts';
import { catalogContract } from './catalog.ts';
import type { CatalogUnderTest, RaceTask } from './catalog-support.ts';
import { catalogWorkContract } from './catalog-work.ts';

async function openSqlite(): Promise<CatalogUnderTest> {
  const directory = await mkdtemp(join(tmpdir(), 'imgd-catalog-'));
  const location = join(directory, 'imgd.sqlite');
  const connections: Catalog[] = [];
  return {
    connect() {
      const catalog = openSqliteCatalog(location);
      connections.push(catalog);
      return catalog;
    },
    race: (task) => raceInThreads(location, task),
    async close() {
      for (const catalog of connections) await catalog.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const RACERS = 4;

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

catalogContract('SQLite', openSqlite);
catalogWorkContract('SQLite', openSqlite);
