import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freePort } from '../../scripts/services/free-port.ts';
import * as postgres from '../../scripts/services/postgres.ts';
import * as redis from '../../scripts/services/redis.ts';
import { startService } from '../faults/support/service.ts';
import { makeDatabase, noPostgres, noRedis, redisUrl, startOwn } from '../support/services.ts';
import { LOG, starting } from '../support/starting.ts';
import { until } from '../support/until.ts';
import { imgd, tempDir } from '../unit/cli/support.ts';

describe('imgd serve', { skip: noPostgres || noRedis }, () => {
  it('waits for a PostgreSQL that comes up later, and says so', async () => {
    await using directory = await tempDir();
    await using database = await startOwn(postgres);
    await database.kill();
    await using service = starting(directory.path, { IMGD_DATABASE_URL: database.url });
    await until(() => /PostgreSQL at .* The start waits \d+ s more \(IMGD_START_WAIT_SECONDS\)/.test(service.log()));
    assert.doesNotMatch(service.log(), /listening/);
    await database.start();
    await until(() => service.log().includes('imgd listening on'));
  });

  it('gives up after IMGD_START_WAIT_SECONDS, with the reason', async () => {
    await using directory = await tempDir();
    const url = `postgres://imgd@127.0.0.1:${await freePort()}/imgd`;
    const env = { IMGD_DATABASE_URL: url, IMGD_START_WAIT_SECONDS: '2' };
    await using service = starting(directory.path, env);
    assert.equal(await service.exited, 1);
    assert.match(service.log(), /^imgd: PostgreSQL at 127\.0\.0\.1:\d+ cannot be reached .*IMGD_DATABASE_URL\.$/m);
  });

  it('does not wait when PostgreSQL refuses the password', async () => {
    await using directory = await tempDir();
    const { url, drop } = await makeDatabase();
    await drop();
    const wrong = new URL(url);
    wrong.password = 'not-the-password';
    await using service = starting(directory.path, { IMGD_DATABASE_URL: wrong.href, IMGD_START_WAIT_SECONDS: '3600' });
    assert.equal(await service.exited, 1);
    assert.doesNotMatch(service.log(), /waits/);
  });

  it('starts without Redis, degraded, and counts with it once it is there', async () => {
    await using directory = await tempDir();
    await using counters = await startOwn(redis);
    await counters.kill();
    const env = { ...LOG, IMGD_REDIS_URL: counters.url, IMGD_PLANS: '{}' };
    await using service = await startService({ dataDir: directory.path, env });
    const limits = async () => {
      const answer = await fetch(`${service.url}/api/v1/health`);
      const { data } = (await answer.json()) as {
        data: { status: string; checks: Record<string, { status: string }> };
      };
      return [data.status, data.checks.limits?.status];
    };
    assert.deepEqual(await limits(), ['degraded', 'degraded']);
    assert.equal((await fetch(`${service.url}/readyz`)).status, 200);
    assert.match(service.log(), /Redis is unreachable: this node counts requests on its own/);
    await counters.start();
    await until(async () => (await limits())[1] === 'ok');
    await until(async () => {
      await fetch(`${service.url}/api/v1/images`);
      return /Redis is reachable again/.test(service.log());
    });
  });

  it('does not start without the password of Redis', async () => {
    await using directory = await tempDir();
    const url = new URL(await redisUrl());
    url.username = 'unknown';
    url.password = 'not-the-password';
    await using service = starting(directory.path, { IMGD_REDIS_URL: url.href });
    assert.equal(await service.exited, 1);
    assert.match(service.log(), /^imgd: Redis at .* cannot be used \(WRONGPASS.*\): IMGD_REDIS_URL\.$/m);
    const checked = await imgd(['config', '--check'], { IMGD_DATA_DIR: directory.path, IMGD_REDIS_URL: url.href });
    assert.deepEqual([checked.code, checked.stdout], [1, '']);
    assert.match(checked.stderr, /^imgd: Redis at .* cannot be used \(WRONGPASS/);
  });
});
