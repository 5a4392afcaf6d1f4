import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../../scripts/services/free-port.ts';
import * as postgres from '../../scripts/services/postgres.ts';
import { asUser, superviseProcess } from '../../scripts/services/process.ts';
import { openPostgresCatalog } from '../../src/catalog/database.ts';
import { asAdmin, noPostgres, startOwn } from '../support/services.ts';
import { tempDir } from '../unit/cli/support.ts';

const noPgBouncer =
  spawnSync('pgbouncer', ['--version']).error !== undefined &&
  process.env.CI !== 'true' &&
  'PgBouncer is not installed';

/** PgBouncer in transaction mode as docs/engines.md configures it. @returns the URL of a database behind it */
async function startPgBouncer(dir: string, target: string) {
  const { hostname, port, username, password, pathname } = new URL(target);
  const own = await freePort();
  const file = join(dir, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `imgd = host=${hostname} port=${port} dbname=${pathname.slice(1)} user=${username} password=${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${own}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'ignore_startup_parameters = statement_timeout,lock_timeout',
  ];
  await chmod(dir, 0o755);
  await writeFile(file, `${lines.join('\n')}\n`);
  await chmod(file, 0o644);
  const command = asUser(process.getuid?.() === 0 ? 'postgres' : undefined, ['pgbouncer', file]);
  const service = superviseProcess({
    name: 'PgBouncer',
    url: `postgres://imgd@127.0.0.1:${own}/imgd`,
    launch: () => spawn(command[0] as string, command.slice(1), { stdio: ['ignore', 'ignore', 'pipe'] }),
    ready: () =>
      new Promise((resolve) => {
        const socket = connect(own, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
        socket.on('connect', () => socket.destroy());
      }),
    stopSignal: 'SIGINT',
  });
  await service.start();
  return { ...service, [Symbol.asyncDispose]: () => service.kill() };
}

test('behind PgBouncer the start warns of time-outs that it drops, and not when the role has them', {
  skip: noPostgres || noPgBouncer,
}, async () => {
  await using dir = await tempDir();
  await using database = await startOwn(postgres);
  const warningsOf = async (url: string) => {
    const warnings: string[] = [];
    const catalog = await openPostgresCatalog(url, 2, (text) => void warnings.push(text));
    await catalog.close();
    return warnings;
  };
  assert.deepEqual(await warningsOf(database.url), [], 'control: without PgBouncer');

  await using bouncer = await startPgBouncer(dir.path, database.url);
  const warnings = (await warningsOf(bouncer.url)).toSorted();
  assert.equal(warnings.length, 2);
  assert.match(warnings[0] ?? '', /lock_timeout is 0 ms .*alter role imgd set lock_timeout = 5000/);
  assert.match(warnings[1] ?? '', /statement_timeout is 0 ms .*alter role imgd set statement_timeout = 10000/);

  await asAdmin(database.url, 'alter role imgd set statement_timeout = 10000');
  await asAdmin(database.url, 'alter role imgd set lock_timeout = 5000');
  // PgBouncer keeps its connections: new ones have the settings of the role.
  await bouncer.kill();
  await bouncer.start();
  assert.deepEqual(await warningsOf(bouncer.url), []);
});
