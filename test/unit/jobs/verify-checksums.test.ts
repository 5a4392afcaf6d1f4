import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { checkHealth } from '../../../src/actions/operations/check-health.ts';
import type { CorruptBlob } from '../../../src/catalog/blobs/blob-integrity.ts';
import { deduplicateBlob } from '../../../src/catalog/blobs/blobs.ts';
import { migrate } from '../../../src/catalog/migrate.ts';
import { openStorage, type Storage } from '../../../src/compose/storage.ts';
import { loadConfig } from '../../../src/config.ts';
import { verifyChecksumsJob } from '../../../src/jobs/kinds.ts';
import { createFakeClock } from '../../support/clock.ts';

const DAY_MS = 86_400_000;

/** A store with blobs of 1,000 bytes each, and their keys in order. */
async function storeOf(t: TestContext, count: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'imgd-verify-job-'));
  const clock = createFakeClock();
  const storage = await openStorage(loadConfig({ IMGD_DATA_DIR: dataDir }).config, clock);
  t.after(async () => {
    await storage.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  await migrate(storage.db);
  const keys: string[] = [];
  for (let i = 0; i < count; i++) keys.push(await putBlob(storage, dataDir, i));
  return { storage, clock, keys, pathOf: (key: string) => join(dataDir, 'blobs', key) };
}

async function putBlob(storage: Storage, dataDir: string, i: number): Promise<string> {
  const bytes = Buffer.alloc(1_000, i);
  const staged = join(dataDir, 'staged');
  writeFileSync(staged, bytes);
  const key = `20261121/0000/blob${i}`;
  await storage.blobs.put(key, staged);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await storage.db.transaction().execute((tx) => deduplicateBlob(tx, { key, sha256, sizeBytes: bytes.length }));
  return key;
}

describe('the verify-checksums job', () => {
  it('resumes, finds a flipped bit, and degrades the health of the storage', async (t) => {
    const { storage, keys, pathOf } = await storeOf(t, 5);
    const victim = pathOf(keys[3] as string);
    const bytes = readFileSync(victim);
    bytes[500] = (bytes[500] as number) ^ 4;
    writeFileSync(victim, bytes);
    const found: CorruptBlob[] = [];
    // 1,800 bytes a minute: two blobs a slice.
    const job = verifyChecksumsJob(storage, 30, (blob) => found.push(blob), 0.01);
    const first = await job.run(null);
    assert.deepEqual([first, found], [{ after: keys[1], begunAt: storage.clock.now() }, []]);
    const second = await job.run(first);
    assert.deepEqual(found, [{ key: keys[3], fault: 'sha256' }]);
    const third = await job.run(second);
    assert.equal((third as { after: string }).after, '');
    const decoder = {
      load: () => ({ running: 0, waiting: 0, uploads: { running: 0, waiting: 0 }, maxWaiting: 1 }),
      confinement: { kind: 'none' },
      recentKills: () => 0,
    } as never;
    const { checks } = await checkHealth({
      backupMaxAgeHours: undefined,
      ...storage,
      decoder,
      tempDir: tmpdir(),
      minFreeBytes: 0,
      limitsProblem: async () => undefined,
      writes: { database: async () => true, storage: async () => true, disk: async () => true },
    });
    assert.equal(checks.storage.status, 'degraded');
    assert.match(checks.storage.detail ?? '', /1 stored blob/);
  });

  it('reads all blobs at most once a day', async (t) => {
    const { storage, clock } = await storeOf(t, 2);
    const job = verifyChecksumsJob(storage, 1e6, () => {});
    const done = await job.run(null);
    assert.equal((done as { after: string }).after, '');
    clock.advance(DAY_MS - 1);
    assert.deepEqual(await job.run(done), done, 'nothing is read yet');
    clock.advance(1);
    assert.deepEqual(await job.run(done), { after: '', begunAt: clock.now() });
  });
});
