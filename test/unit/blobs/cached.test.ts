import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { type CacheOptions, createCachedBlobs } from '../../../src/blobs/cached.ts';
import type { BlobStore } from '../../../src/blobs/port.ts';
import { AppError } from '../../../src/core/errors.ts';
import { createMemoryBlobs } from '../../support/memory-blobs.ts';
import { until } from '../../support/until.ts';

const KEY = '20260101/0000/a';
const SMALL = randomBytes(10_000);
const LARGE = randomBytes(700_000);

/** A store that counts fetches, sends its bytes in chunks, and waits for the gate. */
function countingStore() {
  const bytes = new Map<string, Buffer>([[KEY, SMALL]]);
  const memory = createMemoryBlobs(bytes);
  const counts = { reads: 0, opens: 0, ranges: 0 };
  const gate = { open: Promise.resolve() };
  const store: BlobStore = {
    ...memory,
    async read(key) {
      counts.reads++;
      await gate.open;
      return memory.read(key);
    },
    async open(key, range) {
      counts[range === undefined ? 'opens' : 'ranges']++;
      const whole = bytes.get(key);
      if (whole === undefined) return undefined;
      const asked = range === undefined ? whole : whole.subarray(range.start, range.end + 1);
      return pieces(asked, gate.open);
    },
  };
  return { store, bytes, counts, gate };
}

async function* pieces(bytes: Buffer, opened: Promise<void>): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < bytes.length; i += 50_000) {
    if (i >= 200_000) await opened;
    yield bytes.subarray(i, i + 50_000);
  }
}

async function setUp(t: TestContext, options: Partial<CacheOptions> = {}) {
  const parent = await mkdtemp(join(tmpdir(), 'imgd-cache-'));
  t.after(() => rm(parent, { recursive: true }));
  const directory = join(parent, 'cache');
  const under = countingStore();
  const open = async () => {
    const cached = await createCachedBlobs(under.store, {
      directory,
      maxBytes: 10_000_000,
      maxAgeMs: 3_600_000,
      ...options,
    });
    t.after(() => cached.close());
    return cached;
  };
  const copies = async () => {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  };
  /** Copies are written in the background. */
  const untilCopies = async (count: number) => {
    while ((await copies()).filter((path) => !path.startsWith(join(directory, 'tmp'))).length !== count) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  return { ...under, directory, open, copies, untilCopies };
}

const whole = async (body: AsyncIterable<Uint8Array> | undefined) => {
  assert.ok(body !== undefined);
  return Buffer.concat(await Array.fromAsync(body));
};

describe('cached blobs', () => {
  it('fetch a blob once, also across restarts', async (t) => {
    const { open, counts, bytes, untilCopies } = await setUp(t);
    bytes.set('large', LARGE);
    for (let run = 0; run < 2; run++) {
      const cached = await open();
      for (let i = 0; i < 3; i++) {
        assert.ok((await cached.read(KEY))?.equals(SMALL));
        assert.ok((await whole(await cached.open('large'))).equals(LARGE));
        await untilCopies(2);
      }
      const range = await whole(await cached.open('large', { start: 5, end: 600_000 }));
      assert.ok(range.equals(LARGE.subarray(5, 600_001)));
    }
    assert.deepEqual(counts, { reads: 1, opens: 1, ranges: 0 });
  });

  it('share one fetch between concurrent reads', async (t) => {
    const { open, counts, bytes, gate } = await setUp(t);
    bytes.set('large', LARGE);
    const cached = await open();
    const waiting = Promise.withResolvers<void>();
    gate.open = waiting.promise;
    const reads = Array.from({ length: 20 }, () => cached.read(KEY));
    const opens = Array.from({ length: 20 }, async () => whole(await cached.open('large')));
    waiting.resolve();
    for (const read of await Promise.all(reads)) assert.ok(read?.equals(SMALL));
    for (const body of await Promise.all(opens)) assert.ok(body.equals(LARGE));
    assert.deepEqual(counts, { reads: 1, opens: 1, ranges: 0 });
  });

  it('stream the first bytes of a large blob before the last arrive', async (t) => {
    const { open, bytes, gate } = await setUp(t);
    bytes.set('large', LARGE);
    const cached = await open();
    const waiting = Promise.withResolvers<void>();
    gate.open = waiting.promise;
    const body = await cached.open('large');
    assert.ok(body !== undefined);
    const got: Uint8Array[] = [];
    for await (const chunk of body) {
      got.push(chunk);
      waiting.resolve();
    }
    assert.ok(Buffer.concat(got).equals(LARGE));
  });

  it('pass ranges of blobs without a copy to the store', async (t) => {
    const { open, counts } = await setUp(t);
    const cached = await open();
    assert.ok((await whole(await cached.open(KEY, { start: 10, end: 19 }))).equals(SMALL.subarray(10, 20)));
    assert.deepEqual(counts, { reads: 0, opens: 0, ranges: 1 });
  });

  for (const [what, harm] of [
    ['changed', (path: string) => writeFile(path, randomBytes(SMALL.length))],
    ['truncated', (path: string) => truncate(path, 100)],
    ['missing', (path: string) => rm(path)],
  ] as const) {
    it(`fetch a blob again when its copy is ${what}`, async (t) => {
      const { open, counts, copies, untilCopies } = await setUp(t);
      const cached = await open();
      await cached.read(KEY);
      await untilCopies(1);
      const [path = ''] = await copies();
      await harm(path);
      assert.ok((await whole(await cached.open(KEY))).equals(SMALL));
      // Wait until the corrupt copy has been replaced.
      await until(async () => (await readFile(path).catch(() => undefined))?.equals(SMALL));
      await harm(path);
      assert.ok((await cached.read(KEY))?.equals(SMALL));
      assert.deepEqual(counts, { reads: 2, opens: 1, ranges: 0 });
    });
  }

  it('do not trust copies of an earlier run with a wrong checksum', async (t) => {
    const { open, counts, copies, untilCopies, directory } = await setUp(t);
    const digest = createHash('sha256').update(KEY).digest('hex').slice(0, 40);
    const wrong = randomBytes(SMALL.length);
    await mkdir(join(directory, digest.slice(0, 2)), { recursive: true });
    const sha256 = createHash('sha256').update(SMALL).digest('hex');
    await writeFile(join(directory, digest.slice(0, 2), `${digest}.${SMALL.length}.${sha256}`), wrong);
    await writeFile(join(directory, 'stranger'), wrong);
    const cached = await open();
    assert.equal((await copies()).length, 1, 'other files are removed');
    assert.ok((await whole(await cached.open(KEY))).equals(SMALL));
    await untilCopies(1);
    assert.equal(counts.opens, 1);
  });

  it('stay within their size and evict the least recently used copies', async (t) => {
    const { open, counts, bytes, copies, directory } = await setUp(t, { maxBytes: 80_000 });
    const cached = await open();
    for (let i = 0; i < 8; i++) {
      bytes.set(`blob-${i}`, randomBytes(10_000));
      await cached.read(`blob-${i}`);
      while (
        (await copies()).filter((path) => path.endsWith(sha256(bytes.get(`blob-${i}`)))).length === 0 ||
        (await copies()).some((path) => path.startsWith(join(directory, 'tmp')))
      ) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
    await cached.read('blob-0');
    bytes.set('blob-8', randomBytes(10_000));
    await cached.read('blob-8');
    // The eviction follows the new copy.
    await until(async () => {
      const paths = await copies();
      return paths.length === 8 && paths.some((path) => path.endsWith(sha256(bytes.get('blob-8'))));
    });
    const before = counts.reads;
    await cached.read('blob-0');
    assert.equal(counts.reads, before, 'recently used, so kept');
    await cached.read('blob-1');
    assert.equal(counts.reads, before + 1, 'evicted');
    bytes.set('huge', randomBytes(20_000));
    assert.equal((await cached.read('huge'))?.length, 20_000);
    assert.equal((await whole(await cached.open('huge'))).length, 20_000);
    assert.ok(
      !(await copies()).some((path) => path.endsWith(sha256(bytes.get('huge')))),
      'larger than the largest share',
    );
  });

  it('serve from the store when the disk is not writable', async (t) => {
    const { open, counts, bytes, directory } = await setUp(t);
    bytes.set('large', LARGE);
    const cached = await open();
    await rm(directory, { recursive: true });
    for (let i = 0; i < 2; i++) {
      assert.ok((await cached.read(KEY))?.equals(SMALL));
      assert.ok((await whole(await cached.open('large'))).equals(LARGE));
    }
    assert.ok(counts.reads >= 1 && counts.opens >= 2);
  });

  it('cache new blobs, and drop deleted ones', async (t) => {
    const { open, store, bytes, counts, directory, copies } = await setUp(t);
    const file = join(directory, '..', 'upload');
    // Like S3, and unlike memory, it leaves the file in its location.
    store.put = async (key) => {
      bytes.set(key, SMALL);
      return { moved: false };
    };
    const cached = await open();
    await writeFile(file, SMALL);
    await cached.put('new', file);
    assert.ok((await cached.read('new'))?.equals(SMALL));
    assert.equal(counts.reads, 0);
    await cached.delete('new');
    assert.equal(await cached.read('new'), undefined);
    assert.deepEqual(await copies(), []);
  });

  it('drop expired copies', async (t) => {
    const { open, counts, copies, untilCopies } = await setUp(t);
    await (await open()).read(KEY);
    await untilCopies(1);
    const yesterday = new Date(Date.now() - 86_400_000);
    for (const path of await copies()) await utimes(path, yesterday, yesterday);
    await (await open()).read(KEY);
    assert.equal(counts.reads, 2);
  });

  it('pass on that the store is unavailable', async (t) => {
    const { open, store } = await setUp(t);
    store.open = async () => Promise.reject(new AppError('STORAGE_UNAVAILABLE'));
    const cached = await open();
    await assert.rejects(cached.open(KEY), { code: 'STORAGE_UNAVAILABLE' });
  });
});

function sha256(bytes: Buffer | undefined): string {
  return createHash('sha256')
    .update(bytes ?? '')
    .digest('hex');
}
