import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type CopyDeps, copyBlobs } from '../../../../src/actions/operations/copy-blobs.ts';
import { deduplicateBlob } from '../../../../src/catalog/blobs/blobs.ts';
import { migrate } from '../../../../src/catalog/migrate.ts';
import { openStorage } from '../../../../src/compose/storage.ts';
import { loadConfig } from '../../../../src/config.ts';
import { createMemoryBlobs } from '../../../support/memory-blobs.ts';

test('copies and verifies blobs, leaves out deleted ones, and copies nothing in a second run', async () => {
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
      await storage.db.transaction().execute((tx) => deduplicateBlob(tx, { key, sha256, sizeBytes: 100 }));
    }
    target.set('20260101/0000/007', randomBytes(100));
    old.set('20260101/0000/008', randomBytes(100));
    const to = createMemoryBlobs(target);
    const { put } = to;
    to.put = async (key, path) => {
      const done = await put(key, path);
      if (key.endsWith('009')) await storage.db.deleteFrom('blobs').where('key', '=', key).execute();
      return done;
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

async function setUp(t: TestContext) {
  const tempDir = await mkdtemp(join(tmpdir(), 'imgd-copy-'));
  const storage = await openStorage(loadConfig({ IMGD_DATA_DIR: tempDir }).config);
  t.after(async () => {
    await storage.close();
    await rm(tempDir, { recursive: true });
  });
  await migrate(storage.db);
  const [old, target] = [new Map<string, Buffer>(), new Map<string, Buffer>()];
  const add = async (key: string) => {
    const bytes = randomBytes(100);
    old.set(key, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await storage.db.transaction().execute((tx) => deduplicateBlob(tx, { key, sha256, sizeBytes: 100 }));
  };
  const saved: string[] = [];
  const deps: CopyDeps = {
    db: storage.db,
    clock: storage.clock,
    from: createMemoryBlobs(old),
    to: createMemoryBlobs(target),
    tempDir,
    parallel: 1,
    bytesPerSecond: Number.POSITIVE_INFINITY,
    progress: { load: async () => saved.at(-1) ?? '', save: async (key) => void saved.push(key) },
  };
  return { db: storage.db, old, target, add, saved, deps };
}

const keyOf = (i: number) => `20260101/0000/${String(i).padStart(4, '0')}`;

test('continues an interrupted copy', async (t) => {
  const { target, add, saved, deps } = await setUp(t);
  for (let i = 0; i < 250; i++) await add(keyOf(i));
  const { put } = deps.to;
  let puts = 0;
  deps.to.put = async (key, path) => {
    if (++puts === 150) throw new Error('planted');
    return put(key, path);
  };
  await assert.rejects(copyBlobs(deps), /planted/);
  assert.deepEqual(saved, [keyOf(99)]);
  const read: string[] = [];
  const { open } = deps.to;
  deps.to.open = (key, range) => {
    read.push(key);
    return open(key, range);
  };
  assert.deepEqual(await copyBlobs(deps), { copied: 101, present: 49, removed: 0, failed: [] });
  assert.equal(read.sort()[0], keyOf(100), 'verified blobs are not read again');
  assert.equal(target.size, 250);
});

test('follows uploads and deletes during the copy', async (t) => {
  const { db, target, add, deps } = await setUp(t);
  for (let i = 1; i <= 120; i++) await add(keyOf(i));
  const { put } = deps.to;
  deps.to.put = async (key, path) => {
    const done = await put(key, path);
    // An upload and a delete of keys that the copy has already passed.
    if (key === keyOf(110)) {
      await add('20250101/0000/late');
      await db.deleteFrom('blobs').where('key', '=', keyOf(5)).execute();
    }
    return done;
  };
  target.set('20250101/0000/orphan', Buffer.from('of an earlier run'));
  target.set('notes.txt', Buffer.from('not a blob'));
  assert.deepEqual(await copyBlobs(deps), { copied: 121, present: 0, removed: 2, failed: [] });
  assert.deepEqual(
    [target.has('20250101/0000/late'), target.has(keyOf(5)), target.has('notes.txt')],
    [true, false, true],
  );
});

test('keeps to its rate with parallel copies', async (t) => {
  const { add, deps } = await setUp(t);
  for (let i = 0; i < 20; i++) await add(keyOf(i));
  const begun = performance.now();
  await copyBlobs({ ...deps, parallel: 8, bytesPerSecond: 10_000 });
  assert.ok(performance.now() - begun >= 190);
});
