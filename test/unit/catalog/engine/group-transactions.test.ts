import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Kysely } from 'kysely';
import { groupTransactions } from '../../../../src/catalog/engine/group-transactions.ts';
import { sqliteDialect } from '../../../../src/catalog/engine/sqlite.ts';
import { openSqliteFile } from '../../../../src/catalog/engine/sqlite-file.ts';
import { migrate } from '../../../../src/catalog/migrate.ts';
import type { Schema, Tx } from '../../../../src/catalog/schema.ts';

/** A catalog that counts the transactions of the database, and whose commits can fail. */
async function setUp(t: TestContext) {
  const directory = await mkdtemp(join(tmpdir(), 'imgd-group-'));
  const plain = new Kysely<Schema>({ dialect: sqliteDialect(openSqliteFile(join(directory, 'catalog'))) });
  t.after(async () => {
    await plain.destroy();
    await rm(directory, { recursive: true, force: true });
  });
  await migrate(plain);
  const state = { begun: 0, failCommit: false };
  const begin = plain.transaction.bind(plain);
  const transaction = () => {
    const builder = begin();
    const execute = builder.execute.bind(builder);
    return Object.assign(builder, {
      async execute<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
        state.begun++;
        return execute(async (tx) => {
          const value = await work(tx);
          if (state.failCommit) throw new Error('the disk is gone');
          return value;
        });
      },
    });
  };
  const db = groupTransactions(Object.assign(plain, { transaction }));
  const insert = (key: string) =>
    db.transaction().execute(async (tx) => {
      await tx.insertInto('garbage').values({ key, added_at: 1, deletion_id: null }).execute();
      return key;
    });
  const keys = async () =>
    (await db.selectFrom('garbage').select('key').orderBy('key').execute()).map(({ key }) => key);
  return { db, state, insert, keys };
}

test('concurrent transactions share a commit, and each returns its own result', async (t) => {
  const { state, insert, keys } = await setUp(t);
  const names = Array.from({ length: 20 }, (_, i) => `k${String(i).padStart(2, '0')}`);
  assert.deepEqual(await Promise.all(names.map(insert)), names);
  assert.equal(state.begun, 1);
  assert.deepEqual(await keys(), names);
  await insert('later');
  assert.equal(state.begun, 2);
});

test('transactions that begin during a commit form the next group', async (t) => {
  const { db, state, insert, keys } = await setUp(t);
  const late: Promise<string>[] = [];
  await db.transaction().execute(async () => {
    late.push(insert('a'), insert('b'));
  });
  await Promise.all(late);
  assert.equal(state.begun, 2);
  assert.deepEqual(await keys(), ['a', 'b']);
});

test('a failed transaction is rolled back and rejects; the others are committed', async (t) => {
  const { db, insert, keys } = await setUp(t);
  const failing = db.transaction().execute(async (tx) => {
    await tx.insertInto('garbage').values({ key: 'never', added_at: 1, deletion_id: null }).execute();
    throw new Error('refused');
  });
  const outcomes = await Promise.allSettled([insert('a'), failing, insert('b'), insert('a')]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'rejected'],
  );
  assert.ok(outcomes[1]?.status === 'rejected' && /refused/.test(String(outcomes[1].reason)));
  assert.deepEqual(await keys(), ['a', 'b']);
});

test('a failed commit rejects its whole group, and is not retried', async (t) => {
  const { state, insert, keys } = await setUp(t);
  state.failCommit = true;
  const outcomes = await Promise.allSettled(['a', 'b', 'c'].map(insert));
  assert.deepEqual(new Set(outcomes.map(({ status }) => status)), new Set(['rejected']));
  assert.equal(state.begun, 1);
  assert.deepEqual(await keys(), []);
  state.failCommit = false;
  await insert('d');
  assert.deepEqual(await keys(), ['d']);
});
