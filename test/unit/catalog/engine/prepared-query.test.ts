import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Kysely } from 'kysely';
import { openSqliteCatalog } from '../../../../src/catalog/database.ts';
import { prepareQuery } from '../../../../src/catalog/engine/prepared-query.ts';
import { sqliteDialect } from '../../../../src/catalog/engine/sqlite.ts';
import { openSqliteFile } from '../../../../src/catalog/engine/sqlite-file.ts';
import { migrate } from '../../../../src/catalog/migrate.ts';
import type { Db, Schema } from '../../../../src/catalog/schema.ts';

const keysOf = (rows: { key: string }[]) => rows.map(({ key }) => key);

test('a query is compiled once and runs with new parameters, inside or outside a transaction', async () => {
  const { db, close } = openSqliteCatalog(':memory:');
  await migrate(db);
  let built = 0;
  const insert = prepareQuery((on: Db, row: { key: string; at: number }) => {
    built++;
    return on.insertInto('garbage').values({ key: row.key, added_at: row.at, deletion_id: null });
  });
  const find = prepareQuery((on: Db, { at }: { at: number }) =>
    on
      .selectFrom('garbage')
      .select('key')
      .where((eb) => eb.or([eb('added_at', '=', at), eb('added_at', '=', eb(eb.val(at), '+', 1))]))
      .orderBy('key'),
  );
  await insert(db, { key: 'a', at: 1 });
  await db.transaction().execute(async (tx) => {
    await insert(tx, { key: 'b', at: 2 });
    assert.deepEqual(keysOf(await find(tx, { at: 1 })), ['a', 'b']);
  });
  await assert.rejects(
    db.transaction().execute(async (tx) => {
      await insert(tx, { key: 'c', at: 3 });
      throw new Error('undone');
    }),
    /undone/,
  );
  assert.deepEqual(keysOf(await find(db, { at: 2 })), ['b']);
  assert.equal(built, 1);
  await close();
});

test('a query runs on two databases of the same engine', async () => {
  const find = prepareQuery((on: Db) => on.selectFrom('garbage').select('key').limit(1));
  for (const key of ['one', 'other']) {
    const { db, close } = openSqliteCatalog(':memory:');
    await migrate(db);
    await db.insertInto('garbage').values({ key, added_at: 1, deletion_id: null }).execute();
    assert.deepEqual(keysOf(await find(db, {})), [key]);
    await close();
  }
});

test('a LIMIT is not a parameter in SQLite, which would prepare the statement again each time', async () => {
  const db = new Kysely<Schema>({ dialect: sqliteDialect(openSqliteFile(':memory:')) });
  const { sql, parameters } = db.selectFrom('garbage').select('key').where('key', '=', 'a').limit(7).compile();
  assert.equal(sql, 'select "key" from "garbage" where "key" = ? limit 7');
  assert.deepEqual(parameters, ['a']);
  await db.destroy();
});
