import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import { createReadSnapshot, openSqliteVersion } from '../../../../src/catalog/engine/read-snapshot.ts';
import { openForReading, openSqliteFile } from '../../../../src/catalog/engine/sqlite-file.ts';
import { until } from '../../../support/until.ts';

function counted() {
  let asked = 0;
  const snapshot = createReadSnapshot(() => ++asked);
  return { snapshot, asked: () => asked };
}

test('reads in one synchronous run share a snapshot, later reads do not', async () => {
  const { snapshot, asked } = counted();
  assert.deepEqual([snapshot.version(), snapshot.version()], [1, 1]);
  await null;
  assert.deepEqual([snapshot.version(), snapshot.version()], [2, 2]);
  assert.equal(asked(), 2);
});

test('reads in one event-loop tick share a snapshot until the tick ends or the snapshot is invalidated', async () => {
  const { snapshot } = counted();
  assert.equal(snapshot.version(), 1);
  snapshot.beginTick();
  assert.equal(snapshot.version(), 2);
  await null;
  snapshot.beginTick();
  assert.equal(snapshot.version(), 2);
  snapshot.invalidate();
  assert.equal(snapshot.version(), 3);
  await null;
  assert.equal(snapshot.version(), 3);
  await nextTick();
  assert.equal(snapshot.version(), 4);
  await null;
  assert.equal(snapshot.version(), 5, 'the tick is over');
});

test('sockets that are ready together share a snapshot; a request sent after an answer reads a later one', async (t) => {
  const { snapshot } = counted();
  let accepted = 0;
  const server = createServer((socket) => {
    accepted++;
    socket.on('data', () => {
      snapshot.beginTick();
      socket.write(`${snapshot.version()} `);
    });
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const sockets = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const socket = connect(port, '127.0.0.1').setEncoding('utf8');
      t.after(() => socket.destroy());
      await once(socket, 'connect');
      return socket;
    }),
  );
  const ask = async (socket: (typeof sockets)[number]): Promise<number> => {
    socket.write('?');
    const [text] = await once(socket, 'data');
    return Number(text);
  };
  await until(() => accepted === sockets.length);
  // All of them become ready during this tick.
  const together = await Promise.all(sockets.map(ask));
  assert.ok(new Set(together).size < sockets.length, `asked ${new Set(together).size} times`);
  let last = Math.max(...together);
  for (const socket of sockets.slice(0, 10)) {
    const version = await ask(socket);
    assert.ok(version > last, `${version} after ${last}`);
    last = version;
  }
});

async function opened() {
  const undo = new AsyncDisposableStack();
  const { path: directory } = undo.use(await mkdtempDisposable(join(tmpdir(), 'imgd-version-')));
  const path = join(directory, 'catalog.db');
  const writer = openSqliteFile(path);
  writer.exec('CREATE TABLE numbers (number INTEGER)');
  const reader = openForReading(path);
  const version = openSqliteVersion(path);
  undo.defer(() => {
    reader.close();
    writer.close();
    version.close();
  });
  return { path, writer, reader, version, [Symbol.asyncDispose]: () => undo.disposeAsync() };
}

const add = (file: DatabaseSync) => file.exec('INSERT INTO numbers VALUES (1)');

test('the version changes with every commit and with nothing else', async () => {
  await using one = await opened();
  const { writer, reader, version } = one;
  const first = version.current();
  reader.prepare('SELECT * FROM numbers').all();
  writer.exec('BEGIN IMMEDIATE');
  add(writer);
  assert.equal(version.current(), first, 'an open transaction does not count');
  writer.exec('COMMIT');
  const second = version.current();
  assert.notEqual(second, first);
  writer.exec('BEGIN IMMEDIATE');
  add(writer);
  writer.exec('ROLLBACK');
  assert.equal(version.current(), second);
});

test('a commit of another process changes the version at once', async () => {
  await using one = await opened();
  const before = one.version.current();
  const program = `const { DatabaseSync } = require('node:sqlite');
    new DatabaseSync(process.argv[1]).exec('INSERT INTO numbers VALUES (2)');`;
  const { status, stderr } = spawnSync(process.execPath, ['-e', program, one.path], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.notEqual(one.version.current(), before);
});

test('the version changes whenever `PRAGMA data_version` does, through checkpoints and WAL resets', async () => {
  await using one = await opened();
  const { path, writer, reader, version } = one;
  const other = openSqliteFile(path);
  const sqlite = reader.prepare('PRAGMA data_version');
  const seen = () => [version.current(), sqlite.get()?.data_version] as const;
  let [known, knownToSqlite] = seen();
  let changes = 0;
  for (let i = 0; i < 2_000; i++) {
    if (i % 3 !== 0) add(i % 2 === 0 ? writer : other);
    if (i % 50 === 0) writer.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const [now, nowToSqlite] = seen();
    if (nowToSqlite !== knownToSqlite) {
      changes++;
      assert.notEqual(now, known, `after ${i}`);
    }
    [known, knownToSqlite] = [now, nowToSqlite];
  }
  other.close();
  assert.ok(changes > 1_000, String(changes));
});
