import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { makeNodesHome } from '../support/nodes.ts';
import { asAdmin, noPostgres, noRedis } from '../support/services.ts';
import { until } from '../support/until.ts';
import { createJournal, uploadAndNote } from './support/journal.ts';
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

/** Two nodes with clients at work, and what these have been promised. */
async function startScene() {
  await using made = new AsyncDisposableStack();
  const random = createRandom(SEED);
  const home = made.use(await makeNodesHome());
  const env = { ...home.env, IMGD_DECODER_PROCESSES: '1' };
  const one = made.use(await startService({ dataDir: await home.newDataDir(), env }));
  const two = made.use(await startService({ dataDir: await home.newDataDir(), env }));
  const [journal, seen] = [createJournal(), createSeen()];
  const urls = () => [one.url, two.url];
  const load = await startNodesLoad({ journal, urls, random, seen });
  const held = made.move();
  return {
    ...{ journal, seen, load, random, one, two },
    database: home.env.IMGD_DATABASE_URL ?? '',
    /** Milliseconds until both nodes accept an upload. */
    async recovery() {
      const begun = performance.now();
      for (const url of urls()) {
        await until(async () => (await uploadAndNote(journal, url, { bytes: await noisePng(random) })).status === 200);
      }
      return performance.now() - begun;
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

test('connections to PostgreSQL terminated under load: nothing acknowledged is lost or comes back', {
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
  const measured = `${TERMINATIONS} times all of them, ${uploads} uploads and ${deletes} deletes acknowledged, ${seen.refused} answered 503; 0 broken`;
  record(t, 'connections to PostgreSQL terminated under load', '0 uploads lost, 0 deletes back', measured);
  record(t, 'both nodes accept uploads again', '< 5 s', ms(recoveryMs));
});

test('a long lock on the images: what meets it is answered 503 in time, and all is well when it goes', {
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
    const begun = performance.now();
    // Control: who has no time-out waits as long as the lock is held.
    const waited = patient.query('select 1 from images limit 1').then(() => performance.now() - begun);
    await sleep(LOCK_MS);
    assert.ok(seen.refused > 0, 'requests meet the lock');
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
    record(t, `the table of images locked for ${LOCK_MS / 1_000} s`, `503 within ${ms(REQUEST_MS)}`, measured);
    record(t, 'both nodes accept uploads again', '< 5 s', ms(recoveryMs));
  } finally {
    await Promise.all([holder.end(), patient.end()]);
  }
});
