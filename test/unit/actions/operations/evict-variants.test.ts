import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createVariantUses } from '../../../../src/actions/derive/create-variant-uses.ts';
import { collectGarbage } from '../../../../src/actions/operations/collect-garbage.ts';
import {
  EVICT_VARIANTS_JOB,
  evictVariants,
  variantFiguresOf,
} from '../../../../src/actions/operations/evict-variants.ts';
import { newBlobKey } from '../../../../src/blobs/port.ts';
import { listWrongRefs } from '../../../../src/catalog/blobs/blob-integrity.ts';
import { listGarbage } from '../../../../src/catalog/blobs/blobs.ts';
import { commitVariant, findVariant, leaseVariant, type VariantId } from '../../../../src/catalog/blobs/variants.ts';
import { openSqliteCatalog } from '../../../../src/catalog/database.ts';
import { migrate } from '../../../../src/catalog/migrate.ts';
import { randomBase62 } from '../../../../src/core/ids.ts';
import { evictVariantsJob } from '../../../../src/jobs/kinds.ts';
import { makeImage } from '../../../contracts/catalog-support.ts';
import { createFakeClock } from '../../../support/clock.ts';
import { createMemoryBlobs } from '../../../support/memory-blobs.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

async function setUp(t: TestContext) {
  const { db, close } = openSqliteCatalog(':memory:');
  t.after(close);
  await migrate(db);
  const stored = new Map<string, Buffer>();
  const clock = createFakeClock();
  const deps = { db, clock, blobs: createMemoryBlobs(stored) };
  const image = await makeImage(db);
  /** Makes and stores a variant of some bytes. */
  async function add(width: number, sizeBytes: number): Promise<VariantId> {
    const id = { originalKey: image.original_key, width, extension: 'webp' };
    const blob = { key: newBlobKey(clock.now()), sha256: randomBase62(64), sizeBytes };
    await leaseVariant(db, id, clock.now(), MINUTE_MS);
    await db.transaction().execute((tx) => commitVariant(tx, id, blob, 'WEBP', clock.now()));
    stored.set(blob.key, Buffer.alloc(1));
    clock.advance(MINUTE_MS);
    return id;
  }
  async function left(ids: readonly VariantId[]): Promise<number[]> {
    const found: number[] = [];
    for (const id of ids) if ((await findVariant(db, id)) !== undefined) found.push(id.width);
    return found;
  }
  return { db, stored, clock, deps, add, left };
}

describe('the eviction of variants', () => {
  it('deletes the least recently used until the rest is within the bytes', async (t) => {
    const { db, deps, clock, stored, add, left } = await setUp(t);
    const ids = [await add(1, 100), await add(2, 100), await add(3, 100), await add(4, 100)];
    const uses = createVariantUses(deps);
    clock.advance(HOUR_MS);
    uses.note(ids[0] as VariantId, { usedAt: 0 });
    await uses.flush();
    assert.deepEqual(await evictVariants(deps, 250), { bytes: 200, evicted: 2 });
    assert.deepEqual(await left(ids), [1, 4]);
    assert.equal(stored.size, 2);
    assert.deepEqual([await listGarbage(db, 9), await listWrongRefs(db)], [[], []]);
    assert.deepEqual(await evictVariants(deps, 250), { bytes: 200, evicted: 0 });
  });

  it('deletes more than a batch, and nothing where the bytes are unlimited', async (t) => {
    const { deps, stored, add, left } = await setUp(t);
    const ids: VariantId[] = [];
    for (let width = 1; width <= 120; width++) ids.push(await add(width, 10));
    assert.deepEqual(await evictVariants(deps, 0), { bytes: 1_200, evicted: 0 });
    assert.deepEqual(await evictVariants(deps, 35), { bytes: 30, evicted: 117 });
    assert.deepEqual(await left(ids), [118, 119, 120]);
    assert.equal(stored.size, 3);
  });

  it('leaves garbage where the process dies or the store fails between the row and the bytes', async (t) => {
    const { db, deps, stored, add, left } = await setUp(t);
    const ids = [await add(1, 100), await add(2, 100)];
    const dead = { ...deps.blobs, delete: async () => Promise.reject(new Error('no store')) };
    assert.deepEqual(await evictVariants({ ...deps, blobs: dead }, 100), { bytes: 100, evicted: 1 });
    assert.deepEqual(await left(ids), [2]);
    assert.equal((await listGarbage(db, 9)).length, 1);
    assert.equal(stored.size, 2);
    await collectGarbage(deps);
    assert.deepEqual([stored.size, await listGarbage(db, 9), await listWrongRefs(db)], [1, [], []]);
  });

  it('is a job whose payload sums up what it has deleted', async (t) => {
    const { deps, add } = await setUp(t);
    const { kind, run } = evictVariantsJob(deps, 150);
    assert.equal(kind, EVICT_VARIANTS_JOB);
    await add(1, 100);
    await add(2, 100);
    const first = await run(null);
    assert.deepEqual(first, { bytes: 100, evicted: 1 });
    await add(3, 100);
    assert.deepEqual(await run(first), { bytes: 100, evicted: 2 });
    assert.deepEqual(variantFiguresOf(undefined), { bytes: 0, evicted: 0 });
  });
});

describe('the last use of a variant', () => {
  it('is written once an hour, however often the variant is served', async (t) => {
    const { db, deps, clock, add } = await setUp(t);
    const id = await add(1, 100);
    const uses = createVariantUses(deps);
    const usedAt = async () => (await findVariant(db, id))?.usedAt as number;
    const made = await usedAt();
    const serve = async () => {
      for (let i = 0; i < 3; i++) uses.note(id, { usedAt: await usedAt() });
      await uses.flush();
    };
    await serve();
    assert.equal(await usedAt(), made);
    clock.advance(HOUR_MS);
    await serve();
    assert.equal(await usedAt(), clock.now());
  });

  it('is kept for the next flush when the catalog fails', async (t) => {
    const { db, deps, clock, add } = await setUp(t);
    const id = await add(1, 100);
    let fails = true;
    const flaky = new Proxy(db, {
      get: (target, name) => {
        if (name === 'transaction' && fails) throw new Error('no catalog');
        return Reflect.get(target, name);
      },
    });
    const uses = createVariantUses({ ...deps, db: flaky });
    clock.advance(HOUR_MS);
    uses.note(id, { usedAt: 0 });
    await assert.rejects(uses.flush(), /no catalog/);
    fails = false;
    await uses.flush();
    assert.equal((await findVariant(db, id))?.usedAt, clock.now());
  });
});
