import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type Insertable, Kysely, sql } from 'kysely';
import { createCommitRun } from '../../../../src/catalog/engine/commit-run.ts';
import { openSqliteVersion } from '../../../../src/catalog/engine/read-snapshot.ts';
import { threadedDialect } from '../../../../src/catalog/engine/sqlite.ts';
import { openSqliteFile } from '../../../../src/catalog/engine/sqlite-file.ts';
import { startSqliteWriter } from '../../../../src/catalog/engine/sqlite-writer.ts';
import { updateImage } from '../../../../src/catalog/images/images.ts';
import { CACHED_COLUMNS, changesCachedRows } from '../../../../src/catalog/images/row-changes.ts';
import { migrate } from '../../../../src/catalog/migrate.ts';
import type { Schema } from '../../../../src/catalog/schema.ts';
import { makeAccount, makeImage, NOW } from '../../../contracts/catalog-support.ts';
import { temporary } from '../../../support/deployed.ts';

/** Longer than a statement takes to reach the lock. */
const LOCKED_MS = 200;

/** A catalog that a thread writes, and its version as the readers of rows see it. */
async function opened(t: TestContext) {
  const path = join(await temporary(t), 'catalog.sqlite');
  const file = openSqliteFile(path);
  const run = createCommitRun();
  const version = openSqliteVersion(path, run);
  const options = { onCommit() {}, changesRows: changesCachedRows };
  const db = new Kysely<Schema>({ dialect: threadedDialect(startSqliteWriter(path, run), file, options) });
  t.after(async () => {
    await db.destroy();
    version.close();
  });
  await migrate(db);
  /** Whether the version changes by work. */
  async function changes(work: () => unknown): Promise<boolean> {
    const before = version.current();
    await work();
    return version.current() !== before;
  }
  return { path, db, changes };
}

test('commits that leave cached rows as they are keep the version: uploads, jobs, figures, references', async (t) => {
  const { db, changes } = await opened(t);
  const { original_key: key } = await makeImage(db);
  const unset = { lease_until: null, lease_owner: null, last_error: null, dead_at: null };
  const job = { id: 'job', kind: 'kind', name: null, payload: '{}', run_at: 1, created_at: 1, attempts: 0, ...unset };
  const seen = {
    account: await changes(() => makeAccount(db)),
    upload: await changes(() => makeImage(db)),
    duplicate: await changes(() => db.updateTable('blobs').set({ refs: 2 }).where('key', '=', key).execute()),
    job: await changes(() => db.insertInto('jobs').values(job).execute()),
    lease: await changes(() => db.updateTable('jobs').set({ attempts: 1 }).execute()),
    preferences: await changes(() => db.updateTable('accounts').set({ preferences: '{}' }).execute()),
    garbage: await changes(() => db.deleteFrom('garbage').execute()),
    read: await changes(() => db.transaction().execute((tx) => tx.selectFrom('images').selectAll().execute())),
  };
  assert.deepEqual(
    Object.keys(seen).filter((name) => seen[name as keyof typeof seen]),
    [],
  );
});

test('commits that may change or remove a cached row change the version', async (t) => {
  const { path, db, changes } = await opened(t);
  await makeAccount(db);
  const { id } = await makeImage(db);
  const other = new DatabaseSync(path);
  t.after(() => other.close());
  const seen = {
    update: await changes(() => db.transaction().execute((tx) => updateImage(tx, id, { title: 'a' }, NOW))),
    'among others': await changes(() =>
      db.transaction().execute(async (tx) => {
        await tx.updateTable('images').set({ views: 1 }).where('id', '=', id).execute();
        await tx.insertInto('garbage').values({ key: 'a', added_at: 1, deletion_id: null }).execute();
      }),
    ),
    suspension: await changes(() => db.updateTable('accounts').set({ suspended_at: 1 }).execute()),
    'raw statement': await changes(() => sql`update images set views = 2`.execute(db)),
    'other process': await changes(() => other.exec("INSERT INTO garbage (key, added_at) VALUES ('other', 1)")),
    'other process between own commits': await changes(async () => {
      await makeImage(db);
      other.exec('UPDATE images SET views = 3');
      await makeImage(db);
    }),
    'other process while a statement waits for its lock': await changes(async () => {
      other.exec('BEGIN IMMEDIATE; UPDATE images SET views = 4');
      const waiting = db.insertInto('garbage').values({ key: 'b', added_at: 1, deletion_id: null }).execute();
      await setTimeout(LOCKED_MS);
      other.exec('COMMIT');
      await waiting;
    }),
    deletion: await changes(() => db.deleteFrom('images').where('id', '=', id).execute()),
  };
  assert.deepEqual(
    Object.keys(seen).filter((name) => !seen[name as keyof typeof seen]),
    [],
  );
});

test('an insertion that may replace a row changes cached rows', async (t) => {
  const { db } = await opened(t);
  const album = { id: 'a', account_id: 'b', name: 'c' } as Insertable<Schema['albums']>;
  const plain = db.insertInto('albums').values(album);
  const replacing = [db.replaceInto('albums').values(album), plain.orReplace()];
  const updating = plain.onConflict((conflict) => conflict.column('id').doUpdateSet({ name: 'd' }));
  const changing = [...replacing, updating].map((query) => changesCachedRows(query.toOperationNode()));
  assert.deepEqual([changesCachedRows(plain.toOperationNode()), ...changing], [false, true, true, true]);
});

test('no foreign key and no trigger of another table writes to a table of cached rows', async (t) => {
  const { path } = await opened(t);
  const file = new DatabaseSync(path, { readOnly: true });
  t.after(() => file.close());
  const tables = Object.keys(CACHED_COLUMNS);
  const keys = tables.flatMap((table) => file.prepare(`PRAGMA foreign_key_list(${table})`).all());
  const writing = keys.filter(({ on_delete, on_update }) => [on_delete, on_update].some((act) => act !== 'NO ACTION'));
  assert.ok(keys.length > 0);
  assert.deepEqual(
    writing.map(({ table }) => table).filter((parent) => !tables.includes(String(parent))),
    [],
  );
  const triggers = file.prepare("SELECT sql FROM sqlite_schema WHERE type = 'trigger'").all();
  assert.ok(triggers.length > 0);
  const targets = triggers.map(
    ({ sql: text }) => /begin\s+(?:insert into|update|delete from)\s+(\w+)/i.exec(String(text))?.[1],
  );
  assert.deepEqual(
    targets.filter((target) => target === undefined || tables.includes(target)),
    [],
  );
});
