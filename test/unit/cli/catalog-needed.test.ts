import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { imgd, tempDir } from './support.ts';

describe('a command where no catalog is', () => {
  for (const args of [
    ['doctor'],
    ['doctor', '--repair'],
    ['account', 'list'],
    ['account', 'plan', 'a@example.org', 'pro'],
    ['account', 'delete', 'a@example.org', '--yes'],
    ['key', 'list', 'a@example.org'],
    ['blobs', 'adopt'],
    ['import', '.', '--from', 'folder'],
    ['export', 'elsewhere.zip'],
    ['redirects'],
  ]) {
    it(`refuses and makes none: imgd ${args.join(' ')}`, async () => {
      await using dir = await tempDir();
      const dataDir = join(dir.path, 'typo');
      const { code, stdout, stderr } = await imgd(args, { IMGD_DATA_DIR: dataDir });
      assert.deepEqual([code, stdout], [1, '']);
      assert.equal(
        stderr,
        `imgd: There is no catalog in ${dataDir} (IMGD_DATA_DIR). imgd serve and imgd migrate make a new one.\n`,
      );
      assert.equal(existsSync(dataDir), false);
    });
  }

  it('makes one for account create, and says so', async () => {
    await using dir = await tempDir();
    const dataDir = join(dir.path, 'new');
    const env = { IMGD_DATA_DIR: dataDir };
    const first = await imgd(['account', 'create', 'a@example.org'], env);
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stderr, new RegExp(`^imgd: ${dataDir} gets a new catalog \\(IMGD_DATA_DIR\\)\n`));
    const second = await imgd(['account', 'create', 'b@example.org'], env);
    assert.ok(!second.stderr.includes('new catalog'), second.stderr);
    assert.equal((await imgd(['doctor'], env)).code, 0);
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
