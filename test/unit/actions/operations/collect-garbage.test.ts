import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createViewCounter } from '../../../../src/actions/images/view-counter.ts';
import { collectGarbage, collectOrphans, removeGarbage } from '../../../../src/actions/operations/collect-garbage.ts';
import { expireImages } from '../../../../src/actions/operations/expire-images.ts';
import { claimStores } from '../../../../src/actions/operations/store-ownership.ts';
import { type BlobStore, keyPrefixAt, newBlobKey } from '../../../../src/blobs/port.ts';
import { addGarbage, listGarbage } from '../../../../src/catalog/blobs/blobs.ts';
import { openSqliteCatalog } from '../../../../src/catalog/database.ts';
import { findImage } from '../../../../src/catalog/images/images.ts';
import { createRemovals } from '../../../../src/catalog/images/removals.ts';
import { migrate } from '../../../../src/catalog/migrate.ts';
import { addJob } from '../../../../src/catalog/operations/jobs.ts';
import { collectOrphansAtStart, collectOrphansJob } from '../../../../src/jobs/kinds.ts';
import { makeImage } from '../../../contracts/catalog-support.ts';
import { createFakeClock } from '../../../support/clock.ts';
import { createMemoryBlobs } from '../../../support/memory-blobs.ts';

const HOUR_MS = 3_600_000;

async function setUp(t: TestContext) {
  const { db, close } = openSqliteCatalog(':memory:');
  t.after(close);
  await migrate(db);
  const stored = new Map<string, Buffer>();
  const clock = createFakeClock();
  const blobs = createMemoryBlobs(stored);
  const deps = { db, clock, blobs, locations: [{ name: 'memory', blobs }], removals: createRemovals(false) };
  await claimStores(deps);
  /** An image whose blobs are in the store. */
  const image = async (changes = {}) => {
    const row = await makeImage(db, changes);
    for (const key of [row.original_key, row.thumbnail_key]) stored.set(key, Buffer.from(key));
    return row;
  };
  const put = (key: string) => {
    stored.set(key, Buffer.from('x'));
    return key;
  };
  return { deps, db, clock, stored, image, put };
}

/** The dependencies with a store that refuses to delete. */
function refusingDeletes<T extends { blobs: BlobStore }>(deps: T, isRefused: (key: string) => boolean = () => true): T {
  const refuse = async (key: string) => {
    if (isRefused(key)) throw new Error('planted');
    await deps.blobs.delete(key);
  };
  return { ...deps, blobs: { ...deps.blobs, delete: refuse } };
}

describe('collectGarbage and removeGarbage', () => {
  it('delete blobs before their rows, and retry failed deletes', async (t) => {
    const { deps, db, stored, put } = await setUp(t);
    const keys = ['20260101/0000/a', '20260101/0000/b'].map(put);
    await addGarbage(db, keys, 0);
    await assert.rejects(collectGarbage(refusingDeletes(deps)), /planted/);
    assert.deepEqual(await listGarbage(db, 10), keys);
    await removeGarbage(
      refusingDeletes(deps, (key) => key.endsWith('a')),
      keys,
    );
    assert.deepEqual(await listGarbage(db, 10), ['20260101/0000/a'], 'a failed delete stays garbage');
    await collectGarbage(deps);
    assert.deepEqual([await listGarbage(db, 10), stored.size], [[], 0]);
  });

  it('delete only garbage', async (t) => {
    const { deps, stored, image } = await setUp(t);
    const { original_key } = await image();
    await removeGarbage(deps, [original_key]);
    assert.ok(stored.has(original_key));
  });

  it('delete several pages', async (t) => {
    const { deps, db, stored, put } = await setUp(t);
    await addGarbage(
      db,
      Array.from({ length: 450 }, (_, i) => put(`20260101/0000/${i}`)),
      0,
    );
    await collectGarbage(deps);
    assert.deepEqual([await listGarbage(db, 10), stored.size], [[], 0]);
  });
});

describe('expireImages', () => {
  it('deletes rows and blobs of expired images only', async (t) => {
    const { deps, clock, stored, image } = await setUp(t);
    await image({ expires_at: clock.now() + HOUR_MS });
    const [longer, forever] = [await image({ expires_at: clock.now() + 2 * HOUR_MS }), await image()];
    assert.equal(await expireImages(deps), 0);
    clock.advance(HOUR_MS);
    assert.equal(await expireImages(deps), 1);
    const kept = [longer, forever].flatMap((row) => [row.original_key, row.thumbnail_key]);
    assert.deepEqual([...stored.keys()].sort(), kept.sort());
  });
});

describe('collectOrphans', () => {
  it('deletes orphans within the bounds, and keeps images and garbage', async (t) => {
    const { deps, db, stored, image, put } = await setUp(t);
    const { original_key, thumbnail_key } = await image();
    const [early, orphan, late] = ['20250101/0000/a', '20260101/0000/a', '20270101/0000/a'].map(put);
    await addGarbage(db, [put('20260101/0000/garbage')], 0);
    assert.equal(await collectOrphans(deps, '20251231', '20261231'), 1);
    assert.ok(orphan !== undefined && !stored.has(orphan));
    const kept = [early, late, '20260101/0000/garbage', original_key, thumbnail_key];
    assert.deepEqual([...stored.keys()].sort(), kept.sort());
  });

  it('deletes several pages', async (t) => {
    const { deps, stored, put } = await setUp(t);
    for (let i = 0; i < 450; i++) put(`20260101/0000/${i}`);
    assert.equal(await collectOrphans(deps, '', '~'), 450);
    assert.equal(stored.size, 0);
  });

  it('as a job keeps blobs of uploads in progress for an hour', async (t) => {
    const { deps, clock, stored, put } = await setUp(t);
    const underWay = put(newBlobKey(clock.now() - HOUR_MS + 60_000));
    put(newBlobKey(clock.now() - HOUR_MS - 60_000));
    const job = collectOrphansJob(deps);
    const next = await job.run(null);
    assert.deepEqual([...stored.keys()], [underWay]);
    assert.deepEqual(next, { sweptUpTo: keyPrefixAt(clock.now() - HOUR_MS) });
    clock.advance(2 * 60_000);
    await job.run(next);
    assert.equal(stored.size, 0);
  });

  it('at the start continues where the job ended, and keeps no blob without a row', async (t) => {
    const { deps, db, clock, stored, put } = await setUp(t);
    const old = put('20200101/0000/a');
    put(newBlobKey(clock.now()));
    await addJob(db, { kind: 'sweep-strays', name: 'sweep-strays', payload: { sweptUpTo: '2021' }, runAtMs: 0 }, 0);
    assert.equal(await collectOrphansAtStart(deps), 1);
    assert.deepEqual([...stored.keys()], [old]);
  });
});

describe('createViewCounter', () => {
  it('writes each view once', async (t) => {
    const { db, image } = await setUp(t);
    const [one, two] = [await image(), await image()];
    const views = async () => Promise.all([one, two].map(async ({ id }) => (await findImage(db, id, 0))?.views));
    const counter = createViewCounter(db);
    for (let i = 0; i < 5; i++) counter.count(one.id);
    counter.count(two.id);
    counter.count('deleted00000');
    assert.deepEqual(await views(), [0, 0], 'delivery waits for no write');
    const flushing = counter.flush();
    counter.count(one.id);
    await flushing;
    assert.deepEqual(await views(), [5, 1]);
    await counter.flush();
    await counter.flush();
    assert.deepEqual(await views(), [6, 1]);
  });

  it('loses no view when the database fails for a while', async (t) => {
    const { db, image } = await setUp(t);
    const { id } = await image();
    const counter = createViewCounter(db);
    counter.count(id);
    await db.schema.alterTable('images').renameColumn('views', 'hidden').execute();
    await assert.rejects(counter.flush());
    counter.count(id);
    await db.schema.alterTable('images').renameColumn('hidden', 'views').execute();
    await counter.flush();
    assert.equal((await findImage(db, id, 0))?.views, 2);
  });
});
