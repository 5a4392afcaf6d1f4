import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { freePort } from '../scripts/services/free-port.ts';

const PROGRAM = `
  import { once } from 'node:events';
  import { createServer } from 'node:net';
  import { startApp } from './test/support/start-app.ts';
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  await startApp({ env: { IMGD_PORT: String(server.address().port) } }).catch(({ code }) => console.log(code));
  server.close();
`;

test('a service of a test that cannot listen leaves nothing open: the process ends', () => {
  const args = ['--input-type=module-typescript', '--eval', PROGRAM];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 30_000 });
  assert.deepEqual([status, stdout.trim()], [0, 'EADDRINUSE']);
});

test('free ports differ, and are below those that the system gives to connections', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, freePort));
  const ephemeral = Number.parseInt(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8'), 10);
  assert.equal(new Set(ports).size, ports.length);
  assert.ok(Math.max(...ports) < ephemeral, String(ports));
});
