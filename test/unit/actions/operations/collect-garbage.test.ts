import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createViewCounter } from '../../../../src/actions/images/view-counter.ts';
import { collectGarbage, removeGarbage, sweepStrays } from '../../../../src/actions/operations/collect-garbage.ts';
import { expireImages } from '../../../../src/actions/operations/expire-images.ts';
import { claimStores } from '../../../../src/actions/operations/store-ownership.ts';
import { discardBlobs } from '../../../../src/actions/upload/store-blobs.ts';
import { type BlobStore, keyPrefixAt, newBlobKey } from '../../../../src/blobs/port.ts';
import { addGarbage, listGarbage } from '../../../../src/catalog/blobs/blobs.ts';
import { openSqliteCatalog } from '../../../../src/catalog/database.ts';
import { findImage } from '../../../../src/catalog/images/images.ts';
import { createRemovals } from '../../../../src/catalog/images/removals.ts';
import { migrate } from '../../../../src/catalog/migrate.ts';
import { addJob } from '../../../../src/catalog/operations/jobs.ts';
import { collectOrphansAtStart, collectOrphansJob } from '../../../../src/jobs/collect-orphans.ts';
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
  const stray = (key: string) => {
    stored.set(key, Buffer.from('stray'));
    return key;
  };
  return { deps, db, clock, stored, image, stray };
}

/** The store of some dependencies, refusing to delete. */
function refusingDeletes<T extends { blobs: BlobStore }>(deps: T, isRefused: (key: string) => boolean = () => true): T {
  const refuse = async (key: string) => {
    if (isRefused(key)) throw new Error('planted');
    await deps.blobs.delete(key);
  };
  return { ...deps, blobs: { ...deps.blobs, delete: refuse } };
}

describe('discarding the blobs of an upload that failed', () => {
  it('removes what nothing refers to, and keeps what is referred to after all', async (t) => {
    const { deps, stored, image, stray } = await setUp(t);
    const { original_key, thumbnail_key } = await image();
    const keys = [original_key, thumbnail_key, stray('20260101/0000/stray'), 'never/put'];
    await discardBlobs(deps, keys);
    assert.deepEqual([...stored.keys()].sort(), [original_key, thumbnail_key].sort());
  });

  it('keeps everything when the catalog cannot tell', async (t) => {
    const { deps, stored, stray } = await setUp(t);
    const gone = openSqliteCatalog(':memory:');
    await gone.close();
    await discardBlobs({ ...deps, db: gone.db }, [stray('20260101/0000/stray')]);
    assert.equal(stored.size, 1);
  });

  it('does not fail where the store does', async (t) => {
    const { deps, stray } = await setUp(t);
    await discardBlobs(refusingDeletes(deps), [stray('20260101/0000/stray')]);
  });
});

describe('collecting garbage', () => {
  it('removes bytes before it forgets them, and goes on at the next try where the store refused', async (t) => {
    const { deps, db, stored, stray } = await setUp(t);
    const keys = ['20260101/0000/a', '20260101/0000/b'].map(stray);
    await addGarbage(db, keys, 0);
    await assert.rejects(collectGarbage(refusingDeletes(deps)), /planted/);
    assert.deepEqual(await listGarbage(db, 10), keys);
    await removeGarbage(
      refusingDeletes(deps, (key) => key.endsWith('a')),
      keys,
    );
    assert.deepEqual(await listGarbage(db, 10), ['20260101/0000/a'], 'what was refused stays garbage');
    await collectGarbage(deps);
    assert.deepEqual([await listGarbage(db, 10), stored.size], [[], 0]);
  });

  it('touches no key that is not garbage, whatever it is told', async (t) => {
    const { deps, stored, image } = await setUp(t);
    const { original_key } = await image();
    await removeGarbage(deps, [original_key]);
    assert.ok(stored.has(original_key));
  });

  it('takes more than a page', async (t) => {
    const { deps, db, stored, stray } = await setUp(t);
    await addGarbage(
      db,
      Array.from({ length: 450 }, (_, i) => stray(`20260101/0000/${i}`)),
      0,
    );
    await collectGarbage(deps);
    assert.deepEqual([await listGarbage(db, 10), stored.size], [[], 0]);
  });
});

describe('expiring images', () => {
  it('removes rows and bytes of those whose time has come, and no others', async (t) => {
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

describe('sweeping strays', () => {
  it('removes what nothing refers to, within the bounds, and keeps images and garbage', async (t) => {
    const { deps, db, stored, image, stray } = await setUp(t);
    const { original_key, thumbnail_key } = await image();
    const [early, swept, late] = ['20250101/0000/a', '20260101/0000/a', '20270101/0000/a'].map(stray);
    await addGarbage(db, [stray('20260101/0000/garbage')], 0);
    assert.equal(await sweepStrays(deps, '20251231', '20261231'), 1);
    assert.ok(swept !== undefined && !stored.has(swept));
    const kept = [early, late, '20260101/0000/garbage', original_key, thumbnail_key];
    assert.deepEqual([...stored.keys()].sort(), kept.sort());
  });

  it('takes more than a page', async (t) => {
    const { deps, stored, stray } = await setUp(t);
    for (let i = 0; i < 450; i++) stray(`20260101/0000/${i}`);
    assert.equal(await sweepStrays(deps, '', '~'), 450);
    assert.equal(stored.size, 0);
  });

  it('as a job leaves uploads under way alone, and looks at them an hour later', async (t) => {
    const { deps, clock, stored, stray } = await setUp(t);
    const underWay = stray(newBlobKey(clock.now() - HOUR_MS + 60_000));
    stray(newBlobKey(clock.now() - HOUR_MS - 60_000));
    const job = collectOrphansJob(deps);
    const next = await job.run(null);
    assert.deepEqual([...stored.keys()], [underWay]);
    assert.deepEqual(next, { sweptUpTo: keyPrefixAt(clock.now() - HOUR_MS) });
    clock.advance(2 * 60_000);
    await job.run(next);
    assert.equal(stored.size, 0);
  });

  it('at the start goes on where the job stopped, and waits for nobody', async (t) => {
    const { deps, db, clock, stored, stray } = await setUp(t);
    const old = stray('20200101/0000/a');
    stray(newBlobKey(clock.now()));
    await addJob(db, { kind: 'sweep-strays', name: 'sweep-strays', payload: { sweptUpTo: '2021' }, runAtMs: 0 }, 0);
    assert.equal(await collectOrphansAtStart(deps), 1);
    assert.deepEqual([...stored.keys()], [old]);
  });
});

describe('the view counter', () => {
  it('writes sums down when it is told, and each view once', async (t) => {
    const { db, image } = await setUp(t);
    const [one, two] = [await image(), await image()];
    const views = async () => Promise.all([one, two].map(async ({ id }) => (await findImage(db, id, 0))?.views));
    const counter = createViewCounter(db);
    for (let i = 0; i < 5; i++) counter.count(one.id);
    counter.count(two.id);
    counter.count('deleted00000');
    assert.deepEqual(await views(), [0, 0], 'serving waits for no write');
    const flushing = counter.flush();
    counter.count(one.id);
    await flushing;
    assert.deepEqual(await views(), [5, 1]);
    await counter.flush();
    await counter.flush();
    assert.deepEqual(await views(), [6, 1]);
  });

  it('loses no view to a database that fails for a while', async (t) => {
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
