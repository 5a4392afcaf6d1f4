import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCeph } from '../services/ceph.ts';
import * as postgres from '../services/postgres.ts';
import * as redis from '../services/redis.ts';

/** Services that all test processes of a run share. Each test has its own database, Redis prefix and S3 prefix. */
export interface SharedServices extends AsyncDisposable {
  /** Environment of test processes: the addresses. */
  env: Record<string, string>;
}

/** The stores and the database of two nodes: PostgreSQL, Redis, Ceph. @throws Error when one is not installed */
export async function startEnginesOfNodes(): Promise<SharedServices> {
  const dir = makeDirectory();
  mkdirSync(join(dir, 'ceph'));
  const [database, counters, store] = await Promise.all([
    postgres.start(dir),
    redis.start(dir),
    startCeph(join(dir, 'ceph')),
  ]);
  return {
    env: {
      TEST_ENGINE: 'distributed',
      TEST_BLOBS: 's3',
      TEST_POSTGRES_URL: database.url,
      TEST_REDIS_URL: counters.url,
      TEST_S3_ENDPOINT: store.endpoint,
      TEST_S3_ACCESS_KEY_ID: store.env.IMGD_S3_ACCESS_KEY_ID ?? '',
      TEST_S3_SECRET_ACCESS_KEY: store.env.IMGD_S3_SECRET_ACCESS_KEY ?? '',
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([database.kill(), counters.kill(), store.stop()]);
    },
  };
}

/** PostgreSQL and Redis, as far as they are installed. A test that finds no address starts its own, or is skipped. */
export async function startDatabases(): Promise<SharedServices> {
  const dir = makeDirectory();
  const found = { TEST_POSTGRES_URL: postgres, TEST_REDIS_URL: redis };
  const running = await Promise.all(
    Object.entries(found)
      .filter(([name, module]) => process.env[name] === undefined && module.findPrograms() !== undefined)
      .map(async ([name, module]) => ({ name, service: await module.start(dir) })),
  );
  return {
    env: Object.fromEntries(running.map(({ name, service }) => [name, service.url])),
    async [Symbol.asyncDispose]() {
      await Promise.all(running.map(({ service }) => service.kill()));
    },
  };
}

/** Programs that drop root privileges must be able to traverse it. */
function makeDirectory(): string {
  const dir = mkdtempSync(join(tmpdir(), 'imgd-shared-'));
  chmodSync(dir, 0o711);
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  return dir;
}
