import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { checkHealth, type HealthDeps } from '../../../../src/actions/operations/check-health.ts';
import { createWriteProbes, type WrittenPart } from '../../../../src/actions/operations/create-write-probes.ts';
import type { BlobStore } from '../../../../src/blobs/port.ts';
import { migrate } from '../../../../src/catalog/migrate.ts';
import { openStorage } from '../../../../src/compose/storage.ts';
import { loadConfig } from '../../../../src/config.ts';
import { AppError } from '../../../../src/core/errors.ts';

const refusal = async () => {
  throw new AppError('STORAGE_UNAVAILABLE', { cause: new Error('QuotaExceeded') });
};

/** A service of its own. @param changes to the blob store */
async function healthOf(t: TestContext, changes: Partial<BlobStore> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'imgd-health-'));
  const storage = await openStorage(loadConfig({ IMGD_DATA_DIR: dataDir }).config);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await storage.close();
    isOpen = false;
  };
  t.after(async () => {
    await close();
    await rm(dataDir, { recursive: true, force: true });
  });
  await migrate(storage.db);
  const failures: [WrittenPart, string][] = [];
  const tempDir = await mkdtemp(join(dataDir, 'tmp-'));
  let puts = 0;
  const counted: BlobStore = {
    ...storage.blobs,
    put(key, path) {
      puts++;
      return storage.blobs.put(key, path);
    },
    ...changes,
  };
  const onFailure = (part: WrittenPart, error: unknown) => failures.push([part, (error as Error).name]);
  let kills = 0;
  const deps = {
    ...{ db: storage.db, blobs: storage.blobs, tempDir, minFreeBytes: 0 },
    limitsProblem: async () => undefined,
    writes: createWriteProbes({ db: storage.db, clock: storage.clock, blobs: counted, tempDir, onFailure }),
    decoder: {
      load: () => ({ running: 0, waiting: 0, uploads: { running: 0, waiting: 0 }, maxWaiting: 1 }),
      confinement: { kind: 'none', problem: undefined },
      recentKills: () => kills,
    },
  } as unknown as HealthDeps;
  return {
    deps,
    ...{ storage, tempDir, failures, close },
    puts: () => puts,
    async statuses(): Promise<Record<string, string>> {
      const { status, checks } = await checkHealth(deps);
      return {
        all: status,
        ...Object.fromEntries(Object.entries(checks).map(([part, check]) => [part, check.status])),
      };
    },
    kill: (times: number) => {
      kills += times;
    },
  };
}

const WELL = { all: 'ok', database: 'ok', storage: 'ok', disk: 'ok', decoder: 'ok', jobs: 'ok', limits: 'ok' };

describe('the health', () => {
  it('writes to every part, once for many callers, and leaves nothing behind', async (t) => {
    const health = await healthOf(t);
    const all = await Promise.all(Array.from({ length: 20 }, () => health.statuses()));
    for (const statuses of all) assert.deepEqual(statuses, WELL);
    assert.deepEqual(await health.statuses(), WELL);
    assert.equal(health.puts(), 1);
    assert.deepEqual(await Array.fromAsync(health.storage.blobs.list()), []);
    assert.deepEqual(await readdir(health.tempDir), []);
  });

  it('has the free bytes of the disk, which is degraded where they are too few', async (t) => {
    const { deps } = await healthOf(t);
    const { checks } = await checkHealth(deps);
    assert.ok((checks.disk.free_bytes ?? 0) > 0);
    const full = await checkHealth({ ...deps, minFreeBytes: Number.MAX_SAFE_INTEGER });
    assert.deepEqual([full.status, full.checks.disk.status], ['degraded', 'degraded']);
  });

  it('is degraded, not down, where the store refuses writes, and blames the store alone', async (t) => {
    const health = await healthOf(t, { put: refusal });
    assert.deepEqual(await health.statuses(), { ...WELL, all: 'degraded', storage: 'degraded' });
    assert.deepEqual(health.failures, [['storage', 'AppError']]);
  });

  it('blames the disk, not the store, where no temporary file can be written', async (t) => {
    const health = await healthOf(t);
    await rm(health.tempDir, { recursive: true });
    const { disk, storage } = await health.statuses();
    // Where the directory is gone, it has no free bytes either.
    assert.deepEqual([disk, storage], ['down', 'ok']);
  });

  it('blames the database alone where it is down', async (t) => {
    const health = await healthOf(t);
    await health.close();
    const { status, checks } = await checkHealth(health.deps);
    assert.deepEqual(
      [status, checks.database.status, checks.storage.status, checks.jobs],
      ['down', 'down', 'ok', { status: 'ok', detail: 'Not checked: the database is down.' }],
    );
  });

  it('is degraded where decoders were killed more than once', async (t) => {
    const health = await healthOf(t);
    health.kill(1);
    assert.deepEqual(await health.statuses(), WELL);
    health.kill(1);
    assert.deepEqual(await health.statuses(), { ...WELL, all: 'degraded', decoder: 'degraded' });
  });
});
