import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { nameOfDatabase } from '../../../src/cli/with-storage.ts';
import { imgd, tempDir } from './support.ts';

describe('a command where no catalog is', () => {
  for (const args of [
    ['doctor'],
    ['doctor', '--repair'],
    ['account', 'list'],
    ['account', 'create', 'a@example.org', '--admin'],
    ['account', 'plan', 'a@example.org', 'pro'],
    ['migrate', '--status'],
    ['account', 'delete', 'a@example.org', '--yes'],
    ['key', 'list', 'a@example.org'],
    ['blobs', 'adopt'],
    ['import', '.', '--from', 'folder'],
    ['export', 'elsewhere.zip'],
    ['redirects'],
    ['backup', './elsewhere'],
  ]) {
    it(`refuses and makes none: imgd ${args.join(' ')}`, async () => {
      await using dir = await tempDir();
      const dataDir = join(dir.path, 'typo');
      const { code, stdout, stderr } = await imgd(args, { IMGD_DATA_DIR: dataDir });
      assert.deepEqual([code, stdout], [1, '']);
      assert.equal(
        stderr,
        `imgd: There is no catalog in ${dataDir} (IMGD_DATA_DIR). imgd serve and imgd migrate make a new one. ` +
          'The settings of a service: --env-file FILE.\n',
      );
      assert.equal(existsSync(dataDir), false);
    });
  }

  it('makes one for account create --new-catalog, and says so', async () => {
    await using dir = await tempDir();
    const dataDir = join(dir.path, 'new');
    const env = { IMGD_DATA_DIR: dataDir };
    const first = await imgd(['account', 'create', 'a@example.org', '--new-catalog'], env);
    assert.equal(first.code, 0, first.stderr);
    assert.ok(first.stderr.startsWith(`imgd: catalog: ${dataDir}/imgd.sqlite (new)\n`), first.stderr);
    const second = await imgd(['account', 'create', 'b@example.org'], env);
    assert.ok(second.stderr.startsWith(`imgd: catalog: ${dataDir}/imgd.sqlite\n`), second.stderr);
    assert.equal((await imgd(['doctor'], env)).code, 0);
  });
});

describe('a command on a catalog', () => {
  it('names it on standard error, unless --quiet is given, before or after the command', async () => {
    await using dir = await tempDir();
    const env = { IMGD_DATA_DIR: dir.path };
    await imgd(['migrate'], env);
    const named = `imgd: catalog: ${join(dir.path, 'imgd.sqlite')}\n`;
    for (const args of [['account', 'list'], ['doctor'], ['migrate'], ['migrate', '--status'], ['redirects']]) {
      assert.equal((await imgd(args, env)).stderr, named, args.join(' '));
      assert.equal((await imgd(['--quiet', ...args], env)).stderr, '', args.join(' '));
      assert.equal((await imgd([...args, '--quiet'], env)).stderr, '', args.join(' '));
    }
  });

  it('names a database without user, password and parameters', () => {
    for (const [url, name] of [
      ['postgres://imgd:secret@db.example:5432/imgd?sslmode=verify-full', 'postgres://db.example:5432/imgd'],
      ['postgresql://me:p@ss/w?rd@a:1,b:2/imgd', 'postgresql://a:1,b:2/imgd'],
      ['postgres://localhost/imgd?password=secret', 'postgres://localhost/imgd'],
    ] as const) {
      assert.equal(nameOfDatabase(url), name);
    }
  });
});

describe('a data directory that cannot be used', () => {
  for (const [title, prepare, path, message] of [
    ['a file in its place', (at: string) => writeFile(at, ''), 'data', /EEXIST/],
    ['a file above it', (at: string) => writeFile(join(at, '..', 'file'), ''), 'file/data', /ENOTDIR/],
    [
      'no catalog but a directory of its name',
      (at: string) => mkdir(join(at, 'imgd.sqlite'), { recursive: true }),
      'data',
      /unable to open/,
    ],
    [
      'a catalog that is no database',
      async (at: string) => {
        await mkdir(at);
        await writeFile(join(at, 'imgd.sqlite'), 'x'.repeat(8_192));
      },
      'data',
      /not a database/,
    ],
  ] as const) {
    it(`names its path and setting: ${title}`, async () => {
      await using dir = await tempDir();
      const dataDir = join(dir.path, path);
      await prepare(join(dir.path, path.split('/')[0] as string));
      const { code, stderr } = await imgd(['serve'], { IMGD_DATA_DIR: dataDir, IMGD_PORT: '0' });
      assert.equal(code, 1);
      assert.ok(stderr.includes(`${dataDir} (IMGD_DATA_DIR)`), stderr);
      assert.match(stderr, message);
    });
  }

  it('below /proc ends at once', async () => {
    const started = performance.now();
    const { code, stderr } = await imgd(['serve'], { IMGD_DATA_DIR: '/proc/imgd/data', IMGD_PORT: '0' });
    assert.equal(code, 1);
    assert.match(stderr, /\/proc\/imgd\/data \(IMGD_DATA_DIR\) cannot be created: ENOENT/);
    assert.ok(performance.now() - started < 20_000);
    assert.ok((await readdir('/proc')).length > 0);
  });
});
