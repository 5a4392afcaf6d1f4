import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as redis from '../../scripts/services/redis.ts';
import { openRedisLimits } from '../../src/limits/redis-limits.ts';
import { windowsFrom } from '../../src/limits/windows.ts';
import { startService } from '../faults/support/service.ts';
import { assertRefused, register } from '../support/api.ts';
import { makeCluster, startNodes } from '../support/nodes.ts';
import { send } from '../support/requests.ts';
import { noPostgres, noRedis, startOwn } from '../support/services.ts';
import { login, newPerson, PASSWORD } from '../support/sign-in.ts';
import { MANY_SIGN_INS, startApp, type TestApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';

const LIMIT = 300;
const PLANS = `{"anonymous":{"requestsPerHour":${LIMIT}}}`;
const PATH = '/api/v1/image/AAAAAAAAAAAA';

/** Sends requests to all nodes at once. @returns the number of requests within the limit */
async function admitted(nodes: readonly { url: string }[], requests: number): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: requests }, async (_, i) => {
      const response = await fetch(`${nodes[i % nodes.length]?.url}${PATH}`);
      await response.arrayBuffer();
      return response.status;
    }),
  );
  // A 503 of the busy catalog still counts as within the limit.
  assert.ok(answers.every((status) => [404, 429, 503].includes(status)));
  return answers.filter((status) => status !== 429).length;
}

describe('limits over several nodes', { skip: noPostgres || noRedis }, () => {
  it('admit exactly the limit of the plan, with 1,000 parallel requests to two processes', async () => {
    await using cluster = await makeCluster();
    const start = async () =>
      startService({ dataDir: await cluster.newDataDir(), env: { ...cluster.env, IMGD_PLANS: PLANS } });
    await using one = await start();
    await using other = await start();
    assert.equal(await admitted([one, other], 1_000), LIMIT);
    const { headers } = await fetch(`${other.url}${PATH}`);
    assert.deepEqual([headers.get('x-ratelimit-used'), headers.get('x-ratelimit-remaining')], [String(LIMIT), '0']);
  });

  it('control: nodes without Redis admit the limit each', async () => {
    await using one = await startApp({ env: { IMGD_PLANS: PLANS, IMGD_REDIS_URL: '' } });
    await using two = await startApp({ env: { IMGD_PLANS: PLANS, IMGD_REDIS_URL: '' } });
    assert.equal(await admitted([one, two], 1_000), 2 * LIMIT);
  });

  it('count sign-in attempts for all nodes', async () => {
    await using service = await startNodes(2);
    const attempt = (i: number) => {
      const body = { email: 'unknown@example.com', password: 'wrong password' };
      return send(service.nodes[i % 2] as { url: string }, '/auth/login', body);
    };
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => attempt(i)));
    assert.equal(answers.filter(({ status }) => status !== 429).length, 10);
  });

  it('count guesses of a password for all nodes, and all know the address and the browser of the owner', async () => {
    const windows = JSON.stringify({ ...JSON.parse(MANY_SIGN_INS), guesses: { email: 7 } });
    await using service = await startNodes(2, { env: { IMGD_TRUST_PROXY: '127.0.0.1', IMGD_WINDOWS: windows } });
    const [one, two] = service.nodes as [TestApp, TestApp];
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const { email } = await newPerson(one);
    const signedIn = await login(one, email, PASSWORD, from('192.0.2.1'));
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async (_, i) => {
        const answer = await login(i % 2 === 0 ? one : two, email, 'wrong', from(`198.51.100.${i}`));
        return answer.status;
      }),
    );
    assert.equal(statuses.filter((status) => status === 401).length, 7);
    await assertRefused(login(two, email, PASSWORD, from('203.0.113.1')), 429, 'TOO_MANY_ATTEMPTS');
    for (let i = 0; i < 12; i++) {
      assert.equal(
        (await login(two, email, PASSWORD, from('192.0.2.1'))).status,
        200,
        'correct passwords do not count',
      );
    }
    const [cookie = ''] = signedIn.headers.getSetCookie().filter((line) => line.startsWith('imgd_device='));
    const headers = { ...from('203.0.113.1'), cookie: cookie.split(';')[0] ?? '' };
    assert.equal((await login(two, email, PASSWORD, headers)).status, 200);
  });
});

describe('limits while Redis is down', { skip: noRedis }, () => {
  const health = async (app: { url: string }) => {
    const response = await fetch(`${app.url}/api/v1/health`);
    return (await response.json()) as { data: { status: string; checks: { limits: { status: string } } } };
  };
  const limitsOf = async (app: { url: string }) => (await health(app)).data.checks.limits.status;

  it('are counted by each node alone and reported as degraded, until Redis responds again', async () => {
    await using own = await startOwn(redis);
    await using app = await startApp({ env: { IMGD_PLANS: PLANS, IMGD_REDIS_URL: own.url } });
    const used = async () => (await fetch(`${app.url}${PATH}`)).headers.get('x-ratelimit-used');
    for (const figure of ['1', '2', '3']) assert.equal(await used(), figure);
    assert.equal(await limitsOf(app), 'ok');

    await own.kill();
    assert.equal(await used(), '1', 'the node counts from zero');
    assert.equal((await health(app)).data.status, 'degraded');
    await register(app);
    assert.equal(await admitted([app], 400), LIMIT - 1, 'the limit still applies on this node');

    await own.start();
    await until(async () => (await limitsOf(app)) === 'ok');
    assert.equal(await used(), '1', 'Redis had the counters in memory only');
    assert.equal((await health(app)).data.status, 'ok');
  });

  it('bound guesses of a password on each node, and its owner still signs in', async () => {
    await using own = await startOwn(redis);
    const windows = JSON.stringify({ ...JSON.parse(MANY_SIGN_INS), guesses: { email: 3 } });
    const env = { IMGD_TRUST_PROXY: '127.0.0.1', IMGD_WINDOWS: windows, IMGD_REDIS_URL: own.url };
    await using app = await startApp({ env });
    const { email } = await newPerson(app);
    const guess = (i: number) => login(app, email, 'wrong', { 'x-forwarded-for': `198.51.100.${i}` });
    assert.equal((await guess(1)).status, 401);
    await own.kill();
    assert.equal((await login(app, email, PASSWORD, { 'x-forwarded-for': '192.0.2.1' })).status, 200);
    for (let i = 2; i <= 4; i++) assert.equal((await guess(i)).status, 401, 'the node counts from zero');
    await assertRefused(guess(5), 429, 'TOO_MANY_ATTEMPTS');
    assert.equal((await login(app, email, PASSWORD, { 'x-forwarded-for': '192.0.2.1' })).status, 200);
  });

  it('do not delay requests while Redis is silent', async () => {
    await using own = await startOwn(redis);
    await using app = await startApp({ env: { IMGD_PLANS: PLANS, IMGD_REDIS_URL: own.url } });
    await fetch(`${app.url}${PATH}`);
    process.kill(own.pid(), 'SIGSTOP');
    try {
      const startedAt = performance.now();
      assert.equal(await admitted([app], 400), LIMIT);
      assert.ok(performance.now() - startedAt < 10_000, 'only the first requests wait for a silent Redis');
    } finally {
      process.kill(own.pid(), 'SIGCONT');
    }
    await until(async () => (await limitsOf(app)) === 'ok');
  });

  it('leave a silent connection once, however many requests find it silent', async (t) => {
    await using own = await startOwn(redis);
    const limits = await openRedisLimits({
      url: own.url,
      prefix: 'imgd',
      figures: windowsFrom('{}'),
      onChange: () => {},
    });
    t.after(() => limits.close());
    const warnings: string[] = [];
    const onWarning = ({ message }: Error) => warnings.push(message);
    process.on('warning', onWarning);
    t.after(() => process.off('warning', onWarning));
    process.kill(own.pid(), 'SIGSTOP');
    try {
      const used = await Promise.all(Array.from({ length: 50 }, async () => (await limits.quota.take('a')).used));
      assert.equal(Math.max(...used), 50, 'the node counts alone');
      const startedAt = performance.now();
      await limits.quota.take('a');
      assert.ok(performance.now() - startedAt < 500, 'the next request does not wait');
    } finally {
      process.kill(own.pid(), 'SIGCONT');
    }
    await until(async () => (await limits.problem()) === undefined);
    assert.deepEqual(warnings, []);
  });
});
