import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addJob, buryJob } from '../../src/catalog/operations/jobs.ts';
import type { Storage } from '../../src/compose/storage.ts';
import { leaseJob } from '../contracts/catalog-support.ts';
import { assertRefused, register } from '../support/api.ts';
import { accountOf, call, storageBeside } from '../support/requests.ts';
import { dataOf } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

interface Job {
  id: string;
  kind: string;
  state: string;
  periodic: boolean;
  attempts: number;
  last_error: string | null;
}

// Jobs of the tests are due only later, so that the runner of the service leaves them alone.
const LATER = Date.now() + 3_600_000;
let app: TestApp;
let admin: string;
let storage: Storage;
before(async () => {
  app = await startApp();
  admin = (await accountOf(app, { isAdmin: true })).key;
  storage = await storageBeside(app);
});
after(async () => {
  await storage.close();
  await app[Symbol.asyncDispose]();
});

const jobs = async (query = '') =>
  (await dataOf<{ jobs: Job[] }>(call(app, 'GET', `/admin/jobs?limit=100${query}`, admin))).jobs;
const ofKind = async (kind: string, query = '') => (await jobs(query)).find((job) => job.kind === kind);

/** Adds a job of a kind without a runner. For `running` and `dead` the test claims it. */
async function newJob(kind: string, state: 'waiting' | 'running' | 'dead'): Promise<Job> {
  await addJob(storage.db, { kind, payload: { secret: 'a secret' }, runAtMs: LATER }, LATER);
  if (state !== 'waiting') {
    const claimed = await leaseJob(storage.db, 'a test', LATER, 3_600_000, { only: [kind] });
    if (state === 'dead') await buryJob(storage.db, claimed?.id ?? '', 'a test', 'it broke', LATER);
  }
  return (await ofKind(kind)) ?? assert.fail('the job is not listed');
}

describe('/api/v1/admin/jobs', () => {
  it('lists jobs by state, without their payload', async () => {
    for (const state of ['waiting', 'running', 'dead'] as const) {
      const job = await newJob(`test-${state}`, state);
      assert.deepEqual([job.state, job.periodic], [state, false]);
      assert.ok(!JSON.stringify(job).includes('secret'));
      for (const other of ['waiting', 'running', 'dead']) {
        assert.equal((await ofKind(job.kind, `&state=${other}`)) !== undefined, other === state, `${state} ${other}`);
      }
    }
    assert.ok(
      (await jobs()).some((job) => job.periodic),
      'periodic jobs are listed',
    );
    await assertRefused(call(app, 'GET', '/admin/jobs?state=done', admin), 400, 'INVALID_PARAMETER');
  });

  it('retries a dead job, and logs it', async () => {
    const { id } = await newJob('test-retry', 'dead');
    const job = await dataOf<Job>(call(app, 'POST', `/admin/jobs/${id}/retry`, admin));
    assert.deepEqual([job.state, job.attempts], ['waiting', 0]);
    const { entries } = await dataOf<{ entries: { action: string; subject: string; details: object }[] }>(
      call(app, 'GET', '/admin/audit', admin),
    );
    assert.deepEqual(
      entries.filter(({ subject }) => subject === id).map(({ action, details }) => ({ action, details })),
      [{ action: 'job.retry', details: { kind: 'test-retry', attempts: 1, error: 'it broke' } }],
    );
  });

  it('removes a job', async () => {
    const { id } = await newJob('test-remove', 'waiting');
    assert.deepEqual(await dataOf(call(app, 'DELETE', `/admin/jobs/${id}`, admin)), { id, removed: true });
    assert.equal(await ofKind('test-remove'), undefined);
    await assertRefused(call(app, 'DELETE', `/admin/jobs/${id}`, admin), 404, 'JOB_NOT_FOUND');
  });

  it('refuses to retry or remove a running job, and to remove a periodic one', async () => {
    const running = await newJob('test-locked', 'running');
    await assertRefused(call(app, 'POST', `/admin/jobs/${running.id}/retry`, admin), 409, 'JOB_LOCKED');
    await assertRefused(call(app, 'DELETE', `/admin/jobs/${running.id}`, admin), 409, 'JOB_LOCKED');
    const periodic = (await jobs()).find((job) => job.periodic);
    await assertRefused(call(app, 'DELETE', `/admin/jobs/${periodic?.id}`, admin), 409, 'JOB_LOCKED');
    await assertRefused(call(app, 'POST', '/admin/jobs/none/retry', admin), 404, 'JOB_NOT_FOUND');
  });

  it('is for administrators only', async () => {
    const { id } = await newJob('test-private', 'waiting');
    const key = await register(app);
    for (const [method, path] of [
      ['GET', ''],
      ['POST', `/${id}/retry`],
      ['DELETE', `/${id}`],
    ] as const) {
      await assertRefused(call(app, method, `/admin/jobs${path}`, key), 403, 'INSUFFICIENT_SCOPE');
      await assertRefused(call(app, method, `/admin/jobs${path}`), 401, 'MISSING_API_KEY');
    }
  });
});
