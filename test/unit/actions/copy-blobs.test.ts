import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { copyBlobs } from '../../../src/actions/copy-blobs.ts';
import { createMemoryBlobs } from '../../../src/blobs/memory.ts';
import { referBlob } from '../../../src/catalog/blobs.ts';
import { migrate } from '../../../src/catalog/migrate.ts';
import { openStorage } from '../../../src/compose.ts';
import { loadConfig } from '../../../src/config.ts';

test('blobs are copied and compared, what is deleted meanwhile stays away, and a repetition copies nothing', async () => {
  const tempDir = await mkdtemp(join(tmpdir(), 'imgd-copy-'));
  const storage = await openStorage(loadConfig({ IMGD_DATA_DIR: tempDir }).config);
  try {
    await migrate(storage.db);
    const [old, target] = [new Map<string, Buffer>(), new Map<string, Buffer>()];
    for (let i = 0; i < 250; i++) {
      const bytes = randomBytes(100);
      const key = `20260101/0000/${String(i).padStart(3, '0')}`;
      old.set(key, bytes);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      await storage.db.transaction().execute((tx) => referBlob(tx, { key, sha256, sizeBytes: 100 }));
    }
    target.set('20260101/0000/007', randomBytes(100));
    old.set('20260101/0000/008', randomBytes(100));
    const to = createMemoryBlobs(target);
    const { put } = to;
    to.put = async (key, path) => {
      await put(key, path);
      if (key.endsWith('009')) await storage.db.deleteFrom('blobs').where('key', '=', key).execute();
    };
    const progress = { load: async () => '', save: async () => {} };
    const rate = { parallel: 4, bytesPerSecond: Number.POSITIVE_INFINITY };
    const deps = { db: storage.db, clock: storage.clock, from: createMemoryBlobs(old), to, tempDir, progress, ...rate };
    assert.deepEqual(await copyBlobs(deps), { copied: 248, present: 0, removed: 0, failed: ['20260101/0000/008'] });
    assert.ok(target.get('20260101/0000/007')?.equals(old.get('20260101/0000/007') ?? Buffer.alloc(0)));
    assert.equal(target.has('20260101/0000/009'), false);
    assert.deepEqual(await copyBlobs(deps), { copied: 0, present: 248, removed: 0, failed: ['20260101/0000/008'] });
  } finally {
    await storage.close();
    await rm(tempDir, { recursive: true });
  }
});
