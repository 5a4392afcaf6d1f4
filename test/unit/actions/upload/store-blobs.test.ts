import assert from 'node:assert/strict';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { openPendingBlobs } from '../../../../src/actions/upload/store-blobs.ts';
import { deduplicateBlob, type NewBlob } from '../../../../src/catalog/blobs/blobs.ts';
import { openSqliteCatalog } from '../../../../src/catalog/database.ts';
import { migrate } from '../../../../src/catalog/migrate.ts';
import type { Tx } from '../../../../src/catalog/schema.ts';
import { markOutcomeUnknown } from '../../../../src/catalog/unknown-commit.ts';
import { createFakeClock } from '../../../support/clock.ts';
import { createMemoryBlobs } from '../../../support/memory-blobs.ts';

async function setUp(t: TestContext) {
  const directory = await mkdtempDisposable(join(tmpdir(), 'imgd-pending-'));
  const { db, close } = openSqliteCatalog(':memory:');
  t.after(async () => {
    await close();
    await directory.remove();
  });
  await migrate(db);
  const stored = new Map<string, Buffer>();
  const deps = { db, clock: createFakeClock(), blobs: createMemoryBlobs(stored) };
  const forgotten: string[] = [];
  const temp = { forget: (...paths: string[]) => void forgotten.push(...paths) };
  const file = async (name: string) => {
    const path = join(directory.path, name);
    await writeFile(path, name);
    return { path, sizeBytes: name.length, sha256: name };
  };
  return { deps, stored, forgotten, temp, file };
}

const refer = (blob: NewBlob) => (tx: Tx) => deduplicateBlob(tx, blob);

describe('blobs without a row', () => {
  it('are removed by disposal, and those with a row stay', async (t) => {
    const { deps, stored, temp, file } = await setUp(t);
    let committed = '';
    {
      await using pending = openPendingBlobs(deps, temp);
      await pending.put(await file('orphan'));
      const blob = await pending.put(await file('kept'));
      committed = await pending.commit([blob], refer(blob));
      assert.equal(stored.size, 2);
    }
    assert.deepEqual([...stored.keys()], [committed]);
  });

  it('are removed after a transaction that failed', async (t) => {
    const { deps, stored, temp, file } = await setUp(t);
    await assert.rejects(async () => {
      await using pending = openPendingBlobs(deps, temp);
      const blob = await pending.put(await file('refused'));
      await pending.commit([blob], async (tx) => {
        await refer(blob)(tx);
        throw new Error('planted');
      });
    }, /planted/);
    assert.equal(stored.size, 0);
  });

  it('stay after a transaction whose outcome is unknown', async (t) => {
    const { deps, stored, temp, file } = await setUp(t);
    await assert.rejects(async () => {
      await using pending = openPendingBlobs(deps, temp);
      const blob = await pending.put(await file('unknown'));
      await pending.commit([blob], async () => {
        throw markOutcomeUnknown(new Error('planted'));
      });
    }, /planted/);
    assert.equal(stored.size, 1);
  });

  it('stay where the catalog has a row for them after all', async (t) => {
    const { deps, stored, temp, file } = await setUp(t);
    {
      await using pending = openPendingBlobs(deps, temp);
      const blob = await pending.put(await file('referred to'));
      await deps.db.transaction().execute(refer(blob));
    }
    assert.equal(stored.size, 1);
  });

  it('stay while the catalog is not reachable', async (t) => {
    const { deps, stored, temp, file } = await setUp(t);
    const closed = openSqliteCatalog(':memory:');
    await closed.close();
    {
      await using pending = openPendingBlobs({ ...deps, db: closed.db }, temp);
      await pending.put(await file('orphan'));
    }
    assert.equal(stored.size, 1);
  });

  it('do not fail the disposal where the store refuses to delete', async (t) => {
    const { deps, temp, file } = await setUp(t);
    const blobs = { ...deps.blobs, delete: () => Promise.reject(new Error('planted')) };
    await using pending = openPendingBlobs({ ...deps, blobs }, temp);
    await pending.put(await file('orphan'));
  });

  it('are removed only when their puts have ended, also those that fail', async (t) => {
    const { deps, stored, temp, file } = await setUp(t);
    const { promise: slow, resolve: goOn } = Promise.withResolvers<void>();
    const put = async (key: string, path: string) => {
      if (path.endsWith('broken')) throw new Error('planted');
      await slow;
      return deps.blobs.put(key, path);
    };
    const files = [await file('slow'), await file('broken')];
    await assert.rejects(async () => {
      await using pending = openPendingBlobs({ ...deps, blobs: { ...deps.blobs, put } }, temp);
      setTimeout(goOn, 20);
      await Promise.all(files.map((one) => pending.put(one)));
    }, /planted/);
    assert.equal(stored.size, 0);
  });

  it('leave no temporary file to remove where the store moves files', async (t) => {
    const { deps, forgotten, temp, file } = await setUp(t);
    const moving = { ...deps.blobs, put: async () => ({ moved: true }) };
    await using pending = openPendingBlobs({ ...deps, blobs: moving }, temp);
    const { path } = await file('moved');
    await pending.put({ path, sizeBytes: 5, sha256: 'moved' });
    assert.deepEqual(forgotten, [path]);
  });
});
