import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { freePort } from '../../scripts/services/free-port.ts';
import * as postgres from '../../scripts/services/postgres.ts';
import { asUser, superviseProcess, userId } from '../../scripts/services/process.ts';
import type { Service as Database } from '../../scripts/services/service.ts';
import { makeCluster } from '../support/nodes.ts';
import { asAdmin, noPostgres, noRedis, startOwn } from '../support/services.ts';
import { until } from '../support/until.ts';
import { createJournal, uploadAndRecord } from './support/journal.ts';
import { createSeen, REQUEST_MS, startNodesLoad } from './support/nodes-load.ts';
import { RECOVERY_MS, SEED, times } from './support/options.ts';
import { noisePng } from './support/pictures.ts';
import { createRandom } from './support/random.ts';
import { ms, quantile, record } from './support/report.ts';
import { startService } from './support/service.ts';
import { makeTempDir } from './support/temp-dir.ts';
import { verify } from './support/verify.ts';

const PROMOTIONS = times(6, 1);
const UPLOADS_BEFORE = 20;
const BIN = postgres.findPrograms() ?? '';
const USER = process.getuid?.() === 0 ? 'postgres' : undefined;

/** A copy of a running server that follows it. */
async function startStandby(dir: string, primaryUrl: string, port: number): Promise<Database> {
  mkdirSync(dir, { mode: 0o700 });
  const id = USER === undefined ? undefined : userId(USER);
  if (id !== undefined) chownSync(dir, id, id);
  const data = join(dir, 'data');
  const copy = [
    join(BIN, 'pg_basebackup'),
    '-D',
    data,
    '-d',
    primaryUrl,
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
    '--no-sync',
  ];
  const [program = '', ...args] = asUser(USER, copy);
  const copied = spawnSync(program, args, { cwd: dir, encoding: 'utf8' });
  assert.equal(copied.status, 0, copied.stderr);
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '' };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = asUser(USER, [join(BIN, 'postgres'), '-D', data, '-c', 'max_connections=200', ...options]);
  const url = new URL(primaryUrl);
  url.port = String(port);
  const standby = superviseProcess({
    name: 'the standby',
    url: url.href,
    launch: () => spawn(command[0] as string, command.slice(1), { cwd: dir, stdio: ['ignore', 'ignore', 'pipe'] }),
    ready: async () => (await answers(url.href, 'select 1')) !== undefined,
    stopSignal: 'SIGINT',
  });
  await standby.start();
  // It may have copied that of the primary, and would wait for a standby of its own.
  await asAdmin(url.href, `alter system set synchronous_standby_names = ''`);
  await asAdmin(url.href, 'select pg_reload_conf()');
  return standby;
}

async function answers(url: string, query: string): Promise<unknown[] | undefined> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query({ text: query, rowMode: 'array' })).rows;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => {});
  }
}

test('a standby that is promoted under load takes over: no acknowledged upload is lost', {
  skip: noPostgres || noRedis,
}, async (t) => {
  const random = createRandom(SEED);
  await using directory = await makeTempDir();
  // PostgreSQL drops the privileges of root.
  await chmod(directory.path, 0o711);
  await using first = await startOwn(postgres);
  await using cluster = await makeCluster();
  const ports = [Number(new URL(first.url).port), await freePort()];
  const one = new URL(first.url);
  const url = `postgres://${one.username}:${one.password}@127.0.0.1:${ports[0]},127.0.0.1:${ports[1]}${one.pathname}`;
  const databases: Database[] = [first];
  await using _databases = {
    [Symbol.asyncDispose]: async () => void (await Promise.all(databases.map((database) => database.kill()))),
  };
  const env = {
    ...cluster.env,
    IMGD_DATABASE_URL: `${url}?target_session_attrs=read-write`,
    IMGD_DECODER_PROCESSES: '1',
  };
  const startNode = async () => startService({ dataDir: await cluster.newDataDir(), env });
  const journal = createJournal();
  const seen = createSeen();
  const recoveries: number[] = [];
  await using left = await startNode();
  await using right = await startNode();

  for (let nth = 0; nth < PROMOTIONS; nth++) {
    const primary = databases.at(-1) as Database;
    const port = ports.find((other) => String(other) !== new URL(primary.url).port) as number;
    const standby = await startStandby(join(directory.path, `standby-${nth}`), primary.url, port);
    databases.push(standby);
    // An acknowledged commit is then on both.
    await asAdmin(primary.url, `alter system set synchronous_standby_names = '*'`);
    await asAdmin(primary.url, 'select pg_reload_conf()');
    await until(async () =>
      (await answers(primary.url, 'select sync_state from pg_stat_replication'))?.flat().includes('sync'),
    );
    const { uploads } = journal.counts;
    const load = await startNodesLoad({ journal, urls: () => [left.url, right.url], random, seen });
    await until(() => journal.counts.uploads >= uploads + UPLOADS_BEFORE);
    const { refused } = seen;
    await primary.kill();
    await until(() => seen.refused > refused);
    await asAdmin(standby.url, 'select pg_promote()');
    const promoted = performance.now();
    for (const node of [left, right]) {
      await until(
        async () => (await uploadAndRecord(journal, node.url, { bytes: await noisePng(random) })).status === 200,
      );
    }
    recoveries.push(performance.now() - promoted);
    load.stop();
    await load.ended;
    assert.deepEqual(await verify(journal, left.url), [], `after promotion ${nth + 1} with seed ${SEED}`);
  }
  const { uploads, deletes } = journal.counts;
  const most = quantile(recoveries, 1);
  record(
    t,
    'a standby promoted under load, two hosts in the URL',
    '0 acknowledged uploads lost, 0 deletes undone',
    `${PROMOTIONS} promotions, ${uploads} uploads and ${deletes} deletes acknowledged, ${seen.refused} answered 503; 0 broken`,
  );
  record(t, 'both nodes accept uploads after the promotion', `< ${ms(RECOVERY_MS)}`, `max ${ms(most)}`);
  assert.deepEqual(seen.unexpected, []);
  assert.ok(seen.longestMs < REQUEST_MS, `a request took ${ms(seen.longestMs)}`);
  assert.ok(most < RECOVERY_MS, `${ms(most)} to recover`);
});
