import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeVariant, type VariantDeps } from '../../../../src/actions/derive/make-variant.ts';
import { findVariant, leaseVariant } from '../../../../src/catalog/blobs/variants.ts';
import { openSqliteCatalog } from '../../../../src/catalog/database.ts';
import { findImage } from '../../../../src/catalog/images/images.ts';
import { createRemovals } from '../../../../src/catalog/images/removals.ts';
import { migrate } from '../../../../src/catalog/migrate.ts';
import { AppError } from '../../../../src/core/errors.ts';
import { type Decoder, outputFile, type VariantJob } from '../../../../src/imaging/port.ts';
import { createSingleFlight } from '../../../../src/lib/coalesce.ts';
import { makeImage } from '../../../contracts/catalog-support.ts';
import { createFakeClock } from '../../../support/clock.ts';
import { createMemoryBlobs } from '../../../support/memory-blobs.ts';

const WEBP = { extension: 'webp', name: 'WEBP' } as const;

/** Two nodes on one catalog and one store, and a controllable decoder. */
async function setUp(t: TestContext) {
  const { db, close } = openSqliteCatalog(':memory:');
  const tempDir = await mkdtemp(join(tmpdir(), 'imgd-variant-'));
  t.after(async () => {
    await close();
    await rm(tempDir, { recursive: true, force: true });
  });
  await migrate(db);
  const stored = new Map<string, Buffer>();
  const clock = createFakeClock();
  const row = await makeImage(db);
  stored.set(row.original_key, Buffer.from('original'));
  const image = await findImage(db, row.id, clock.now());
  assert.ok(image);
  const jobs: VariantJob[] = [];
  const state = { during: async () => {} };
  const decoder: Pick<Decoder, 'makeVariant'> = {
    async makeVariant(job) {
      jobs.push(job);
      await sleep(50);
      await state.during();
      const path = outputFile(job.outputPath, 'variant');
      await writeFile(path, 'variant');
      return { path, sizeBytes: 7, sha256: 'f'.repeat(64), format: job.format };
    },
  };
  const node = (): VariantDeps => ({
    db,
    clock,
    blobs: createMemoryBlobs(stored),
    decoder: decoder as Decoder,
    tempDir,
    avifBudgetSeconds: 1,
    variantFlights: createSingleFlight(),
  });
  const id = { originalKey: image.original_key, width: 320, extension: 'webp' };
  return { db, clock, stored, image, jobs, state, id, tempDir, first: node(), second: node() };
}

test('500 concurrent requests on two nodes decode once and get the same bytes', async (t) => {
  const { first, second, image, jobs, stored, tempDir } = await setUp(t);
  const asked = Array.from({ length: 500 }, (_, n) => makeVariant(n % 2 ? first : second, image, 320, WEBP));
  const keys = new Set((await Promise.all(asked)).map(({ blobKey }) => blobKey));
  assert.equal(jobs.length, 1);
  assert.equal(keys.size, 1);
  assert.equal(stored.get([...keys][0] as string)?.toString(), 'variant');
  assert.deepEqual(await readdir(tempDir), []);
});

test('a variant that cannot be made fails all waiting requests, leaves nothing, and the next request retries', async (t) => {
  const { first, image, jobs, state, stored, db, id } = await setUp(t);
  state.during = async () => {
    throw new AppError('INVALID_IMAGE');
  };
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => makeVariant(first, image, 320, WEBP)));
  for (const outcome of outcomes) {
    assert.ok(outcome.status === 'rejected' && outcome.reason instanceof AppError);
    assert.equal(outcome.reason.code, 'VARIANT_NOT_FOUND');
  }
  assert.equal(stored.size, 1);
  state.during = async () => {};
  await makeVariant(first, image, 320, WEBP);
  assert.equal(jobs.length, 2);
  assert.equal((await findVariant(db, id))?.format, 'WEBP');
});

test('an image that is deleted while its variant is made leaves no variant', async (t) => {
  const { first, image, state, stored, db, clock, id } = await setUp(t);
  state.during = async () => {
    await db.transaction().execute((tx) => createRemovals(false).removeImage(tx, image.id, 'request', clock.now()));
  };
  await assert.rejects(makeVariant(first, image, 320, WEBP), { code: 'IMAGE_NOT_FOUND' });
  assert.deepEqual([...stored.keys()], [image.original_key], 'only garbage');
  assert.equal(await findVariant(db, id), undefined);
});

test('the lease of a dead node delays the variant until it ends', async (t) => {
  const { first, image, jobs, clock, db, id } = await setUp(t);
  assert.equal(await leaseVariant(db, id, clock.now(), 60_000), true);
  assert.equal(await leaseVariant(db, id, clock.now(), 60_000), false, 'control: it is leased');
  const waiting = makeVariant(first, image, 320, WEBP);
  await sleep(250);
  assert.equal(jobs.length, 0);
  clock.advance(60_000);
  await waiting;
  assert.equal(jobs.length, 1);
});
