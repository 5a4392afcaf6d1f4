import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
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
  finishJobs,
  payloadOf,
  releaseAllLeases,
  renewLease,
  rescheduleJob,
} from '../../src/catalog/operations/jobs.ts';
import type { Db } from '../../src/catalog/schema.ts';
import { leaseJob, NOW, type OpenCatalog } from './catalog-support.ts';

const LEASE = 60_000;
const KEEP = 86_400_000;

/** The catalog contract for leases: jobs and idempotency records. */
export function catalogWorkContract(name: string, open: OpenCatalog): void {
  async function setUp(t: TestContext): Promise<{ db: Db; other: Db }> {
    const under = await open();
    t.after(under.close);
    const [one, two] = [await under.connect(), await under.connect()];
    return { db: one.db, other: two.db };
  }

  describe(`catalog contract, jobs: ${name}`, () => {
    it('leases due jobs, those due longest first, and each to one owner', async (t) => {
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

    it('leases each of fifty jobs to one of four concurrent owners', async (t) => {
      const { db, other } = await setUp(t);
      for (let i = 0; i < 50; i++) await addJob(db, { kind: String(i), runAtMs: NOW }, NOW);
      const leased: string[] = [];
      const ask = async (connection: Db, owner: string) => {
        for (
          let job = await leaseJob(connection, owner, NOW, LEASE);
          job;
          job = await leaseJob(connection, owner, NOW, LEASE)
        )
          leased.push(job.kind);
      };
      await Promise.all([ask(db, 'a'), ask(other, 'b'), ask(db, 'c'), ask(other, 'd')]);
      assert.equal(leased.length, 50);
      assert.equal(new Set(leased).size, 50);
    });

    it('lets the owner renew a lease, and others take it over when it has expired', async (t) => {
      const { db } = await setUp(t);
      await addJob(db, { kind: 'k', runAtMs: NOW }, NOW);
      const { id = '' } = (await leaseJob(db, 'a', NOW, LEASE)) ?? {};
      assert.equal(await renewLease(db, id, 'a', NOW + 2 * LEASE), true);
      assert.equal(await renewLease(db, id, 'b', NOW + 9 * LEASE), false);
      assert.equal(await leaseJob(db, 'b', NOW + 2 * LEASE - 1, LEASE), undefined);
      const taken = await leaseJob(db, 'b', NOW + 2 * LEASE, LEASE);
      assert.deepEqual([taken?.id, taken?.attempts], [id, 2]);
      assert.equal(await renewLease(db, id, 'a', NOW + 9 * LEASE), false, 'the first owner has lost it');
    });

    it('ignores an owner that has lost its lease', async (t) => {
      const { db } = await setUp(t);
      await addJob(db, { kind: 'k', runAtMs: NOW }, NOW);
      const { id = '' } = (await leaseJob(db, 'a', NOW, LEASE)) ?? {};
      await leaseJob(db, 'b', NOW + LEASE, LEASE);
      await finishJobs(db, [id], 'a');
      await buryJob(db, id, 'a', 'error', NOW);
      await rescheduleJob(db, id, 'a', { runAtMs: NOW, error: null });
      assert.deepEqual(await countJobs(db), { waiting: 1, dead: 0 });
      assert.equal(await leaseJob(db, 'c', NOW + LEASE, LEASE), undefined, 'still leased to b');
      await finishJobs(db, [id], 'b');
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

    it('allows one job of a name, and any number without a name', async (t) => {
      const { db, other } = await setUp(t);
      await addJob(db, { kind: 'k', name: 'n', payload: 'first', runAtMs: NOW }, NOW);
      await addJob(other, { kind: 'k', name: 'n', payload: 'second', runAtMs: NOW }, NOW);
      await addJob(db, { kind: 'k', runAtMs: NOW }, NOW);
      await addJob(db, { kind: 'k', runAtMs: NOW }, NOW);
      assert.deepEqual(await countJobs(db), { waiting: 3, dead: 0 });
      assert.equal(await payloadOf(db, 'n'), 'first');
    });

    it('keeps a dead job and does not run it again', async (t) => {
      const { db } = await setUp(t);
      await addJob(db, { kind: 'k', runAtMs: NOW }, NOW);
      const { id = '' } = (await leaseJob(db, 'a', NOW, LEASE)) ?? {};
      await buryJob(db, id, 'a', 'planted', NOW);
      assert.deepEqual(await countJobs(db), { waiting: 0, dead: 1 });
      assert.equal(await leaseJob(db, 'a', NOW + 9 * LEASE, LEASE), undefined);
    });

    it('adds a job only if its transaction commits', async (t) => {
      const { db } = await setUp(t);
      const failing = db.transaction().execute(async (tx) => {
        await addJob(tx, { kind: 'k', runAtMs: NOW }, NOW);
        throw new Error('planted');
      });
      await assert.rejects(failing, /planted/);
      assert.deepEqual(await countJobs(db), { waiting: 0, dead: 0 });
    });

    it('releases all leases, so that the jobs are due at once', async (t) => {
      const { db } = await setUp(t);
      await addJob(db, { kind: 'k', runAtMs: NOW }, NOW);
      await leaseJob(db, 'a', NOW, LEASE);
      await releaseAllLeases(db);
      assert.equal((await leaseJob(db, 'b', NOW, LEASE))?.attempts, 2);
    });
  });

  describe(`catalog contract, idempotency records: ${name}`, () => {
    const answer = { fingerprint: 'f', status: 200, body: 'b' };
    const lease = (db: Db, nowMs = NOW) => leaseIdempotencyRecord(db, 'scope', nowMs, LEASE, KEEP);

    it('leases a record to one of many concurrent requests', async (t) => {
      const { db, other } = await setUp(t);
      const leases = await Promise.all(Array.from({ length: 10 }, (_, i) => lease(i % 2 === 0 ? db : other)));
      const states = leases.map(({ state }) => state).sort();
      assert.deepEqual(states, ['leased', ...Array.from({ length: 9 }, () => 'running')]);
    });

    it('returns the finished response to retries until it expires', async (t) => {
      const { db } = await setUp(t);
      await lease(db);
      await finishIdempotencyRecord(db, 'scope', answer);
      assert.deepEqual(await lease(db, NOW + KEEP - 1), { state: 'finished', ...answer });
      await releaseIdempotencyRecord(db, 'scope');
      assert.equal((await lease(db)).state, 'finished', 'a finished record is not released');
      assert.deepEqual(await lease(db, NOW + KEEP), { state: 'leased' });
      assert.deepEqual(await lease(db, NOW + KEEP), { state: 'running' }, 'the old response is gone');
    });

    it('leases a record again after its release or the expiry of its lease', async (t) => {
      const { db } = await setUp(t);
      await lease(db);
      await releaseIdempotencyRecord(db, 'scope');
      assert.equal((await lease(db)).state, 'leased');
      await renewIdempotencyRecord(db, 'scope', NOW + 2 * LEASE);
      assert.equal((await lease(db, NOW + 2 * LEASE - 1)).state, 'running');
      assert.equal((await lease(db, NOW + 2 * LEASE)).state, 'leased');
      await releaseAllIdempotencyRecords(db);
      assert.equal((await lease(db)).state, 'leased');
    });

    it('deletes expired rows only', async (t) => {
      const { db } = await setUp(t);
      await lease(db);
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
