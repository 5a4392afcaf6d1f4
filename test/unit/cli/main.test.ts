import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SETTINGS } from '../../../src/config.ts';
import { VERSION } from '../../../src/version.ts';
import { BIN, imgd, tempDir } from './support.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const COMMANDS = ['serve', 'upload', 'account', 'key', 'config', 'migrate', 'doctor'];

/** A Node.js on the PATH that is older than the required version. */
const oldNode = (process.env.PATH ?? '')
  .split(delimiter)
  .map((directory) => join(directory, 'node'))
  .filter((path) => existsSync(path))
  .find((path) => Number(/^v(\d+)/.exec(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout)?.[1]) < 26);

describe('imgd', () => {
  it('lists its commands', async () => {
    const { code, stdout, stderr } = await imgd(['--help']);
    assert.deepEqual([code, stderr], [0, '']);
    for (const command of COMMANDS) assert.match(stdout, new RegExp(`^ {2}${command}\\b`, 'm'));
  });

  it('prints its version', async () => {
    assert.deepEqual(await imgd(['--version']), { code: 0, stdout: `${VERSION}\n`, stderr: '' });
  });

  it('reports wrong usage without a command and with an unknown command', async () => {
    const none = await imgd([]);
    assert.deepEqual([none.code, none.stdout], [2, '']);
    assert.match(none.stderr, /^Usage: imgd/);
    const unknown = await imgd(['frobnicate']);
    assert.deepEqual([unknown.code, unknown.stderr], [2, "imgd: unknown command 'frobnicate'\n(see --help)\n"]);
  });

  it('refuses an older Node.js and names the way to a newer one', { skip: !oldNode && 'no older Node.js here' }, () => {
    const { status, stdout, stderr } = spawnSync(oldNode!, [BIN, '--version'], { encoding: 'utf8' });
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /^imgd needs Node\.js 24\.0 or newer; this is v\d+/);
    assert.match(stderr, /npx imgd/);
  });

  it('runs as npx imgd in a checkout with any Node.js', () => {
    const { status, stdout, stderr } = spawnSync('npx', ['--offline', 'imgd', '--version'], {
      cwd: ROOT,
      encoding: 'utf8',
      timeout: 30_000,
    });
    assert.equal(status, 0, stderr);
    assert.equal(stdout, `${VERSION}\n`);
  });
});

describe('imgd config', () => {
  it('shows every setting with its origin and hides secrets', async () => {
    await using dir = await tempDir();
    const file = join(dir.path, 'key');
    await writeFile(file, 'top-secret\n');
    const env = { IMGD_PORT: '9000', IMGD_CLIENT_KEY_FILE: file, IMGD_PROT: '1' };
    const { code, stdout, stderr } = await imgd(['config', '--json'], env);
    assert.equal(code, 0);
    const shown = JSON.parse(stdout) as { name: string; value: string | null; from: string }[];
    const declared = Object.values(SETTINGS).flatMap((module) => Object.values(module).map(({ name }) => name));
    assert.deepEqual(shown.map(({ name }) => name).sort(), declared.sort());
    const of = (wanted: string) => shown.find(({ name }) => name === wanted);
    assert.deepEqual(of('IMGD_PORT'), { name: 'IMGD_PORT', value: '9000', from: 'environment' });
    assert.deepEqual(of('IMGD_HOST'), { name: 'IMGD_HOST', value: '127.0.0.1', from: 'default' });
    assert.deepEqual(of('IMGD_CLIENT_KEY'), { name: 'IMGD_CLIENT_KEY', value: '(hidden)', from: 'file' });
    assert.equal(stderr, 'imgd: there is no setting IMGD_PROT; it is ignored\n');
    const table = (await imgd(['config'], env)).stdout;
    assert.match(table, /^IMGD_PORT +environment +9000$/m);
    assert.ok(!table.includes('top-secret') && !stdout.includes('top-secret'));
  });

  it('reports all invalid settings', async () => {
    const { code, stdout, stderr } = await imgd(['config'], { IMGD_PORT: 'x', IMGD_LOG_LEVEL: 'loud' });
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /IMGD_PORT: .*\n.*IMGD_LOG_LEVEL: /);
  });
});

describe('imgd migrate', () => {
  it('shows pending migrations, applies them once', async () => {
    await using dir = await tempDir();
    const env = { IMGD_DATA_DIR: dir.path };
    assert.match((await imgd(['migrate', '--status'], env)).stdout, /^MIGRATION +APPLIED\n0001-first +not applied\n/);
    const { code, stdout } = await imgd(['migrate'], env);
    assert.equal(code, 0);
    assert.match(stdout, /^applied 0001-first\n/);
    assert.match((await imgd(['migrate', '--status'], env)).stdout, /0001-first +\d{4}-\d\d-\d\dT/);
    assert.equal((await imgd(['migrate'], env)).stdout, 'nothing to apply\n');
  });
});

describe('imgd doctor', () => {
  it('verifies checksums, also under the former names of its options', async () => {
    await using dir = await tempDir();
    const env = { IMGD_DATA_DIR: dir.path };
    for (const args of [
      ['--verify-checksums', '--verify-rate', '5'],
      ['--scrub', '--scrub-rate', '5'],
    ]) {
      const { code, stdout, stderr } = await imgd(['doctor', ...args], env);
      assert.deepEqual([code, stdout, stderr], [0, '0 blobs checked\nnothing to repair\n', '']);
    }
    assert.equal((await imgd(['doctor', '--scrub-rate', '0'], env)).code, 2);
  });
});
