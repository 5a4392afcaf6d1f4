import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Kysely, sql } from 'kysely';
import { openSqliteCatalog } from '../../../src/catalog/database.ts';
import { sqliteDialect } from '../../../src/catalog/engine/sqlite.ts';
import { openSqliteFile } from '../../../src/catalog/engine/sqlite-file.ts';
import { MIGRATIONS, migrate } from '../../../src/catalog/migrate.ts';
import { readFacts, unmarkMoved, writeFacts } from '../../../src/catalog/operations/facts.ts';
import type { Db, Schema } from '../../../src/catalog/schema.ts';
import { VERSION } from '../../../src/version.ts';

async function withCatalog(work: (db: Db) => Promise<void>): Promise<void> {
  const catalog = openSqliteCatalog(':memory:');
  try {
    await work(catalog.db);
  } finally {
    await catalog.close();
  }
}

/** A catalog after a migration of a later version. */
async function newer(db: Db, facts: { migrated_by?: string; runs_with?: string }): Promise<void> {
  await migrate(db);
  await db.deleteFrom('catalog_facts').execute();
  if (Object.keys(facts).length > 0) await writeFacts(db, facts);
  await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '2030-01-01')`.execute(db);
}

describe('what a catalog says about itself', () => {
  it('is empty in an empty database', () =>
    withCatalog(async (db) => assert.deepEqual(await readFacts(db), { applied: [], facts: {} })));

  it('names the version that migrated it last, and the migrations', () =>
    withCatalog(async (db) => {
      await migrate(db);
      const { applied, facts } = await readFacts(db);
      assert.deepEqual(applied, Object.keys(MIGRATIONS));
      assert.deepEqual(facts, { migrated_by: VERSION, runs_with: '0.1.0' });
      await writeFacts(db, { migrated_by: '0.0.9' });
      assert.deepEqual(await migrate(db), []);
      assert.equal((await readFacts(db)).facts.migrated_by, VERSION);
    }));

  it('costs three statements in a catalog of the newest schema, so that starts are short', async () => {
    const statements: string[] = [];
    const db = new Kysely<Schema>({
      dialect: sqliteDialect(openSqliteFile(':memory:')),
      log: ({ query }) => void statements.push(query.sql),
    });
    try {
      await migrate(db);
      assert.ok(statements.length > 50, 'all migrations');
      statements.length = 0;
      assert.deepEqual(await migrate(db), []);
      assert.equal(statements.length, 3, statements.join('\n'));
    } finally {
      await db.destroy();
    }
  });

  it('refuses a catalog that needs a newer version, and names that version', () =>
    withCatalog(async (db) => {
      await newer(db, { migrated_by: '99.1.0', runs_with: '99.0.0' });
      await assert.rejects(migrate(db), {
        message:
          `This catalog is newer than this imgd ${VERSION} (migration 9999-future is unknown): start version 99.1.0 or a ` +
          'newer one, or restore the copy made before the migration.',
      });
    }));

  it('refuses a newer catalog that does not say which versions may run on it', () =>
    withCatalog(async (db) => {
      await newer(db, {});
      await assert.rejects(migrate(db), /start the version that migrated it or a newer one/);
    }));

  it('lets this version run on a newer catalog whose migrations only add', () =>
    withCatalog(async (db) => {
      await newer(db, { migrated_by: '99.1.0', runs_with: VERSION });
      assert.deepEqual(await migrate(db), []);
      assert.equal((await readFacts(db)).facts.migrated_by, '99.1.0', 'it stays as it is');
    }));

  it('refuses a catalog with unknown migrations that lacks known ones', () =>
    withCatalog(async (db) => {
      await newer(db, { migrated_by: '99.1.0', runs_with: VERSION });
      await sql`delete from kysely_migration where name = ${Object.keys(MIGRATIONS).at(-1)}`.execute(db);
      await assert.rejects(migrate(db), /is newer than this imgd/);
    }));

  it('refuses a catalog that has moved, until the mark is taken away', () =>
    withCatalog(async (db) => {
      await migrate(db);
      await writeFacts(db, { moved_to: 'postgres://db.example/imgd' });
      await assert.rejects(
        migrate(db),
        /has moved to postgres:\/\/db\.example\/imgd: set IMGD_DATABASE_URL.*catalog unmark/,
      );
      assert.equal(await unmarkMoved(db), 'postgres://db.example/imgd');
      assert.equal(await unmarkMoved(db), undefined);
      assert.deepEqual(await migrate(db), []);
    }));
});
