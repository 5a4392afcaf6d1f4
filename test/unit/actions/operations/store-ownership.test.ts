import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { adoptStores, checkStores, claimStores } from '../../../../src/actions/operations/store-ownership.ts';
import { newBlobKey } from '../../../../src/blobs/port.ts';
import { openSqliteCatalog } from '../../../../src/catalog/database.ts';
import { migrate } from '../../../../src/catalog/migrate.ts';
import type { Db } from '../../../../src/catalog/schema.ts';
import { collectOrphansJob } from '../../../../src/jobs/kinds.ts';
import { makeImage } from '../../../contracts/catalog-support.ts';
import { createFakeClock } from '../../../support/clock.ts';
import { createMemoryBlobs } from '../../../support/memory-blobs.ts';

async function makeCatalog(t: TestContext): Promise<Db> {
  const { db, close } = openSqliteCatalog(':memory:');
  t.after(close);
  await migrate(db);
  return db;
}

function makeLocation(name = 'memory') {
  const stored = new Map<string, Buffer>();
  return { name, stored, blobs: createMemoryBlobs(stored) };
}

/** The owner tokens of the catalog, for a restore. */
const backup = (db: Db) => db.selectFrom('secrets').selectAll().execute();
async function restore(db: Db, rows: Awaited<ReturnType<typeof backup>>): Promise<void> {
  await db.deleteFrom('secrets').execute();
  await db.insertInto('secrets').values(rows).execute();
}

describe('store ownership', () => {
  it('claims an empty location, any number of times', async (t) => {
    const db = await makeCatalog(t);
    const location = makeLocation();
    for (let i = 0; i < 303; i++) assert.equal(await claimStores({ db, locations: [location] }), undefined);
    const { value } = await db
      .selectFrom('secrets')
      .selectAll()
      .where('name', '=', 'store-marks')
      .executeTakeFirstOrThrow();
    assert.equal(value.split(' ').length, 300);
    assert.ok(value.split(' ').every((token) => token.length === 36));
  });

  it('refuses the blobs of another catalog until they are adopted, and the other catalog refuses them from then on', async (t) => {
    const [one, two] = [await makeCatalog(t), await makeCatalog(t)];
    const locations = [makeLocation()];
    assert.equal(await claimStores({ db: one, locations }), undefined);
    const problem = await claimStores({ db: two, locations });
    assert.deepEqual(problem, { foreign: true, text: 'The blobs in memory belong to another catalog' });
    assert.equal(await claimStores({ db: one, locations }), undefined);
    await adoptStores({ db: two, locations });
    assert.equal(await claimStores({ db: two, locations }), undefined);
    assert.equal((await claimStores({ db: one, locations }))?.foreign, true);
  });

  it('refuses an earlier state of the catalog', async (t) => {
    const db = await makeCatalog(t);
    const locations = [makeLocation()];
    await claimStores({ db, locations });
    const earlier = await backup(db);
    assert.equal(await claimStores({ db, locations }), undefined);
    await restore(db, earlier);
    const problem = await claimStores({ db, locations });
    assert.equal(problem?.foreign, false);
    assert.match(problem?.text ?? '', /earlier state/);
  });

  it('survives the end of the process between the two writes of a new token', async (t) => {
    const db = await makeCatalog(t);
    const location = makeLocation();
    await claimStores({ db, locations: [location] });
    const blobs = { ...location.blobs, writeOwnerToken: () => Promise.reject(new Error('planted')) };
    await assert.rejects(claimStores({ db, locations: [{ name: 'memory', blobs }] }), /planted/);
    assert.equal(await claimStores({ db, locations: [location] }), undefined);
  });

  it('recognizes the owner of a location without a token by its blobs', async (t) => {
    const db = await makeCatalog(t);
    const location = makeLocation();
    for (let i = 0; i < 3; i++) location.stored.set(newBlobKey(0), Buffer.from('x'));
    assert.match((await claimStores({ db, locations: [location] }))?.text ?? '', /knows 0 of the first 3 blobs/);
    for (let i = 0; i < 2; i++) {
      const { original_key, thumbnail_key } = await makeImage(db);
      for (const key of [original_key, thumbnail_key]) location.stored.set(key, Buffer.from('x'));
    }
    assert.equal(await claimStores({ db, locations: [location] }), undefined);
    const empty = makeLocation('empty');
    assert.match((await claimStores({ db, locations: [empty] }))?.text ?? '', /no blobs in empty/);
    assert.equal(await claimStores({ db, locations: [empty, location] }), undefined, 'the target of a move');
    assert.equal(await checkStores({ db, locations: [empty] }), undefined);
  });

  it('prevents the collection of orphans while ownership is unproven', async (t) => {
    const [one, two] = [await makeCatalog(t), await makeCatalog(t)];
    const { stored, ...location } = makeLocation();
    await claimStores({ db: one, locations: [location] });
    stored.set(newBlobKey(0), Buffer.from('x'));
    const clock = createFakeClock();
    const jobOf = (db: Db) => collectOrphansJob({ db, clock, blobs: location.blobs, locations: [location] });
    await assert.rejects(
      jobOf(two).run(null),
      /Orphans are not collected. The blobs in memory belong to another catalog/,
    );
    assert.equal(stored.size, 1);
    stored.set('somebody/elses/file', Buffer.from('x'));
    await jobOf(one).run(null);
    assert.deepEqual([...stored.keys()], ['somebody/elses/file']);
  });
});
