import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Kysely, type Migration, sql } from 'kysely';
import { sqliteDialect } from '../../../src/catalog/engine/sqlite.ts';
import { openSqliteFile } from '../../../src/catalog/engine/sqlite-file.ts';
import { MIGRATIONS } from '../../../src/catalog/migrate.ts';

const FOLDER = new URL('../../../src/catalog/migrations/', import.meta.url);
/** The migrations of released versions with the SHA-256 of their files, in their order; `scripts/release.ts` adds to it. */
const RELEASED = new URL('../../fixtures/released-migrations.json', import.meta.url);

/** What differs between released migrations and those of the sources: only new ones at the end are allowed. */
function changes(released: Readonly<Record<string, string>>, sources: Readonly<Record<string, string>>): string[] {
  const names = Object.keys(sources);
  return Object.entries(released).flatMap(([name, hash], at) => {
    if (!(name in sources)) return [`${name} is missing`];
    if (names[at] !== name) return [`${name} has another place`];
    return sources[name] === hash ? [] : [`${name} has changed`];
  });
}

function hashes(): Record<string, string> {
  const hashOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(new URL(`${name}.ts`, FOLDER)))
      .digest('hex');
  return Object.fromEntries(Object.keys(MIGRATIONS).map((name) => [name, hashOf(name)]));
}

describe('the migrations of released versions', () => {
  const released: Record<string, string> = JSON.parse(readFileSync(RELEASED, 'utf8'));

  it('stay as they are: new ones are only appended', () => {
    assert.ok(Object.keys(released).length >= 21);
    assert.deepEqual(changes(released, hashes()), []);
  });

  it('are the files of the folder, in the order of their names', () => {
    const files = readdirSync(FOLDER).map((file) => file.replace(/\.ts$/, ''));
    assert.deepEqual(Object.keys(MIGRATIONS), files.sort());
  });

  it('are reported when one is changed, removed or inserted', () => {
    const all = hashes();
    const [first = '', second = ''] = Object.keys(all);
    assert.deepEqual(changes(all, { ...all, [second]: 'other' }), [`${second} has changed`]);
    const { [second]: _, ...without } = all;
    assert.equal(changes(all, without)[0], `${second} is missing`);
    const inserted = Object.fromEntries([[first, all[first] ?? ''], ['0001-z', 'x'], ...Object.entries(all).slice(1)]);
    assert.equal(changes(all, inserted)[0], `${second} has another place`);
    assert.deepEqual(changes(all, { ...all, '9999-new': 'x' }), []);
  });
});

interface Column {
  table: string;
  name: string;
  type: string;
  notnull: number;
  dflt_value: string | null;
}

type AnyDb = Kysely<unknown>;

/** Columns and unique indexes of all tables. */
async function shapeOf(db: AnyDb) {
  const columns = await sql<Column>`select t.name as "table", c.name, c.type, c."notnull", c.dflt_value
    from sqlite_master t join pragma_table_info(t.name) c where t.type = 'table'`.execute(db);
  const unique = await sql<{ table: string; name: string; columns: string }>`
    select t.name as "table", i.name, (select json_group_array(c.name) from pragma_index_info(i.name) c) as columns
    from sqlite_master t join pragma_index_list(t.name) i where t.type = 'table' and i."unique" = 1`.execute(db);
  return { columns: columns.rows, unique: unique.rows };
}

/** Why the previous version cannot run on the schema after a migration. */
async function obstacles(db: AnyDb, { up }: Migration): Promise<string[]> {
  const before = await shapeOf(db);
  await up(db);
  const after = await shapeOf(db);
  const tables = new Set(before.columns.map(({ table }) => table));
  const keyOf = ({ table, name }: { table: string; name: string }) => `${table}.${name}`;
  const [old, now] = [before, after].map(({ columns }) => new Map(columns.map((one) => [keyOf(one), one])));
  const known = new Set(before.unique.map(keyOf));
  return [
    ...[...(old?.entries() ?? [])].flatMap(([key, column]) => {
      const left = now?.get(key);
      if (left === undefined) return [`${key} is removed`];
      return left.type === column.type && left.notnull <= column.notnull ? [] : [`${key} has changed`];
    }),
    ...after.columns
      .filter((one) => tables.has(one.table) && !old?.has(keyOf(one)) && one.notnull === 1 && one.dflt_value === null)
      .map((one) => `${keyOf(one)} needs a value that older versions do not write`),
    ...after.unique
      .filter((one) => tables.has(one.table) && !known.has(keyOf(one)))
      // Older versions leave a new column null, and nulls differ from each other.
      .filter((one) => JSON.parse(one.columns).every((name: string) => old?.has(keyOf({ table: one.table, name }))))
      .map((one) => `${keyOf(one)} is unique, which older versions do not know`),
  ];
}

async function obstaclesOf(migrations: readonly Migration[]): Promise<string[]> {
  const db = new Kysely<unknown>({ dialect: sqliteDialect(openSqliteFile(':memory:'), () => {}) });
  try {
    const found: string[] = [];
    for (const migration of migrations) found.push(...(await obstacles(db, migration)));
    return found;
  } finally {
    await db.destroy();
  }
}

describe('migrations', () => {
  it('only add, so that the previous version runs on the newest schema', async () => {
    assert.deepEqual(await obstaclesOf(Object.values(MIGRATIONS)), []);
  });

  const first: Migration = {
    up: (db) => db.schema.createTable('a').addColumn('x', 'text').addColumn('y', 'text').execute(),
  };
  for (const [title, up, expected] of [
    ['drop a column', (db) => db.schema.alterTable('a').dropColumn('x').execute(), ['a.x is removed']],
    ['rename a column', (db) => db.schema.alterTable('a').renameColumn('x', 'z').execute(), ['a.x is removed']],
    ['drop a table', (db) => db.schema.dropTable('a').execute(), ['a.x is removed', 'a.y is removed']],
    [
      'make a column unique',
      (db) => db.schema.createIndex('u').on('a').column('x').unique().execute(),
      ['a.u is unique, which older versions do not know'],
    ],
    [
      'add a column that needs a value',
      async (db) => {
        await sql`drop table a`.execute(db);
        await sql`create table a (x text, y text, z text not null)`.execute(db);
      },
      ['a.z needs a value that older versions do not write'],
    ],
  ] satisfies [string, Migration['up'], string[]][]) {
    it(`are reported when they ${title}`, async () => {
      assert.deepEqual(await obstaclesOf([first, { up }]), expected);
    });
  }

  it('may add tables, columns and indexes', async () => {
    const up: Migration['up'] = async (db) => {
      await db.schema
        .createTable('b')
        .addColumn('x', 'text', (c) => c.notNull().unique())
        .execute();
      await db.schema
        .alterTable('a')
        .addColumn('z', 'text', (c) => c.notNull().defaultTo(''))
        .execute();
      await db.schema.createIndex('i').on('a').column('x').execute();
    };
    assert.deepEqual(await obstaclesOf([first, { up }]), []);
  });
});
