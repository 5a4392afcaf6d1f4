import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import * as postgres from '../../scripts/services/postgres.ts';
import { makeCluster } from '../support/nodes.ts';
import { asAdmin, noPostgres, noRedis, startOwn } from '../support/services.ts';
import { until } from '../support/until.ts';
import { checkStore } from './support/doctor.ts';
import { createJournal, uploadAndRecord } from './support/journal.ts';
import { createSeen, REQUEST_MS, startNodesLoad } from './support/nodes-load.ts';
import { RECOVERY_MS, SEED, times } from './support/options.ts';
import { noisePng } from './support/pictures.ts';
import { createRandom } from './support/random.ts';
import { ms, quantile, record } from './support/report.ts';
import { startService } from './support/service.ts';
import { verify } from './support/verify.ts';

const KILLS = times(40, 2);
/** Acknowledged operations before each kill. */
const UPLOADS_BEFORE = 12;
const DELETES_BEFORE = 2;
/** Maximum delay of the kill after that, and maximum downtime of the database. */
const INSTANTS_MS = 200;
const DOWN_MS = 1_500;

test('PostgreSQL killed under load: no acknowledged upload is lost, no acknowledged delete is undone, no request hangs', {
  skip: noPostgres || noRedis,
}, async (t) => {
  const random = createRandom(SEED);
  await using database = await startOwn(postgres);
  await using cluster = await makeCluster();
  const env = { ...cluster.env, IMGD_DATABASE_URL: database.url, IMGD_DECODER_PROCESSES: '1' };
  const journal = createJournal();
  const seen = createSeen();
  const recoveries: number[] = [];
  await using one = await startService({ dataDir: await cluster.newDataDir(), env });
  const dataDir = await cluster.newDataDir();
  await using two = await startService({ dataDir, env });
  const urls = () => [one.url, two.url];

  for (let kills = 0; kills < KILLS; kills++) {
    const { uploads, deletes } = journal.counts;
    const load = await startNodesLoad({ journal, urls, random, seen });
    await until(
      () => journal.counts.uploads >= uploads + UPLOADS_BEFORE && journal.counts.deletes >= deletes + DELETES_BEFORE,
    );
    await sleep(random.below(INSTANTS_MS));
    const { refused } = seen;
    await database.kill();
    await until(() => seen.refused > refused);
    await sleep(random.below(DOWN_MS));
    await database.start();
    const up = performance.now();
    for (const { url } of [one, two]) {
      await until(async () => (await uploadAndRecord(journal, url, { bytes: await noisePng(random) })).status === 200);
    }
    recoveries.push(performance.now() - up);
    load.stop();
    await load.ended;
    assert.deepEqual(await verify(journal, one.url), [], `after kill ${kills + 1} with seed ${SEED}`);
  }
  assert.deepEqual(seen.unexpected, []);
  assert.ok(seen.longestMs < REQUEST_MS, `a request took ${ms(seen.longestMs)}`);
  assert.ok(
    journal.counts.uploads > 10 * KILLS && journal.counts.deletes > KILLS && seen.refused > 0,
    'too little load',
  );
  await two.kill('SIGTERM');
  // After a lost response to a commit, its blobs remain until they are old enough to count as orphans.
  const findings = (await checkStore(dataDir, env)).filter((finding) => !finding.startsWith('doctor: orphan'));
  assert.deepEqual(findings, []);

  const { uploads, deletes } = journal.counts;
  record(
    t,
    'PostgreSQL killed under load on two nodes',
    '0 acknowledged uploads lost, 0 deletes undone',
    `${KILLS} kills, ${uploads} uploads and ${deletes} deletes acknowledged, ${seen.refused} answered 503; 0 broken`,
  );
  const most = quantile(recoveries, 1);
  record(t, 'both nodes accept uploads again', '< 5 s', `p50 ${ms(quantile(recoveries, 0.5))}, max ${ms(most)}`);
  record(t, 'longest request', `< ${ms(REQUEST_MS)}`, ms(seen.longestMs));
  assert.ok(most < RECOVERY_MS, `${ms(most)} to recover`);
});

test('control: the loss of a commit that is not durable is found', { skip: noPostgres || noRedis }, async () => {
  const random = createRandom(SEED);
  await using database = await startOwn(postgres);
  // Acknowledged commits reach the disk only seconds later.
  await asAdmin(database.url, 'alter system set synchronous_commit = off');
  await asAdmin(database.url, `alter system set wal_writer_delay = '10s'`);
  await asAdmin(database.url, 'select pg_reload_conf()');
  await using cluster = await makeCluster();
  const env = { ...cluster.env, IMGD_DATABASE_URL: database.url, IMGD_DECODER_PROCESSES: '1' };
  const journal = createJournal();
  await using node = await startService({ dataDir: await cluster.newDataDir(), env });
  for (let i = 0; i < 10; i++) await uploadAndRecord(journal, node.url, { bytes: await noisePng(random) });
  await database.kill();
  await database.start();
  const broken = await verify(journal, node.url);
  assert.match(broken.join('\n'), /was acknowledged, but has status 404/);
});
