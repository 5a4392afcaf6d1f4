import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createVariantUses } from '../../../../src/actions/derive/create-variant-uses.ts';
import {
  isRefusalOfCaller,
  type Maker,
  makeVariant,
  type VariantDeps,
} from '../../../../src/actions/derive/make-variant.ts';
import { findVariant, leaseVariant } from '../../../../src/catalog/blobs/variants.ts';
import { openSqliteCatalog } from '../../../../src/catalog/database.ts';
import { findImage } from '../../../../src/catalog/images/images.ts';
import { createRemovals } from '../../../../src/catalog/images/removals.ts';
import { migrate } from '../../../../src/catalog/migrate.ts';
import { AppError } from '../../../../src/core/errors.ts';
import { type Decoder, outputFile, type VariantJob } from '../../../../src/imaging/port.ts';
import { createCallerFlight } from '../../../../src/lib/coalesce.ts';
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
    minFreeBytes: 0,
    variantUses: createVariantUses({ db, clock }),
    variantFlights: createCallerFlight(isRefusalOfCaller),
  });
  const id = { originalKey: image.original_key, width: Math.min(320, image.width), extension: 'webp' };
  return { db, clock, stored, image, jobs, state, id, tempDir, first: node(), second: node() };
}

const MAKER: Maker = { caller: 'address:192.0.2.1', count: async () => {}, giveBack: async () => {} };

test('500 concurrent requests on two nodes decode once and get the same bytes', async (t) => {
  const { first, second, image, jobs, stored, tempDir } = await setUp(t);
  const asked = Array.from({ length: 500 }, (_, n) => makeVariant(n % 2 ? first : second, image, 320, WEBP, MAKER));
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
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => makeVariant(first, image, 320, WEBP, MAKER)));
  for (const outcome of outcomes) {
    assert.ok(outcome.status === 'rejected' && outcome.reason instanceof AppError);
    assert.equal(outcome.reason.code, 'VARIANT_NOT_FOUND');
  }
  assert.equal(stored.size, 1);
  state.during = async () => {};
  await makeVariant(first, image, 320, WEBP, MAKER);
  assert.equal(jobs.length, 2);
  assert.equal((await findVariant(db, id))?.format, 'WEBP');
});

test('an image that is deleted while its variant is made leaves no variant', async (t) => {
  const { first, image, state, stored, db, clock, id } = await setUp(t);
  state.during = async () => {
    await db.transaction().execute((tx) => createRemovals(false).removeImage(tx, image.id, 'request', clock.now()));
  };
  await assert.rejects(makeVariant(first, image, 320, WEBP, MAKER), { code: 'IMAGE_NOT_FOUND' });
  assert.deepEqual([...stored.keys()], [image.original_key], 'only garbage');
  assert.equal(await findVariant(db, id), undefined);
});

test('the lease of a dead node delays the variant until it ends', async (t) => {
  const { first, image, jobs, clock, db, id } = await setUp(t);
  assert.equal(await leaseVariant(db, id, clock.now(), 60_000), true);
  assert.equal(await leaseVariant(db, id, clock.now(), 60_000), false, 'control: it is leased');
  const waiting = makeVariant(first, image, 320, WEBP, MAKER);
  await sleep(250);
  assert.equal(jobs.length, 0);
  clock.advance(60_000);
  await waiting;
  assert.equal(jobs.length, 1);
});

test('the caller that makes a variant pays, and not one that joins it or finds it', async (t) => {
  const { first, image } = await setUp(t);
  const counted: string[] = [];
  const maker = (caller: string) => ({ ...MAKER, caller, count: async () => void counted.push(caller) });
  await Promise.all(['a', 'b', 'c'].map((caller) => makeVariant(first, image, 320, WEBP, maker(caller))));
  await makeVariant(first, image, 320, WEBP, maker('d'));
  assert.deepEqual(counted, ['a']);
});

test('a caller that may not make a variant does not stop another one that asks for it at the same time', async (t) => {
  const { first, image, jobs } = await setUp(t);
  const refused: Maker = {
    ...MAKER,
    caller: 'flood',
    async count() {
      throw new AppError('TOO_MANY_ATTEMPTS');
    },
  };
  const [flood, also, other] = await Promise.allSettled([
    makeVariant(first, image, 320, WEBP, refused),
    makeVariant(first, image, 320, WEBP, refused),
    makeVariant(first, image, 320, WEBP, MAKER),
  ]);
  assert.equal(flood.status, 'rejected');
  assert.equal(also.status, 'rejected');
  assert.equal(other.status, 'fulfilled');
  assert.equal(jobs.length, 1);
});

test('a variant that the service could not make is not paid', async (t) => {
  const { first, image, state, db } = await setUp(t);
  let paid = 0;
  const maker: Maker = {
    ...MAKER,
    count: async () => void paid++,
    giveBack: async () => void paid--,
  };
  state.during = async () => {
    throw new AppError('SERVICE_UNAVAILABLE');
  };
  await assert.rejects(makeVariant(first, image, 320, WEBP, maker), { code: 'SERVICE_UNAVAILABLE' });
  assert.equal(paid, 0);
  await assert.rejects(makeVariant({ ...first, minFreeBytes: Number.MAX_SAFE_INTEGER }, image, 320, WEBP, maker), {
    code: 'STORAGE_UNAVAILABLE',
  });
  assert.equal(paid, 0);
  assert.deepEqual(await db.selectFrom('variants').selectAll().execute(), [], 'no lease remains');
});

test('presets that give an image the same size share a variant', async (t) => {
  const { first, image, jobs } = await setUp(t);
  const widths = [image.width, image.width + 1, 10 * image.width];
  const made = await Promise.all(widths.map((width) => makeVariant(first, image, width, WEBP, MAKER)));
  assert.equal(new Set(made.map(({ blobKey }) => blobKey)).size, 1);
  assert.deepEqual(
    jobs.map(({ width }) => width),
    [image.width],
  );
});
