import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { migrate } from '../../src/catalog/migrate.ts';
import {
  deleteExpiredIdempotencyRecords,
  finishIdempotencyRecord,
  leaseIdempotencyRecord,
  releaseAllIdempotencyRecords,
  releaseIdempotencyRecord,
  renewIdempotencyRecord,
} from '../../src/catalog/operations/idempotency.ts';
import {
  addJob,
  buryJob,
  countJobs,
  finishJob,
  payloadOf,
  releaseAllLeases,
  renewLease,
  rescheduleJob,
} from '../../src/catalog/operations/jobs.ts';
import type { Db } from '../../src/catalog/schema.ts';
import { leaseJob, NOW, type OpenCatalog } from './catalog-support.ts';

const LEASE = 60_000;
const KEEP = 86_400_000;

/** What the catalog does on every database so that work is done by one at a time: jobs, idempotent requests. */
export function catalogWorkContract(name: string, open: OpenCatalog): void {
  async function setUp(t: TestContext): Promise<{ db: Db; other: Db }> {
    const under = await open();
    t.after(under.close);
    const [one, two] = [await under.connect(), await under.connect()];
    await migrate(one.db);
    return { db: one.db, other: two.db };
  }

  describe(`catalog contract, jobs: ${name}`, () => {
    it('gives out what is due, the longest due first, and each to one only', async (t) => {
      const { db, other } = await setUp(t);
      await addJob(db, { kind: 'second', payload: { a: [1] }, runAtMs: NOW - 1 }, NOW);
      await addJob(db, { kind: 'first', runAtMs: NOW - 2 }, NOW);
      await addJob(db, { kind: 'later', runAtMs: NOW + 1 }, NOW);
      const first = await leaseJob(db, 'a', NOW, LEASE);
      assert.deepEqual([first?.kind, first?.payload, first?.attempts], ['first', null, 1]);
      const second = await leaseJob(other, 'b', NOW, LEASE);
      assert.deepEqual([second?.kind, second?.payload, second?.attempts], ['second', { a: [1] }, 1]);
      assert.equal(await leaseJob(db, 'a', NOW, LEASE), undefined);
      assert.equal((await leaseJob(other, 'b', NOW + 1, LEASE))?.kind, 'later');
    });

    it('never gives one job to two, of fifty and four askers', async (t) => {
      const { db, other } = await setUp(t);
      for (let i = 0; i < 50; i++) await addJob(db, { kind: String(i), runAtMs: NOW }, NOW);
      const claimed: string[] = [];
      const ask = async (connection: Db, owner: string) => {
        for (
          let job = await leaseJob(connection, owner, NOW, LEASE);
          job;
          job = await leaseJob(connection, owner, NOW, LEASE)
        )
          claimed.push(job.kind);
      };
      await Promise.all([ask(db, 'a'), ask(other, 'b'), ask(db, 'c'), ask(other, 'd')]);
      assert.equal(claimed.length, 50);
      assert.equal(new Set(claimed).size, 50);
    });

    it('lets a lease be renewed by who has it, and taken over when it has run out', async (t) => {
      const { db } = await setUp(t);
      await addJob(db, { kind: 'k', runAtMs: NOW }, NOW);
      const { id = '' } = (await leaseJob(db, 'a', NOW, LEASE)) ?? {};
      assert.equal(await renewLease(db, id, 'a', NOW + 2 * LEASE), true);
      assert.equal(await renewLease(db, id, 'b', NOW + 9 * LEASE), false);
      assert.equal(await leaseJob(db, 'b', NOW + 2 * LEASE - 1, LEASE), undefined);
      const taken = await leaseJob(db, 'b', NOW + 2 * LEASE, LEASE);
      assert.deepEqual([taken?.id, taken?.attempts], [id, 2]);
      assert.equal(await renewLease(db, id, 'a', NOW + 9 * LEASE), false, 'the first one has lost it');
    });

    it('listens to nobody who has lost the lease', async (t) => {
      const { db } = await setUp(t);
      await addJob(db, { kind: 'k', runAtMs: NOW }, NOW);
      const { id = '' } = (await leaseJob(db, 'a', NOW, LEASE)) ?? {};
      await leaseJob(db, 'b', NOW + LEASE, LEASE);
      await finishJob(db, id, 'a');
      await buryJob(db, id, 'a', 'error', NOW);
      await rescheduleJob(db, id, 'a', { runAtMs: NOW, error: null });
      assert.deepEqual(await countJobs(db), { waiting: 1, dead: 0 });
      assert.equal(await leaseJob(db, 'c', NOW + LEASE, LEASE), undefined, 'still leased to b');
      await finishJob(db, id, 'b');
      assert.deepEqual(await countJobs(db), { waiting: 0, dead: 0 });
    });

    it('counts attempts until a run succeeds, and keeps or replaces the payload', async (t) => {
      const { db } = await setUp(t);
      await addJob(db, { kind: 'k', name: 'n', payload: 1, runAtMs: NOW }, NOW);
      const { id = '' } = (await leaseJob(db, 'a', NOW, LEASE)) ?? {};
      await rescheduleJob(db, id, 'a', { runAtMs: NOW + 5, error: 'planted' });
      assert.equal(await leaseJob(db, 'a', NOW + 4, LEASE), undefined);
      assert.deepEqual((await leaseJob(db, 'a', NOW + 5, LEASE))?.attempts, 2);
      assert.equal(await payloadOf(db, 'n'), 1);
      await rescheduleJob(db, id, 'a', { runAtMs: NOW + 9, error: null, payload: { b: 2 } });
      const again = await leaseJob(db, 'a', NOW + 9, LEASE);
      assert.deepEqual([again?.attempts, again?.payload], [1, { b: 2 }]);
      assert.equal(await payloadOf(db, 'unknown'), undefined);
    });

    it('has one waiting job of a name, and any number without', async (t) => {
      const { db, other } = await setUp(t);
      await addJob(db, { kind: 'k', name: 'n', payload: 'first', runAtMs: NOW }, NOW);
      await addJob(other, { kind: 'k', name: 'n', payload: 'second', runAtMs: NOW }, NOW);
      await addJob(db, { kind: 'k', runAtMs: NOW }, NOW);
      await addJob(db, { kind: 'k', runAtMs: NOW }, NOW);
      assert.deepEqual(await countJobs(db), { waiting: 3, dead: 0 });
      assert.equal(await payloadOf(db, 'n'), 'first');
    });

    it('buries what failed too often: seen, and not tried again', async (t) => {
      const { db } = await setUp(t);
      await addJob(db, { kind: 'k', runAtMs: NOW }, NOW);
      const { id = '' } = (await leaseJob(db, 'a', NOW, LEASE)) ?? {};
      await buryJob(db, id, 'a', 'planted', NOW);
      assert.deepEqual(await countJobs(db), { waiting: 0, dead: 1 });
      assert.equal(await leaseJob(db, 'a', NOW + 9 * LEASE, LEASE), undefined);
    });

    it('exists only if the cause does, which is in the same transaction', async (t) => {
      const { db } = await setUp(t);
      const failing = db.transaction().execute(async (tx) => {
        await addJob(tx, { kind: 'k', runAtMs: NOW }, NOW);
        throw new Error('planted');
      });
      await assert.rejects(failing, /planted/);
      assert.deepEqual(await countJobs(db), { waiting: 0, dead: 0 });
    });

    it('makes the jobs of a process that is gone due at once', async (t) => {
      const { db } = await setUp(t);
      await addJob(db, { kind: 'k', runAtMs: NOW }, NOW);
      await leaseJob(db, 'a', NOW, LEASE);
      await releaseAllLeases(db);
      assert.equal((await leaseJob(db, 'b', NOW, LEASE))?.attempts, 2);
    });
  });

  describe(`catalog contract, idempotent requests: ${name}`, () => {
    const answer = { fingerprint: 'f', status: 200, body: 'b' };
    const claim = (db: Db, nowMs = NOW) => leaseIdempotencyRecord(db, 'scope', nowMs, LEASE, KEEP);

    it('is claimed by one of many at once', async (t) => {
      const { db, other } = await setUp(t);
      const claims = await Promise.all(Array.from({ length: 10 }, (_, i) => claim(i % 2 === 0 ? db : other)));
      const states = claims.map(({ state }) => state).sort();
      assert.deepEqual(states, ['leased', ...Array.from({ length: 9 }, () => 'running')]);
    });

    it('answers a retry with what was finished, for as long as it is kept', async (t) => {
      const { db } = await setUp(t);
      await claim(db);
      await finishIdempotencyRecord(db, 'scope', answer);
      assert.deepEqual(await claim(db, NOW + KEEP - 1), { state: 'finished', ...answer });
      await releaseIdempotencyRecord(db, 'scope');
      assert.equal((await claim(db)).state, 'finished', 'what is finished is not given back');
      assert.deepEqual(await claim(db, NOW + KEEP), { state: 'leased' });
      assert.deepEqual(await claim(db, NOW + KEEP), { state: 'running' }, 'the old answer is gone');
    });

    it('runs anew after it was given back or its lease ran out', async (t) => {
      const { db } = await setUp(t);
      await claim(db);
      await releaseIdempotencyRecord(db, 'scope');
      assert.equal((await claim(db)).state, 'leased');
      await renewIdempotencyRecord(db, 'scope', NOW + 2 * LEASE);
      assert.equal((await claim(db, NOW + 2 * LEASE - 1)).state, 'running');
      assert.equal((await claim(db, NOW + 2 * LEASE)).state, 'leased');
      await releaseAllIdempotencyRecords(db);
      assert.equal((await claim(db)).state, 'leased');
    });

    it('forgets what nobody may ask for any more, and nothing else', async (t) => {
      const { db } = await setUp(t);
      await claim(db);
      await finishIdempotencyRecord(db, 'scope', answer);
      await leaseIdempotencyRecord(db, 'another', NOW + 1, LEASE, KEEP);
      await deleteExpiredIdempotencyRecords(db, NOW + KEEP);
      const left = await db.selectFrom('idempotency').select('scope').execute();
      assert.deepEqual(
        left.map(({ scope }) => scope),
        ['another'],
      );
    });
  });
}
