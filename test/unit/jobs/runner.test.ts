import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { openSqliteCatalog } from '../../../src/catalog/database.ts';
import { migrate } from '../../../src/catalog/migrate.ts';
import { addJob, countJobs } from '../../../src/catalog/operations/jobs.ts';
import { type BatchKind, createJobRunner, type JobKind } from '../../../src/jobs/runner.ts';
import { createFakeClock } from '../../support/clock.ts';

const LEASE_MS = 60_000;

async function setUp(t: TestContext) {
  const { db, close } = openSqliteCatalog(':memory:');
  t.after(close);
  await migrate(db);
  const clock = createFakeClock();
  const failures: [kind: string, message: string, dead: boolean][] = [];
  const runner = (owner: string, ...kinds: JobKind[]) =>
    createJobRunner({
      db,
      clock,
      kinds,
      owner,
      onFailure: (kind, error, dead) => failures.push([kind, error instanceof Error ? error.message : '', dead]),
    });
  const add = (kind: string, payload?: unknown) => addJob(db, { kind, payload, runAtMs: clock.now() }, clock.now());
  const only = () => db.selectFrom('jobs').selectAll().executeTakeFirstOrThrow();
  return { db, clock, failures, runner, add, only };
}

describe('the job runner', () => {
  it('runs due jobs once, with their payload', async (t) => {
    const { db, clock, runner, add } = await setUp(t);
    const seen: unknown[] = [];
    const one = runner('a', { kind: 'k', run: async (payload) => void seen.push(payload) });
    await add('k', { id: 1 });
    await addJob(db, { kind: 'k', payload: 'later', runAtMs: clock.now() + 1 }, clock.now());
    await one.runDue();
    await one.runDue();
    assert.deepEqual(seen, [{ id: 1 }]);
    assert.deepEqual(await countJobs(db), { waiting: 1, dead: 0 });
  });

  it('runs jobs of a batch kind in the order of their priority, whenever they were added', async (t) => {
    const { db, clock } = await setUp(t);
    const batches: [string, unknown[]][] = [];
    const queue = (name: string, priorities: number[]): BatchKind => ({
      kind: 'k',
      priorities,
      maxBatch: 2,
      maxAttempts: 1,
      pollMs: 5,
      async runAll(jobs) {
        batches.push([name, jobs.map(({ payload }) => payload)]);
        return jobs.map(() => undefined);
      },
    });
    const batchKinds = [queue('first', [0]), queue('others', [1, 2])];
    const one = createJobRunner({ db, clock, kinds: [], batchKinds, owner: 'a', onFailure: assert.fail });
    for (const [payload, priority] of [
      ['c', 2],
      ['d', 2],
      ['b', 1],
      ['b', 1],
      ['b', 1],
      ['a', 0],
    ] as const) {
      await addJob(db, { kind: 'k', payload, runAtMs: clock.now(), priority }, clock.now());
      clock.advance(1);
    }
    await one.runDue();
    assert.deepEqual(batches, [
      ['first', ['a']],
      ['others', ['b', 'b']],
      ['others', ['b']],
      ['others', ['c', 'd']],
    ]);
    assert.deepEqual(await countJobs(db), { waiting: 0, dead: 0 });
  });

  it('begins urgent jobs while a batch of others is under way', async (t) => {
    const { db, clock } = await setUp(t);
    const release = Promise.withResolvers<void>();
    const begun = { others: Promise.withResolvers<void>(), urgent: Promise.withResolvers<void>() };
    const queue = (name: keyof typeof begun, priorities: number[]): BatchKind => ({
      kind: 'k',
      priorities,
      maxBatch: 9,
      maxAttempts: 1,
      pollMs: 5,
      async runAll(jobs) {
        begun[name].resolve();
        if (name === 'others') await release.promise;
        return jobs.map(() => undefined);
      },
    });
    const batchKinds = [queue('urgent', [0]), queue('others', [1, 2])];
    const one = createJobRunner({ db, clock, kinds: [], batchKinds, owner: 'a', onFailure: assert.fail });
    await addJob(db, { kind: 'k', priority: 1, runAtMs: clock.now() }, clock.now());
    await one.start();
    await begun.others.promise;
    await addJob(db, { kind: 'k', priority: 0, runAtMs: clock.now() }, clock.now());
    await begun.urgent.promise;
    release.resolve();
    await one.stop();
  });

  it('retries a failed job with growing delays until it is dead', async (t) => {
    const { db, clock, failures, runner, add, only } = await setUp(t);
    const one = runner('a', {
      kind: 'k',
      run: async () => {
        throw new Error('planted');
      },
    });
    await add('k');
    let expected = 5_000;
    for (let attempt = 1; attempt < 12; attempt++) {
      await one.runDue();
      const { run_at, attempts, last_error } = await only();
      assert.deepEqual([attempts, last_error], [attempt, 'planted']);
      const delay = run_at - clock.now();
      assert.ok(delay >= expected && delay <= expected * 1.25, `attempt ${attempt}: ${delay} ms`);
      clock.advance(delay - 1);
      await one.runDue();
      assert.equal(failures.length, attempt, 'not before its time');
      clock.advance(1);
      expected = Math.min(expected * 2, 3_600_000);
    }
    await one.runDue();
    assert.deepEqual(failures.at(-1), ['k', 'planted', true]);
    assert.deepEqual(await countJobs(db), { waiting: 0, dead: 1 });
    clock.advance(10 * 86_400_000);
    await one.runDue();
    assert.equal(failures.length, 12);
  });

  it('leaves jobs of unknown kinds to other nodes', async (t) => {
    const { failures, runner, add, clock, db } = await setUp(t);
    await add('unknown');
    await runner('a').runDue();
    assert.match(failures[0]?.[1] ?? '', /no handler for jobs of kind "unknown"/);
    clock.advance(10_000);
    await runner('b', { kind: 'unknown', run: async () => {} }).runDue();
    assert.deepEqual(await countJobs(db), { waiting: 0, dead: 0 });
  });

  it('runs each job once under concurrent runners', async (t) => {
    const { runner, add } = await setUp(t);
    const seen: unknown[] = [];
    const kind: JobKind = {
      kind: 'k',
      run: async (payload) => {
        await new Promise(setImmediate);
        seen.push(payload);
      },
    };
    for (let i = 0; i < 40; i++) await add('k', i);
    await Promise.all(['a', 'b', 'c'].map((owner) => runner(owner, kind).runDue()));
    assert.deepEqual(
      seen.toSorted((x, y) => Number(x) - Number(y)),
      Array.from({ length: 40 }, (_, i) => i),
    );
  });

  it('takes over the job of a dead runner, and ignores the runner if it wakes up', async (t) => {
    const { db, clock, runner, add, only } = await setUp(t);
    const hung = Promise.withResolvers<void>();
    let runs = 0;
    const awake = runner('b', {
      kind: 'k',
      run: async () => {
        if (++runs === 1) throw new Error('not yet');
      },
    });
    await add('k');
    const late = runner('a', { kind: 'k', run: () => hung.promise }).runDue();
    await new Promise(setImmediate);
    clock.advance(LEASE_MS - 1);
    await awake.runDue();
    assert.equal(runs, 0, 'the lease still holds');
    clock.advance(1);
    await awake.runDue();
    assert.equal(runs, 1);
    hung.resolve();
    await late;
    assert.deepEqual(
      [(await only()).last_error, (await countJobs(db)).waiting],
      ['not yet', 1],
      'the job is still waiting',
    );
  });

  it('renews the lease of a running job', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const { clock, runner, add } = await setUp(t);
    const long = Promise.withResolvers<void>();
    await add('k');
    const first = runner('a', { kind: 'k', run: () => long.promise }).runDue();
    await new Promise(setImmediate);
    let stolen = 0;
    const other = runner('b', { kind: 'k', run: async () => void stolen++ });
    for (let i = 0; i < 10; i++) {
      clock.advance(20_000);
      t.mock.timers.tick(20_000);
      await new Promise(setImmediate);
      await other.runDue();
    }
    assert.equal(stolen, 0);
    long.resolve();
    await first;
    await other.runDue();
    assert.equal(stolen, 0, 'the job is done');
  });

  it('runs periodic jobs repeatedly, each with the payload of the run before', async (t) => {
    const { db, clock, runner } = await setUp(t);
    const seen: unknown[] = [];
    const kind: JobKind = {
      kind: 'tick',
      everyMs: 1_000,
      run: async (payload) => {
        seen.push(payload);
        return { runs: seen.length };
      },
    };
    const one = runner('a', kind);
    await one.start();
    await one.stop();
    assert.deepEqual(seen, [null], 'the first run is at the start');
    const two = runner('b', kind);
    await two.runDue();
    assert.equal(seen.length, 1, 'not due yet');
    clock.advance(1_000);
    await two.runDue();
    await two.start();
    await two.stop();
    assert.deepEqual(seen, [null, { runs: 1 }]);
    assert.deepEqual(await countJobs(db), { waiting: 1, dead: 0 }, 'one job, however often runners start');
  });

  it('retries a periodic job without end', async (t) => {
    const { db, clock, failures, runner } = await setUp(t);
    let broken = true;
    const one = runner('a', {
      kind: 'tick',
      everyMs: 1_000,
      run: async () => {
        if (broken) throw new Error('planted');
      },
    });
    await addJob(db, { kind: 'tick', name: 'tick', runAtMs: clock.now() }, clock.now());
    for (let i = 0; i < 30; i++) {
      await one.runDue();
      clock.advance(2 * 3_600_000);
    }
    assert.equal(failures.length, 30);
    assert.ok(failures.every(([, , dead]) => !dead));
    broken = false;
    await one.runDue();
    const { attempts, last_error } = await db.selectFrom('jobs').selectAll().executeTakeFirstOrThrow();
    assert.deepEqual([attempts, last_error], [0, null]);
  });

  it('waits at a stop for the running job, and starts no other', async (t) => {
    const { db, runner, add } = await setUp(t);
    const long = Promise.withResolvers<void>();
    let ended = 0;
    await add('k');
    await add('k');
    const one = runner('a', { kind: 'k', run: () => long.promise.then(() => void ended++) });
    await one.start();
    await new Promise(setImmediate);
    const stopping = one.stop();
    long.resolve();
    await stopping;
    assert.equal(ended, 1);
    assert.deepEqual(await countJobs(db), { waiting: 1, dead: 0 });
  });
});
