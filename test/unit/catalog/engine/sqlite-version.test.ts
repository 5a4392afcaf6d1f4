import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openForReading, openSqliteFile } from '../../../../src/catalog/engine/sqlite.ts';
import { openSqliteVersion } from '../../../../src/catalog/engine/sqlite-version.ts';

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

test('the version stays while nobody commits, and is another one after every commit', async () => {
  await using one = await opened();
  const { writer, reader, version } = one;
  const first = version.current();
  reader.prepare('SELECT * FROM numbers').all();
  writer.exec('BEGIN IMMEDIATE');
  add(writer);
  assert.equal(version.current(), first, 'what is not committed is not there');
  writer.exec('COMMIT');
  const second = version.current();
  assert.notEqual(second, first);
  writer.exec('BEGIN IMMEDIATE');
  add(writer);
  writer.exec('ROLLBACK');
  assert.equal(version.current(), second);
});

test('a commit of another process is seen as soon as that process says so', async () => {
  await using one = await opened();
  const before = one.version.current();
  const program = `const { DatabaseSync } = require('node:sqlite');
    new DatabaseSync(process.argv[1]).exec('INSERT INTO numbers VALUES (2)');`;
  const { status, stderr } = spawnSync(process.execPath, ['-e', program, one.path], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.notEqual(one.version.current(), before);
});

test('it changes whenever SQLite says that the file has, through checkpoints and a log that begins anew', async () => {
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
