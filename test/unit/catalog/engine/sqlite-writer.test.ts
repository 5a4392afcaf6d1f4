import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { openSqliteCatalog } from '../../../../src/catalog/database.ts';
import { orUnavailable } from '../../../../src/catalog/engine/sqlite-file.ts';
import { migrate } from '../../../../src/catalog/migrate.ts';
import type { Db } from '../../../../src/catalog/schema.ts';
import { makeImage, NOW } from '../../../contracts/catalog-support.ts';

const PAGE_BYTES = 4_096;

async function setUp(t: TestContext) {
  const directory = await mkdtemp(join(tmpdir(), 'imgd-writer-'));
  const path = join(directory, 'imgd.sqlite');
  const catalog = openSqliteCatalog(path, { writesOnThread: true });
  let isOpen = true;
  async function close(): Promise<void> {
    if (isOpen) await catalog.close();
    isOpen = false;
  }
  t.after(async () => {
    await close();
    await rm(directory, { recursive: true, force: true });
  });
  await migrate(catalog.db);
  return { path, ...catalog, close };
}

const insert = (db: Db, key: string) =>
  db.insertInto('garbage').values({ key, added_at: 1, deletion_id: null }).execute();
const keysOf = async (db: Db) =>
  (await db.selectFrom('garbage').select('key').orderBy('key').execute()).map(({ key }) => key);

test('a statement that changes many pages writes no temporary file', async (t) => {
  const { db } = await setUp(t);
  const { rows } = await sql<{ temp_store: number }>`pragma temp_store`.execute(db);
  const MEMORY = 2;
  assert.deepEqual(rows, [{ temp_store: MEMORY }]);
});

test('a write that waits for the lock of another process blocks neither the event loop nor reads', async (t) => {
  const { path, db } = await setUp(t);
  const other = new DatabaseSync(path);
  t.after(() => other.close());
  other.exec("BEGIN IMMEDIATE; INSERT INTO garbage (key, added_at) VALUES ('other', 1)");
  let done = false;
  const alone = insert(db, 'alone').then(() => {
    done = true;
  });
  const grouped = db.transaction().execute((tx) => insert(tx, 'grouped'));
  for (let i = 0; i < 100; i++) await nextTick();
  assert.deepEqual(await keysOf(db), []);
  assert.equal(done, false);
  other.exec('COMMIT');
  await Promise.all([alone, grouped]);
  assert.deepEqual(await keysOf(db), ['alone', 'grouped', 'other']);
});

test('a read outside a transaction does not wait for it, and sees committed rows only', async (t) => {
  const { db } = await setUp(t);
  await db.transaction().execute(async (tx) => {
    await insert(tx, 'a');
    assert.deepEqual(await keysOf(tx), ['a']);
    assert.deepEqual(await keysOf(db), []);
  });
  assert.deepEqual(await keysOf(db), ['a']);
});

test('statements outside transactions wait for the transaction in progress, and stay out of it', async (t) => {
  const { db } = await setUp(t);
  let outside: Promise<unknown> | undefined;
  const failing = db.transaction().execute(async (tx) => {
    await insert(tx, 'inside');
    outside = insert(db, 'outside');
    await nextTick();
    throw new Error('refused');
  });
  await assert.rejects(failing, /refused/);
  await outside;
  assert.deepEqual(await keysOf(db), ['outside']);
});

test('a failed statement rejects with the error of SQLite, a failure of the disk with STORAGE_UNAVAILABLE', async (t) => {
  const { db } = await setUp(t);
  await insert(db, 'a');
  await assert.rejects(insert(db, 'a'), { errcode: 1555, message: /UNIQUE constraint failed/ });
  await sql`PRAGMA max_page_count = 1`.execute(db);
  const filling = db.transaction().execute(async (tx) => {
    for (let i = 0; i < 100; i++) await insert(tx, `${i}`.padEnd(3_000, 'x'));
  });
  await assert.rejects(filling, { code: 'STORAGE_UNAVAILABLE' });
  assert.deepEqual(await keysOf(db), ['a']);
});

test('a read of a corrupt file rejects with STORAGE_UNAVAILABLE, as SQLite reports EIO of a read', async (t) => {
  const { path, db, close } = await setUp(t);
  await insert(db, 'a');
  const pages = sql<{ page: number }>`SELECT rootpage AS page FROM sqlite_schema WHERE tbl_name = 'garbage'`;
  const { rows } = await pages.execute(db);
  await close();
  await using file = await open(path, 'r+');
  for (const { page } of rows) await file.write(Buffer.alloc(PAGE_BYTES, 0xff), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
  const corrupt = openSqliteCatalog(path, { writesOnThread: true });
  await assert.rejects(keysOf(corrupt.db), ({ code, cause }) => {
    assert.equal(code, 'STORAGE_UNAVAILABLE');
    assert.match(String(cause), /malformed/);
    return true;
  });
  await corrupt.close();
});

test('a failed read of the WAL index is STORAGE_UNAVAILABLE, other errors stay', () => {
  const failed = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' });
  const other = new TypeError('planted');
  const thrown = (error: Error) => () =>
    orUnavailable(() => {
      throw error;
    });
  assert.throws(thrown(failed), { code: 'STORAGE_UNAVAILABLE', cause: failed });
  assert.throws(thrown(other), other);
});

for (const writesOnThread of [true, false]) {
  const where = writesOnThread ? 'on the thread' : 'in the thread of a command';
  test(`${where} a statement after SQLite has ended the transaction fails instead of committing on its own`, async (t) => {
    const { path } = await setUp(t);
    const catalog = openSqliteCatalog(path, { writesOnThread });
    t.after(() => catalog.close());
    const swallowing = catalog.db.transaction().execute(async (tx) => {
      await insert(tx, 'first');
      await sql`rollback`.execute(tx);
      await insert(tx, 'second');
    });
    await assert.rejects(swallowing, /the transaction has ended/);
    assert.deepEqual(await keysOf(catalog.db), []);
  });
}

test('a thread that fails ends the process with the reason, and answers nothing', async (t) => {
  const { path } = await setUp(t);
  const broken = `${path}-broken`;
  await writeFile(broken, 'not a database, '.repeat(100));
  const writer = new URL('../../../../src/catalog/engine/sqlite-writer.ts', import.meta.url).href;
  const program = `
    import { startSqliteWriter } from ${JSON.stringify(writer)};
    const { run } = startSqliteWriter(${JSON.stringify(broken)});
    run({ sql: 'SELECT 1', parameters: [], within: 'none' }).finally(() => console.log('answered'));
    setTimeout(() => console.log('still running'), 60_000);
  `;
  const ended = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  await assert.rejects(ended, ({ code, stdout, stderr }) => {
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.match(stderr, /the thread of the catalog failed[\s\S]*file is not a database/);
    return true;
  });
});

test('a statement that takes long delays no read, and a waiting write runs after it', async (t) => {
  const { db } = await setUp(t);
  await insert(db, 'before');
  let isDone = false;
  const slow = sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000)
    INSERT INTO garbage (key, added_at) SELECT max(i), 1 FROM n`
    .execute(db)
    .finally(() => {
      isDone = true;
    });
  const waiting = insert(db, 'waiting');
  let reads = 0;
  for (; !isDone; reads++) {
    assert.deepEqual((await keysOf(db)).slice(-1), ['before']);
    await nextTick();
    if (reads > 20) break;
  }
  assert.equal(isDone, false, 'the reads ran during the statement');
  await Promise.all([slow, waiting]);
  assert.deepEqual(await keysOf(db), ['3000000', 'before', 'waiting']);
});

test('a read snapshot sees a commit of the thread in the same event-loop tick in which the write resolves', async (t) => {
  const { db, snapshot } = await setUp(t);
  assert.ok(snapshot);
  const { id } = await makeImage(db, { filename: 'before.png' });
  assert.equal(snapshot.peekImage(id, NOW)?.filename, 'before.png');
  const write = db.updateTable('images').set({ filename: 'after.png' }).where('id', '=', id).execute();
  let isWritten = false;
  const seen = write.then(() => {
    isWritten = true;
    return snapshot.peekImage(id, NOW)?.filename;
  });
  while (!isWritten) {
    snapshot.beginTick();
    snapshot.peekImage(id, NOW);
    await nextTick();
  }
  assert.equal(await seen, 'after.png');
});

test('an idle writer does not keep the process running', async (t) => {
  const { path, db } = await setUp(t);
  const database = new URL('../../../../src/catalog/database.ts', import.meta.url).href;
  const program = `
    import { openSqliteCatalog } from ${JSON.stringify(database)};
    const { db } = openSqliteCatalog(${JSON.stringify(path)}, { writesOnThread: true });
    await db.insertInto('garbage').values({ key: 'a', added_at: 1, deletion_id: null }).execute();
    console.log('written');
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  assert.equal(stdout, 'written\n');
  assert.deepEqual(await keysOf(db), ['a']);
});

test('closing waits for statements in progress, and refuses later ones', async (t) => {
  const { path } = await setUp(t);
  const catalog = openSqliteCatalog(path, { writesOnThread: true });
  const last = insert(catalog.db, 'a');
  await nextTick();
  const late = insert(catalog.db, 'late');
  const closing = catalog.close();
  await last;
  await assert.rejects(late, /the catalog is closed/);
  await closing;
  const file = new DatabaseSync(path);
  t.after(() => file.close());
  assert.equal(file.prepare('SELECT count(*) AS n FROM garbage').get()?.n, 1);
});

test('a catalog that is opened beside another in one process, written and closed, releases no lock of it', async (t) => {
  const { path, db } = await setUp(t);
  const second = openSqliteCatalog(path, { writesOnThread: true });
  await insert(second.db, 'second');
  await second.close();
  const program = `const { DatabaseSync } = require('node:sqlite');
    const file = new DatabaseSync(process.argv[1]);
    console.log(file.prepare('SELECT count(*) AS keys FROM garbage').get().keys);
    file.close();`;
  const count = async () => Number((await promisify(execFile)(process.execPath, ['-e', program, path])).stdout);
  // A process that takes itself for the only one removes the log when it closes the file.
  assert.equal(await count(), 1);
  await insert(db, 'first');
  assert.equal(await count(), 2);
});
