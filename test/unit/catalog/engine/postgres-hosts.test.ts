import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, it } from 'node:test';
import pg from 'pg';
import { postgresServers, primaryConnections } from '../../../../src/catalog/engine/postgres-hosts.ts';

describe('the servers of IMGD_DATABASE_URL', () => {
  it('are one URL for each host, with the same user, database and parameters', () => {
    assert.deepEqual(postgresServers('postgres://u:p%40s@one:5432,[::1]:5433,three/imgd?sslmode=require'), [
      'postgres://u:p%40s@one:5432/imgd?sslmode=require',
      'postgres://u:p%40s@[::1]:5433/imgd?sslmode=require',
      'postgres://u:p%40s@three/imgd?sslmode=require',
    ]);
    assert.deepEqual(postgresServers('postgres:///imgd?host=/run/postgresql'), [
      'postgres:///imgd?host=/run/postgresql',
    ]);
  });

  it('accept writes: target_session_attrs may say so, and nothing else', () => {
    assert.deepEqual(postgresServers('postgres://one,two/imgd?target_session_attrs=read-write'), [
      'postgres://one/imgd',
      'postgres://two/imgd',
    ]);
    assert.throws(() => postgresServers('postgres://one,two/imgd?target_session_attrs=standby'), /must be read-write/);
  });

  for (const wrong of [
    'mysql://one/imgd',
    'postgres://one,two',
    'postgres://one,,two/imgd',
    'one',
    'postgres://a b/c',
  ]) {
    it(`refuse ${wrong}`, () => assert.throws(() => postgresServers(wrong), /must be a URL such as postgres:/));
  }
});

/** A message of the protocol, version 3. */
function message(type: string, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const AUTHENTICATED = message('R', Buffer.alloc(4));
const READY = message('Z', 'I');
const TERMINATED = message(
  'E',
  'SFATAL\0C57P01\0Mterminating connection due to administrator command\0',
  Buffer.alloc(1),
);

it('a connection that the server ends in the packet that opens it does not end the process', async (t) => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(Buffer.concat([AUTHENTICATED, READY, TERMINATED])));
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { Client } = primaryConnections(pg.Client, [`postgres://imgd@127.0.0.1:${port}/imgd`]);
  const client = new Client({ ssl: false });
  await client.connect();
  await assert.rejects(client.query('select 1'));
});
