import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createDiskBlobs } from '../../../src/blobs/disk.ts';
import { isUnavailable } from '../../contracts/blob-store.ts';

async function setUp(t: TestContext) {
  const directory = await mkdtemp(join(tmpdir(), 'imgd-disk-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  const root = join(directory, 'blobs');
  let files = 0;
  const file = async () => {
    const path = join(directory, `upload-${files++}`);
    await writeFile(path, 'bytes');
    return path;
  };
  return { root, file, store: await createDiskBlobs(root) };
}

describe('the disk store', () => {
  it('removes folders that a delete leaves empty, but never its root', async (t) => {
    const { root, file, store } = await setUp(t);
    await store.put('20260101/0000/a', await file());
    await store.put('20260101/0001/a', await file());
    await store.delete('20260101/0000/a');
    assert.deepEqual(await readdir(join(root, '20260101')), ['0001']);
    await store.delete('20260101/0001/a');
    assert.deepEqual(await readdir(root), []);
    await store.delete('20260101/0001/a');
    assert.ok(existsSync(root));
  });

  it('recreates folders that were removed after the last put, by a delete or by hand', async (t) => {
    const { root, file, store } = await setUp(t);
    await store.put('20260101/0000/a', await file());
    await store.delete('20260101/0000/a');
    await store.put('20260101/0000/b', await file());
    await rm(join(root, '20260101'), { recursive: true });
    await store.put('20260101/0000/c', await file());
    assert.deepEqual(await readdir(join(root, '20260101', '0000')), ['c']);
  });

  it('puts while deletes remove the folders', async (t) => {
    const { root, file, store } = await setUp(t);
    for (let round = 0; round < 30; round++) {
      const day = `202601${String(round + 10)}`;
      const keys = Array.from({ length: 6 }, (_, i) => `${day}/000${i % 3}/${i}`);
      await Promise.all(
        keys.map(async (key) => {
          for (let i = 0; i < 4; i++) {
            await store.put(key, await file());
            await store.delete(key);
          }
        }),
      );
    }
    assert.deepEqual(await readdir(root), []);
  });

  it('leaves nothing under the key of a failed put, and accepts the next one', async (t) => {
    const { root, file, store } = await setUp(t);
    await mkdir(join(root, '20260101/0000/a/in-the-way'), { recursive: true });
    await assert.rejects(store.put('20260101/0000/a', await file()), isUnavailable);
    await writeFile(join(root, '20260102'), 'a file where a folder should be');
    await assert.rejects(store.put('20260102/0000/a', await file()), isUnavailable);
    await rm(join(root, '20260102'));
    await store.put('20260102/0000/a', await file());
    assert.equal(String(await store.read('20260102/0000/a')), 'bytes');
  });

  it('tells failures of the store from missing blobs', async (t) => {
    const { root, store } = await setUp(t);
    await mkdir(join(root, 'folder/in/the/way'), { recursive: true });
    await assert.rejects(store.read('folder'), isUnavailable);
    await assert.rejects(store.delete('folder'), isUnavailable);
    await rm(root, { recursive: true });
    await assert.rejects(store.check(), isUnavailable);
  });
});
