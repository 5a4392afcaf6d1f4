import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { smallPng } from '../support/requests.ts';
import { asAdmin, makeDatabase, noPostgres, type TestDatabase } from '../support/services.ts';
import { imgd, tempDir } from '../unit/cli/support.ts';

describe('imgd import with a catalog on PostgreSQL', { skip: noPostgres }, () => {
  let other: TestDatabase;
  let own: TestDatabase;
  let dir: Awaited<ReturnType<typeof tempDir>>;
  before(async () => {
    [other, own] = [await makeDatabase(), await makeDatabase()];
    dir = await tempDir();
  });
  after(async () => {
    await dir[Symbol.asyncDispose]();
    await other.drop();
    await own.drop();
  });

  it('reads the database of the other host itself, and stores nothing twice', async () => {
    const files = join(dir.path, 'uploads');
    await mkdir(files);
    const rows: string[] = [];
    for (let i = 1; i <= 30; i++) {
      await writeFile(join(files, `f${i}.png`), await smallPng(i));
      rows.push(`('id${i}', '2023-01-02 03:04:05.678', NULL, 'f${i}.png', 'it''s ${i}.png', ${i}, NULL, 'u1', NULL)`);
    }
    await asAdmin(
      other.url,
      `CREATE TABLE "User" (id text, "createdAt" timestamp(3), username text);
       INSERT INTO "User" VALUES ('u1', '2022-01-01', 'ann');
       CREATE TABLE "Folder" (id text, "createdAt" timestamp(3), name text, "userId" text);
       CREATE TABLE "File" (id text, "createdAt" timestamp(3), "deletesAt" timestamp(3), name text, "originalName" text,
         views integer, password text, "userId" text, "folderId" text);
       INSERT INTO "File" VALUES ${rows.join(',')}`,
    );
    const env = { IMGD_DATA_DIR: join(dir.path, 'data'), IMGD_DATABASE_URL: own.url, IMGD_MIN_FREE_BYTES: '0' };
    const args = [
      'import',
      other.url,
      '--from',
      'zipline',
      '--files',
      files,
      '--email-domain',
      'example.org',
      '--json',
    ];
    const none = await imgd(args, env);
    assert.match(none.stderr, /The database has no catalog/);
    assert.equal((await imgd(['migrate'], env)).code, 0);
    const first = await imgd(args, env);
    assert.equal(first.code, 0, first.stderr);
    assert.equal(JSON.parse(first.stdout).images.imported, 30);
    const second = JSON.parse((await imgd(args, env)).stdout);
    assert.deepEqual([second.images.imported, second.images.present], [0, 30]);
    const { stdout } = await imgd(['redirects', '--format', 'jsonl', '--old-host', 'x.example'], env);
    assert.equal(stdout.trimEnd().split('\n').length, 120);
    const target = join(dir.path, 'export');
    const exported = JSON.parse((await imgd(['export', target, '--json'], env)).stdout);
    assert.deepEqual([exported.images, exported.corrupt], [30, []]);
  });
});
