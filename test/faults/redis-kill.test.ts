import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import * as redis from '../../scripts/services/redis.ts';
import { makeCluster } from '../support/nodes.ts';
import { noPostgres, noRedis, startOwn } from '../support/services.ts';
import { until } from '../support/until.ts';
import { request } from './support/client.ts';
import { createJournal } from './support/journal.ts';
import { createSeen, startNodesLoad } from './support/nodes-load.ts';
import { RECOVERY_MS, SEED, times } from './support/options.ts';
import { createRandom } from './support/random.ts';
import { ms, quantile, record } from './support/report.ts';
import { startService } from './support/service.ts';
import { verify } from './support/verify.ts';

const skip = noPostgres || noRedis;
const KILLS = times(40, 2);
const UPLOADS_BETWEEN = 12;
const INSTANTS_MS = 200;
/** The time-out of Redis is two seconds; the rest allows for a busy machine. */
const REQUEST_MS = 10_000;
const LIMIT = 300;
const REQUESTS = 1_000;
const limitOf = (requestsPerHour: number) => JSON.stringify({ anonymous: { requestsPerHour } });

async function limitsAreShared(url: string): Promise<boolean> {
  const { bytes } = await request(`${url}/api/v1/health`);
  const { data } = JSON.parse(bytes.toString()) as { data: { checks: { limits: { status: string } } } };
  return data.checks.limits.status === 'ok';
}

/** Sends requests to all nodes at once. @returns the number of requests within the limit */
async function admitted(urls: readonly string[]): Promise<number> {
  const requests = Array.from({ length: REQUESTS }, (_, i) =>
    request(`${urls[i % urls.length]}/api/v1/image/AAAAAAAAAAAA`),
  );
  const statuses = (await Promise.all(requests)).map(({ status }) => status);
  // A 503 of the busy catalog still counts as within the limit.
  assert.ok(statuses.every((status) => [404, 429, 503].includes(status)));
  return statuses.filter((status) => status !== 429).length;
}

test('Redis killed and restarted under load: no request fails or hangs', { skip }, async (t) => {
  const random = createRandom(SEED);
  await using counters = await startOwn(redis);
  await using cluster = await makeCluster();
  const plans = { IMGD_PLANS: limitOf(1_000_000_000) };
  const env = { ...cluster.env, ...plans, IMGD_REDIS_URL: counters.url, IMGD_DECODER_PROCESSES: '1' };
  await using one = await startService({ dataDir: await cluster.newDataDir(), env });
  await using two = await startService({ dataDir: await cluster.newDataDir(), env });
  const [journal, seen] = [createJournal(), createSeen()];
  const urls = () => [one.url, two.url];
  const recoveries: number[] = [];
  const load = await startNodesLoad({ journal, urls, random, seen });
  const moreUploads = async () => {
    const { uploads } = journal.counts;
    await until(() => journal.counts.uploads >= uploads + UPLOADS_BETWEEN);
  };
  for (let kills = 0; kills < KILLS; kills++) {
    await moreUploads();
    await sleep(random.below(INSTANTS_MS));
    await counters.kill();
    for (const url of urls()) assert.equal(await limitsAreShared(url), false);
    await moreUploads();
    await counters.start();
    const up = performance.now();
    await Promise.all(urls().map((url) => until(() => limitsAreShared(url))));
    recoveries.push(performance.now() - up);
  }
  load.stop();
  await load.ended;
  assert.deepEqual([seen.unexpected, seen.refused, seen.lost], [[], 0, 0]);
  assert.deepEqual(await verify(journal, two.url), []);
  assert.ok(seen.longestMs < REQUEST_MS, `a request took ${ms(seen.longestMs)}`);
  const most = quantile(recoveries, 1);
  const measured = `${KILLS} kills, ${journal.counts.uploads} uploads acknowledged, 0 refused, longest request ${ms(seen.longestMs)}`;
  record(t, 'Redis killed under load on two nodes', '0 requests fail', measured);
  record(t, 'requests count for all nodes again', '< 5 s', `p50 ${ms(quantile(recoveries, 0.5))}, max ${ms(most)}`);
  assert.ok(most < RECOVERY_MS, `${ms(most)} to recover`);
});

test('two processes admit exactly the limit of the plan after Redis was killed and restarted', { skip }, async (t) => {
  await using counters = await startOwn(redis);
  await using cluster = await makeCluster();
  const env = { ...cluster.env, IMGD_PLANS: limitOf(LIMIT), IMGD_REDIS_URL: counters.url };
  await using one = await startService({ dataDir: await cluster.newDataDir(), env });
  await using two = await startService({ dataDir: await cluster.newDataDir(), env });
  // A planted bug: a node that counts with another prefix.
  await using astray = await startService({
    dataDir: await cluster.newDataDir(),
    env: { ...env, IMGD_REDIS_PREFIX: 'astray' },
  });
  await counters.kill();
  await counters.start();
  for (const { url } of [one, two, astray]) await until(() => limitsAreShared(url));
  assert.equal(await admitted([one.url, two.url]), LIMIT);
  record(t, `${REQUESTS} parallel requests over two processes`, `${LIMIT} admitted`, `${LIMIT}`);
  await counters.kill();
  await counters.start();
  for (const { url } of [one, astray]) await until(() => limitsAreShared(url));
  assert.equal(await admitted([one.url, astray.url]), 2 * LIMIT, 'control: the planted bug doubles the count');
});
