import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { makeCluster } from '../support/nodes.ts';
import { asAdmin, noPostgres, noRedis } from '../support/services.ts';
import { until } from '../support/until.ts';
import { createJournal, uploadAndRecord } from './support/journal.ts';
import { createSeen, REQUEST_MS, startNodesLoad } from './support/nodes-load.ts';
import { RECOVERY_MS, SEED, times } from './support/options.ts';
import { noisePng } from './support/pictures.ts';
import { createRandom } from './support/random.ts';
import { ms, record } from './support/report.ts';
import { startService } from './support/service.ts';
import { verify } from './support/verify.ts';

const skip = noPostgres || noRedis;
const TERMINATIONS = times(200, 10);
const UPLOADS_BETWEEN = 4;
const INSTANTS_MS = 100;
const LOCK_MS = times(30_000, 7_000);
const END_ALL = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

/** Starts two nodes with clients, and the journal of their responses. */
async function startScene() {
  await using made = new AsyncDisposableStack();
  const random = createRandom(SEED);
  const cluster = made.use(await makeCluster());
  const env = { ...cluster.env, IMGD_DECODER_PROCESSES: '1' };
  const one = made.use(await startService({ dataDir: await cluster.newDataDir(), env }));
  const two = made.use(await startService({ dataDir: await cluster.newDataDir(), env }));
  const [journal, seen] = [createJournal(), createSeen()];
  const urls = () => [one.url, two.url];
  const load = await startNodesLoad({ journal, urls, random, seen });
  const held = made.move();
  return {
    ...{ journal, seen, load, random, one, two },
    database: cluster.env.IMGD_DATABASE_URL ?? '',
    /** Milliseconds until both nodes accept an upload. */
    async recovery() {
      const startedAt = performance.now();
      for (const url of urls()) {
        await until(
          async () => (await uploadAndRecord(journal, url, { bytes: await noisePng(random) })).status === 200,
        );
      }
      return performance.now() - startedAt;
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

test('terminated connections to PostgreSQL lose no acknowledged upload and undo no acknowledged delete', {
  skip,
}, async (t) => {
  await using scene = await startScene();
  const { journal, seen, load, random } = scene;
  for (let round = 0; round < TERMINATIONS; round++) {
    const { uploads } = journal.counts;
    await until(() => journal.counts.uploads >= uploads + UPLOADS_BETWEEN);
    await sleep(random.below(INSTANTS_MS));
    await asAdmin(scene.database, END_ALL);
  }
  const recoveryMs = await scene.recovery();
  load.stop();
  await load.ended;
  assert.deepEqual(await verify(journal, scene.one.url), []);
  assert.deepEqual([seen.unexpected, seen.lost], [[], 0]);
  assert.ok(journal.counts.deletes > 0);
  assert.ok(seen.longestMs < REQUEST_MS && recoveryMs < RECOVERY_MS, `${seen.longestMs} ${recoveryMs}`);
  const { uploads, deletes } = journal.counts;
  const measured = `all connections ${TERMINATIONS} times, ${uploads} uploads and ${deletes} deletes acknowledged, ${seen.refused} answered 503; 0 broken`;
  record(t, 'connections to PostgreSQL terminated under load', '0 uploads lost, 0 deletes undone', measured);
  record(t, 'both nodes accept uploads again', '< 5 s', ms(recoveryMs));
});

test('during a long lock on the images requests get 503 in time, and the nodes recover when it ends', {
  skip,
}, async (t) => {
  await using scene = await startScene();
  const { journal, seen, load } = scene;
  await until(() => journal.counts.uploads >= UPLOADS_BETWEEN);
  const [holder, patient] = [0, 1].map(() => new pg.Client({ connectionString: scene.database })) as [
    pg.Client,
    pg.Client,
  ];
  await Promise.all([holder.connect(), patient.connect()]);
  try {
    await holder.query('begin');
    await holder.query('lock table images in access exclusive mode');
    const startedAt = performance.now();
    // Control: a client without a time-out waits until the lock ends.
    const waited = patient.query('select 1 from images limit 1').then(() => performance.now() - startedAt);
    await sleep(LOCK_MS);
    assert.ok(seen.refused > 0, 'requests hit the lock');
    await holder.query('rollback');
    const recoveryMs = await scene.recovery();
    assert.ok((await waited) >= LOCK_MS);
    load.stop();
    await load.ended;
    assert.deepEqual(await verify(journal, scene.two.url), []);
    assert.deepEqual([seen.unexpected, seen.lost], [[], 0]);
    assert.ok(seen.longestMs < REQUEST_MS, `a request took ${ms(seen.longestMs)}`);
    assert.ok(recoveryMs < RECOVERY_MS, `${ms(recoveryMs)} to recover`);
    const measured = `${seen.refused} answered 503, the longest request ${ms(seen.longestMs)}; 0 broken`;
    record(t, `the images table locked for ${LOCK_MS / 1_000} s`, `503 within ${ms(REQUEST_MS)}`, measured);
    record(t, 'both nodes accept uploads again', '< 5 s', ms(recoveryMs));
  } finally {
    await Promise.all([holder.end(), patient.end()]);
  }
});
