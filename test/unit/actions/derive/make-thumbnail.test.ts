import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeThumbnail, type ThumbnailDeps } from '../../../../src/actions/derive/make-thumbnail.ts';
import { isRefusalOfCaller } from '../../../../src/actions/derive/make-variant.ts';
import { addReference } from '../../../../src/catalog/blobs/blobs.ts';
import { leaseThumbnail } from '../../../../src/catalog/blobs/thumbnails.ts';
import { openSqliteCatalog } from '../../../../src/catalog/database.ts';
import { findImage } from '../../../../src/catalog/images/images.ts';
import { createRemovals } from '../../../../src/catalog/images/removals.ts';
import { migrate } from '../../../../src/catalog/migrate.ts';
import { AppError } from '../../../../src/core/errors.ts';
import { type Decoder, outputFile, type ProcessedImage, type ProcessJob } from '../../../../src/imaging/port.ts';
import { createCallerFlight } from '../../../../src/lib/coalesce.ts';
import { blobState, makeImage } from '../../../contracts/catalog-support.ts';
import { createFakeClock } from '../../../support/clock.ts';
import { createMemoryBlobs } from '../../../support/memory-blobs.ts';

/** Two nodes on one catalog and one store, images without thumbnails, and a controllable decoder. */
async function setUp(t: TestContext) {
  const { db, close } = openSqliteCatalog(':memory:');
  const tempDir = await mkdtemp(join(tmpdir(), 'imgd-thumbnail-'));
  t.after(async () => {
    await close();
    await rm(tempDir, { recursive: true, force: true });
  });
  await migrate(db);
  const stored = new Map<string, Buffer>();
  const clock = createFakeClock();
  const jobs: ProcessJob[] = [];
  const state = { during: async () => {} };
  const decoder: Pick<Decoder, 'processWithRetry'> = {
    async processWithRetry(job) {
      jobs.push(job);
      await sleep(50);
      await state.during();
      const path = outputFile(job.outputPath, 'thumbnail');
      await writeFile(path, 'thumbnail');
      const file = { path, sizeBytes: 9, sha256: 'f'.repeat(64) };
      return { thumbnail: { format: 'PNG', width: 3, height: 2, file } } as ProcessedImage;
    },
  };
  const node = (): ThumbnailDeps => ({
    db,
    clock,
    blobs: createMemoryBlobs(stored),
    decoder: decoder as Decoder,
    tempDir,
    minFreeBytes: 0,
    thumbnailFlights: createCallerFlight(isRefusalOfCaller),
  });

  /** An image after a lazy upload. Images with the same bytes share their original. */
  async function pending(sha256: string) {
    const row = await makeImage(db, {}, sha256);
    await db.transaction().execute(async (tx) => {
      const changes = { thumbnail_key: row.original_key, thumbnail_state: 'pending' } as const;
      await addReference(tx, row.original_key);
      await tx.updateTable('images').set(changes).where('id', '=', row.id).execute();
      await tx.deleteFrom('blobs').where('key', '=', row.thumbnail_key).execute();
    });
    stored.set(row.original_key, Buffer.from('original'));
    const image = await findImage(db, row.id, clock.now());
    assert.ok(image);
    return image;
  }
  const remove = (id: string) =>
    db.transaction().execute((tx) => createRemovals(false).removeImage(tx, id, 'request', clock.now()));
  return { db, clock, stored, jobs, state, tempDir, pending, remove, first: node(), second: node() };
}

const CALLER = 'address:192.0.2.1';

test('500 concurrent requests on two nodes decode once and get the same thumbnail', async (t) => {
  const { first, second, pending, jobs, stored, db, tempDir } = await setUp(t);
  const image = await pending('a');
  const asked = Array.from({ length: 500 }, (_, n) => makeThumbnail(n % 2 ? first : second, image, CALLER));
  const keys = new Set((await Promise.all(asked)).map(({ thumbnail_key: key }) => key));
  assert.equal(jobs.length, 1);
  assert.equal(keys.size, 1);
  const [key = ''] = keys;
  assert.equal(stored.get(key)?.toString(), 'thumbnail');
  const { refs } = await blobState(db);
  assert.deepEqual(refs, [[image.original_key, 1] as const, [key, 1] as const].sort());
  assert.deepEqual(await db.selectFrom('variants').selectAll().execute(), [], 'no lease remains');
  assert.deepEqual(await readdir(tempDir), []);
});

test('images with the same bytes get one thumbnail at the same time', async (t) => {
  const { first, pending, jobs, db } = await setUp(t);
  const images = [await pending('a'), await pending('a'), await pending('a')];
  const [one] = await Promise.all(images.map((image) => makeThumbnail(first, image, CALLER)));
  assert.equal(jobs.length, 1);
  const rows = await db.selectFrom('images').select(['thumbnail_key', 'thumbnail_state']).execute();
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    images.map(() => ({ thumbnail_key: one?.thumbnail_key, thumbnail_state: 'made' })),
  );
  const { refs } = await blobState(db);
  assert.deepEqual(new Map(refs).get(one?.thumbnail_key ?? ''), 3);
  assert.deepEqual(new Map(refs).get(one?.original_key ?? ''), 3);
});

test('an image that does not decode is recorded, fails all waiting requests, and is not decoded again', async (t) => {
  const { first, second, pending, jobs, state, stored, db } = await setUp(t);
  const image = await pending('a');
  state.during = async () => {
    throw new AppError('INVALID_IMAGE', { detail: 'Its end is missing.' });
  };
  for (const node of [first, second, first]) {
    const refusal = { code: 'THUMBNAIL_NOT_FOUND', detail: 'Its end is missing.' };
    await assert.rejects(
      Promise.all([makeThumbnail(node, image, CALLER), makeThumbnail(node, image, CALLER)]),
      refusal,
    );
  }
  assert.equal(jobs.length, 1);
  assert.equal(stored.size, 1);
  assert.deepEqual(await db.selectFrom('variants').selectAll().execute(), []);
});

test('a failure with another cause leaves the thumbnail pending, and the next request makes it', async (t) => {
  const { first, pending, jobs, state, stored } = await setUp(t);
  const image = await pending('a');
  state.during = async () => {
    throw new AppError('SERVICE_UNAVAILABLE');
  };
  await assert.rejects(makeThumbnail(first, image, CALLER), { code: 'SERVICE_UNAVAILABLE' });
  assert.equal(stored.size, 1);
  state.during = async () => {};
  assert.equal((await makeThumbnail(first, image, CALLER)).thumbnail_state, 'made');
  assert.equal(jobs.length, 2);
});

test('an image that is deleted while its thumbnail is made leaves no thumbnail', async (t) => {
  const { first, pending, remove, state, stored, db } = await setUp(t);
  const image = await pending('a');
  state.during = async () => {
    await remove(image.id);
  };
  await assert.rejects(makeThumbnail(first, image, CALLER), { code: 'IMAGE_NOT_FOUND' });
  assert.deepEqual([...stored.keys()], [image.original_key], 'only garbage');
  assert.deepEqual(await blobState(db), { refs: [], garbage: [image.original_key] });
  assert.deepEqual(await db.selectFrom('variants').selectAll().execute(), []);
});

test('of two images with the same bytes, one of which is deleted, the other gets its thumbnail', async (t) => {
  const { first, pending, remove, state, db } = await setUp(t);
  const [gone, kept] = [await pending('a'), await pending('a')];
  state.during = async () => {
    await remove(gone.id);
  };
  await assert.rejects(makeThumbnail(first, gone, CALLER), { code: 'IMAGE_NOT_FOUND' });
  const { thumbnail_key: key } = await makeThumbnail(first, kept, CALLER);
  assert.deepEqual(
    new Map((await blobState(db)).refs),
    new Map([
      [kept.original_key, 1],
      [key, 1],
    ]),
  );
});

test('the lease of a dead node delays the thumbnail until it ends', async (t) => {
  const { first, pending, jobs, db, clock } = await setUp(t);
  const image = await pending('a');
  assert.ok(await leaseThumbnail(db, image.original_key, clock.now(), 60_000));
  const asked = makeThumbnail(first, image, CALLER);
  await sleep(20);
  assert.equal(jobs.length, 0);
  clock.advance(60_001);
  assert.equal((await asked).thumbnail_state, 'made');
  assert.equal(jobs.length, 1);
});

test('no thumbnail is made while too little space is free', async (t) => {
  const { first, pending, jobs, stored } = await setUp(t);
  const image = await pending('a');
  const full = { ...first, minFreeBytes: Number.MAX_SAFE_INTEGER };
  await assert.rejects(makeThumbnail(full, image, CALLER), { code: 'STORAGE_UNAVAILABLE' });
  assert.deepEqual([jobs.length, stored.size], [0, 1]);
  assert.equal((await makeThumbnail(first, image, CALLER)).thumbnail_state, 'made');
});
