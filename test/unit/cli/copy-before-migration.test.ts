import assert from 'node:assert/strict';
import { mkdir, open, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { Kysely, type Migration, Migrator } from 'kysely';
import { sqliteDialect } from '../../../src/catalog/engine/sqlite.ts';
import { openSqliteFile } from '../../../src/catalog/engine/sqlite-file.ts';
import { MIGRATIONS } from '../../../src/catalog/migrate.ts';
import { rowsOf, run } from './backup-support.ts';
import { tempDir } from './support.ts';

const OLD = '0021-imports';

/** A data directory with a catalog of the version whose last migration was 0021, with one account. */
async function oldDataDir(dataDir: string): Promise<void> {
  await mkdir(dataDir, { mode: 0o700 });
  const file = openSqliteFile(join(dataDir, 'imgd.sqlite'));
  const db = new Kysely<unknown>({ dialect: sqliteDialect(file) });
  const old = Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name <= OLD)) as Record<
    string,
    Migration
  >;
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => old } }).migrateToLatest();
  assert.equal(error, undefined);
  file.exec("INSERT INTO secrets (name, value) VALUES ('of-old', 'x')");
  await db.destroy();
}

describe('a migration of a SQLite catalog', () => {
  it('keeps a copy of the catalog before it, for its user alone, named after the old migration', async () => {
    await using directory = await tempDir();
    const dataDir = join(directory.path, 'data');
    await oldDataDir(dataDir);
    for (const name of ['imgd-0001-first.sqlite', 'imgd-0003-albums.sqlite']) await writeFile(join(dataDir, name), '');
    const env = { IMGD_DATA_DIR: dataDir, IMGD_MIN_FREE_BYTES: '0' };
    const { code, stdout, stderr } = await run(['migrate'], env);
    assert.equal(code, 0, stderr);
    const copy = join(dataDir, `imgd-${OLD}.sqlite`);
    assert.equal(stderr, `imgd: The catalog before its migration is kept as ${copy}.\n`);
    assert.match(stdout, /^applied 0022-backups$/m);
    assert.equal((await stat(copy)).mode & 0o777, 0o600);
    const file = new DatabaseSync(copy, { readOnly: true });
    assert.equal(file.prepare("SELECT count(*) AS n FROM secrets WHERE name = 'of-old'").get()?.n, 1);
    assert.equal(file.prepare('SELECT max(name) AS last FROM kysely_migration').get()?.last, OLD);
    file.close();
    const copies = (await readdir(dataDir)).filter((name) => name.startsWith('imgd-'));
    assert.deepEqual(copies.sort(), ['imgd-0003-albums.sqlite', `imgd-${OLD}.sqlite`], 'the last two are kept');
    assert.equal((await run(['migrate'], env)).stderr, '', 'nothing to migrate, nothing to copy');
  });

  it('goes on without a copy where the disk has no space for it, and says so', async () => {
    await using directory = await tempDir();
    const dataDir = join(directory.path, 'data');
    await oldDataDir(dataDir);
    const env = { IMGD_DATA_DIR: dataDir, IMGD_MIN_FREE_BYTES: String(2 ** 52) };
    const { code, stderr } = await run(['migrate'], env);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /too little free space for a copy of the catalog before its migration/);
    assert.deepEqual(rowsOf(dataDir, 'SELECT * FROM backups'), []);
    assert.equal((await readdir(dataDir)).includes(`imgd-${OLD}.sqlite`), false);
  });
});

describe('imgd doctor on a corrupt SQLite file', () => {
  it('says what is wrong with it and what to do', async () => {
    await using directory = await tempDir();
    const dataDir = join(directory.path, 'data');
    const env = { IMGD_DATA_DIR: dataDir };
    assert.equal((await run(['migrate'], env)).code, 0);
    assert.equal((await run(['doctor'], env)).code, 0);
    await overwritePages(join(dataDir, 'imgd.sqlite'));
    const { code, stderr } = await run(['doctor'], env);
    assert.equal(code, 1);
    const advice = 'Restore the last backup (docs/operations.md#restore).';
    assert.ok(stderr.startsWith(`imgd: The catalog ${join(dataDir, 'imgd.sqlite')} is corrupt: `), stderr);
    assert.ok(stderr.trimEnd().endsWith(advice), stderr);
    const backup = await run(['backup', join(directory.path, 'target')], env);
    assert.equal(backup.code, 1, backup.stdout);
  });
});

/** Overwrites pages behind the first, as a failing disk might. */
async function overwritePages(path: string): Promise<void> {
  await using file = await open(path, 'r+');
  const { size } = await file.stat();
  for (let at = 4_096 * 3; at < size; at += 4_096 * 2) await file.write(Buffer.alloc(2_048, 0xaa), 0, 2_048, at);
}
