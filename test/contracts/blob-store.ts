import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { type BlobStore, newBlobKey } from '../../src/blobs/port.ts';
import { AppError } from '../../src/core/errors.ts';

/** A store, and access to its bytes around the port, so that put and get cannot hide each other's bug. */
export interface StoreUnderTest {
  store: BlobStore;
  plant(key: string, bytes: Buffer): Promise<void>;
  peek(key: string): Promise<Buffer | undefined>;
  /** All keys, in any order. */
  keys(): Promise<string[]>;
  close(): Promise<void>;
}

/** The contract of all blob stores. @param open creates a new, empty store that accepts files in `directory` */
export function blobStoreContract(
  name: string,
  open: (directory: string) => Promise<StoreUnderTest>,
  { skip = false, keySets = 40 }: { skip?: string | false; keySets?: number } = {},
): void {
  const BYTES = Buffer.from(Array.from({ length: 1_000 }, (_, i) => i & 0xff));

  async function setUp(t: TestContext) {
    const directory = await mkdtemp(join(tmpdir(), 'imgd-blobs-'));
    const under = await open(directory);
    t.after(async () => {
      await under.close();
      await rm(directory, { recursive: true, force: true });
    });
    let files = 0;
    const file = async (bytes: Buffer) => {
      const path = join(directory, `upload-${files++}`);
      await writeFile(path, bytes);
      return path;
    };
    return { ...under, file, directory };
  }

  describe(`blob store contract: ${name}`, { skip }, () => {
    it('puts exactly the bytes of the file under the key', async (t) => {
      const { store, peek, keys, file } = await setUp(t);
      const contents = [BYTES, Buffer.alloc(0), Buffer.alloc(3_000_000, 7)];
      const put = contents.map((bytes) => ({ key: newBlobKey(Date.now()), bytes }));
      await Promise.all(put.map(async ({ key, bytes }) => store.put(key, await file(bytes))));
      for (const { key, bytes } of put) assert.ok((await peek(key))?.equals(bytes), `${bytes.length} bytes`);
      assert.deepEqual((await keys()).sort(), put.map(({ key }) => key).sort());
    });

    it('shows nothing of a failed put', async (t) => {
      const { store, keys, directory } = await setUp(t);
      await assert.rejects(store.put('20260101/0000/a', join(directory, 'no-such-file')));
      assert.deepEqual(await keys(), []);
      assert.equal(await store.read('20260101/0000/a'), undefined);
      assert.deepEqual(await Array.fromAsync(store.list()), []);
    });

    it('reads, opens and measures blobs', async (t) => {
      const { store, plant } = await setUp(t);
      await plant('20260101/0000/a', BYTES);
      await plant('20260101/0000/empty', Buffer.alloc(0));
      assert.ok((await store.read('20260101/0000/a'))?.equals(BYTES));
      assert.equal((await store.read('20260101/0000/empty'))?.length, 0);
      assert.equal(await store.size('20260101/0000/a'), BYTES.length);
      assert.equal(await store.size('20260101/0000/empty'), 0);
      assert.ok((await all(store.open('20260101/0000/a'))).equals(BYTES));
      assert.equal((await all(store.open('20260101/0000/empty'))).length, 0);
    });

    it('opens ranges with both ends included', async (t) => {
      const { store, plant } = await setUp(t);
      await plant('20260101/0000/a', BYTES);
      const last = BYTES.length - 1;
      for (const [start, end] of [
        [0, 0],
        [0, last],
        [1, 1],
        [17, 480],
        [last, last],
      ] as [number, number][]) {
        const found = await all(store.open('20260101/0000/a', { start, end }));
        assert.ok(found.equals(BYTES.subarray(start, end + 1)), `${start} to ${end}`);
      }
    });

    it('returns undefined for missing blobs', async (t) => {
      const { store, plant } = await setUp(t);
      await plant('20260101/0000/a', BYTES);
      for (const key of ['20260101/0000/b', '20270101/0000/a', '20260101/0000/a/b']) {
        assert.equal(await store.read(key), undefined, key);
        assert.equal(await store.size(key), undefined, key);
        assert.equal(await store.open(key), undefined, key);
        assert.equal(await store.open(key, { start: 0, end: 1 }), undefined, key);
      }
    });

    it('deletes one blob only, also repeatedly', async (t) => {
      const { store, plant, keys } = await setUp(t);
      for (const key of ['20260101/0000/a', '20260101/0000/b', '20260101/0001/a']) await plant(key, BYTES);
      await store.delete('20260101/0000/a');
      await store.delete('20260101/0000/a');
      await store.delete('20270101/0000/never');
      assert.deepEqual((await keys()).sort(), ['20260101/0000/b', '20260101/0001/a']);
      await Promise.all([1, 2, 3].map(() => store.delete('20260101/0001/a')));
      assert.deepEqual(await keys(), ['20260101/0000/b']);
    });

    it('lists blobs with their sizes in the order of their keys, starting behind `after`', async (t) => {
      const { store, plant } = await setUp(t);
      const planted = ['a/b/c', 'a.x/d', 'a0/d', 'a/b.y', 'a/b-z', 'b/1', 'B/1', 'a/b0/c'];
      for (const [size, key] of planted.entries()) await plant(key, Buffer.alloc(size));
      const sorted = planted.map((key, sizeBytes) => ({ key, sizeBytes })).sort((a, b) => (a.key < b.key ? -1 : 1));
      assert.deepEqual(await Array.fromAsync(store.list()), sorted);
      for (const after of ['', ...planted, 'a', 'a/', 'a/b', 'a/b/', 'a/b/b', 'a/c', 'a~', '~']) {
        const expected = sorted.filter(({ key }) => key > after);
        assert.deepEqual(await Array.fromAsync(store.list(after)), expected, `after "${after}"`);
      }
    });

    it('lists arbitrary keys in order', async (t) => {
      const name = fc.string({ unit: fc.constantFrom(...'aAzZ09-._~'), minLength: 1, maxLength: 4 });
      // No key is a folder of another one, or a reserved name of file systems.
      const key = fc
        .tuple(name, name, name)
        .filter((names) => names.every((one) => !/^\.+$/.test(one)))
        .map((names) => names.join('/'));
      const keyLists = fc.uniqueArray(key, { maxLength: 12 });
      await fc.assert(
        fc.asyncProperty(keyLists, fc.oneof(key, name), async (planted, after) => {
          const directory = await mkdtemp(join(tmpdir(), 'imgd-blobs-'));
          const { store, plant, close } = await open(directory);
          for (const one of planted) await plant(one, BYTES);
          const listed = await Array.fromAsync(store.list(after));
          assert.deepEqual(
            listed.map((one) => one.key),
            planted.filter((one) => one > after).sort(),
          );
          await close();
          await rm(directory, { recursive: true, force: true });
        }),
        { numRuns: keySets },
      );
      t.diagnostic(`${keySets} sets of keys`);
    });

    it('continues a listing while blobs are added and deleted', async (t) => {
      const { store, plant } = await setUp(t);
      for (const key of ['20260101/0000/a', '20260101/0001/a', '20260102/0000/a']) await plant(key, BYTES);
      const seen: string[] = [];
      for await (const { key } of store.list()) {
        seen.push(key);
        if (seen.length === 1) await store.delete('20260101/0001/a');
      }
      assert.equal(seen.at(0), '20260101/0000/a');
      assert.equal(seen.at(-1), '20260102/0000/a');
    });

    it('separates concurrent puts and deletes in the same directory', async (t) => {
      const { store, keys, peek, file } = await setUp(t);
      const kept: string[] = [];
      const work = Array.from({ length: 8 }, async (_, worker) => {
        for (let i = 0; i < 40; i++) {
          const key = `20260101/0000/${worker}-${i}`;
          await store.put(key, await file(Buffer.from(key)));
          if (i % 10 === 9) kept.push(key);
          else await store.delete(key);
        }
      });
      await Promise.all(work);
      assert.deepEqual((await keys()).sort(), kept.sort());
      for (const key of kept) assert.equal(String(await peek(key)), key);
    });

    it('stores the last owner token beside the blobs', async (t) => {
      const { store, plant } = await setUp(t);
      assert.equal(await store.readOwnerToken(), undefined);
      await plant('20260101/0000/a', BYTES);
      for (const text of ['one', 'another']) {
        await store.writeOwnerToken(text);
        assert.equal(await store.readOwnerToken(), text);
      }
      assert.deepEqual(await Array.fromAsync(store.list()), [{ key: '20260101/0000/a', sizeBytes: BYTES.length }]);
    });

    it('reports its free bytes', async (t) => {
      const { store } = await setUp(t);
      const { freeBytes } = await store.check();
      assert.ok(freeBytes === null || freeBytes > 0);
    });
  });
}

/** For `assert.rejects`: a failure of the store as the port defines it. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'STORAGE_UNAVAILABLE' && (error.retryAfterSeconds ?? 0) > 0;
}

async function all(opening: Promise<AsyncIterable<Uint8Array> | undefined>): Promise<Buffer> {
  const body = await opening;
  assert.ok(body !== undefined, 'the blob exists');
  return Buffer.concat(await Array.fromAsync(body));
}
