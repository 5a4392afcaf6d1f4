import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import * as postgres from '../../scripts/services/postgres.ts';
import { assertRefused, at, upload, uploaded } from '../support/api.ts';
import { cephMissing, openTestS3, type TestS3 } from '../support/ceph.ts';
import { smallPng } from '../support/requests.ts';
import { asAdmin, makeDatabase, noPostgres, startOwn, type TestDatabase } from '../support/services.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { s3Error, startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { until } from '../support/until.ts';

/** A probe of the store, the slowest one, is kept so long. */
const PROBED_MS = 15_000;
const SOME_TIME = { timeout: 120_000 };

/** The states of all parts, and the status of /readyz. */
async function statesOf(app: TestApp): Promise<Record<string, string | number>> {
  const answer = await fetch(`${app.url}/api/v1/health`);
  const body = (await answer.json()) as {
    data?: { checks: Record<string, { status: string }> };
    error?: { details: { checks: Record<string, { status: string }> } };
  };
  const checks = body.data?.checks ?? body.error?.details.checks ?? {};
  const states = Object.fromEntries(Object.entries(checks).map(([part, { status }]) => [part, status]));
  return { ...states, readyz: (await fetch(`${app.url}/readyz`)).status };
}

/** The states as soon as a part has another one than `ok`. */
const statesAfter = (app: TestApp, part: string) =>
  until(async () => {
    const states = await statesOf(app);
    return states[part] !== 'ok' && states;
  });

const WELL = { database: 'ok', storage: 'ok', disk: 'ok', decoder: 'ok', jobs: 'ok', limits: 'ok', readyz: 200 };

describe('the health of a service on PostgreSQL', { skip: noPostgres }, () => {
  it(
    'is degraded while the database is read-only, and the service stays ready: images are served',
    SOME_TIME,
    async () => {
      const database: TestDatabase = await makeDatabase();
      try {
        await using app = await startApp({ env: { IMGD_DATABASE_URL: database.url } });
        const image = await uploaded(upload(app, await smallPng(1)));
        assert.deepEqual(await statesOf(app), WELL);
        await makeReadOnly(database.url, 'on');
        assert.deepEqual(await statesAfter(app, 'database'), { ...WELL, database: 'degraded' });
        await assertRefused(upload(app, await smallPng(2)), 503, 'STORAGE_UNAVAILABLE');
        assert.equal((await fetch(at(app, image.links.direct))).status, 200);
        await makeReadOnly(database.url, 'off');
        await until(async () => (await statesOf(app)).database === 'ok');
        await uploaded(upload(app, await smallPng(2)));
      } finally {
        await database.drop();
      }
    },
  );

  it('blames the database alone while it is down, and the service is not ready', SOME_TIME, async () => {
    await using server = await startOwn(postgres);
    await using app = await startApp({ env: { IMGD_DATABASE_URL: server.url } });
    assert.deepEqual(await statesOf(app), WELL);
    await server.kill();
    assert.deepEqual(await statesAfter(app, 'database'), { ...WELL, database: 'down', readyz: 503 });
    await server.start();
    await until(async () => (await statesOf(app)).readyz === 200);
  });
});

/** Also ends the connections of the service, as a failover to a standby does. */
async function makeReadOnly(url: string, state: 'on' | 'off'): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const admin = new URL(url);
  admin.pathname = '/postgres';
  await asAdmin(admin.href, `alter database ${pg.escapeIdentifier(name)} set default_transaction_read_only = ${state}`);
  await asAdmin(admin.href, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
}

describe('the health of a service on S3', { skip: cephMissing() }, () => {
  let s3: TestS3;
  let proxy: TcpProxy;
  before(async () => {
    s3 = await openTestS3();
    proxy = await startTcpProxy(Number(new URL(s3.location().endpoint ?? '').port));
  });
  after(async () => {
    await proxy[Symbol.asyncDispose]();
    await s3[Symbol.asyncDispose]();
  });

  it('is degraded while the store refuses writes, and the service stays ready', SOME_TIME, async () => {
    const endpoint = `http://127.0.0.1:${proxy.port}`;
    const env = { IMGD_BLOBS: 's3', ...s3.env, IMGD_S3_ENDPOINT: endpoint, IMGD_S3_PREFIX: `${randomUUID()}/` };
    await using app = await startApp({ env });
    const image = await uploaded(upload(app, await smallPng(1)));
    assert.deepEqual(await statesOf(app), WELL);
    proxy.set({ kind: 'answer', status: 403, body: s3Error('QuotaExceeded') }, { matching: /^PUT / });
    await assertRefused(upload(app, await smallPng(2)), 503, 'STORAGE_UNAVAILABLE');
    await new Promise((resolve) => setTimeout(resolve, PROBED_MS));
    assert.deepEqual(await statesAfter(app, 'storage'), { ...WELL, storage: 'degraded' });
    assert.equal((await fetch(at(app, image.links.direct))).status, 200);
    proxy.clear();
    await new Promise((resolve) => setTimeout(resolve, PROBED_MS));
    await until(async () => (await statesOf(app)).storage === 'ok');
  });
});
