import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, it } from 'node:test';
import { SETTINGS } from '../../../src/config.ts';
import { VERSION } from '../../../src/version.ts';
import { copiedCheckout } from '../../support/packed.ts';
import { BIN, imgd, tempDir } from './support.ts';

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

  it('runs as npx imgd in a checkout with any Node.js', async (t) => {
    const { status, stdout, stderr } = spawnSync('npx', ['--offline', 'imgd', '--version'], {
      // npx builds the bundle, which other tests run at the same time.
      cwd: await copiedCheckout(t),
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
    const hidden = { name: 'IMGD_CLIENT_KEY', value: '(hidden)', from: 'file', source: file };
    assert.deepEqual(of('IMGD_CLIENT_KEY'), hidden);
    assert.equal(stderr, 'imgd: there is no setting IMGD_PROT; it is ignored\n');
    const table = (await imgd(['config'], env)).stdout;
    assert.match(table, /^IMGD_PORT +environment +9000$/m);
    assert.ok(!table.includes('top-secret') && !stdout.includes('top-secret'));
  });

  it('shows the values in effect, also those that follow from others', async () => {
    const valuesOf = async (env: Record<string, string>) => {
      const shown = JSON.parse((await imgd(['config', '--json'], env)).stdout) as { name: string; value: string }[];
      return Object.fromEntries(shown.map(({ name, value }) => [name, value]));
    };
    const plain = await valuesOf({
      IMGD_PORT: '9000',
      IMGD_DATA_DIR: '/tmp/imgd-nowhere',
      IMGD_DECODER_PROCESSES: '3',
    });
    assert.equal(plain.IMGD_BASE_URL, 'http://localhost:9000');
    assert.equal(plain.IMGD_IMAGE_HOST, 'http://localhost:9000');
    assert.equal(plain.IMGD_UPLOADS_AT_ONCE, '30');
    assert.equal(plain.IMGD_BLOB_CACHE_DIR, '/tmp/imgd-nowhere/blob-cache');
    assert.equal(JSON.parse(plain.IMGD_PLANS ?? '').free.requestsPerHour, 1_000);
    const base = await valuesOf({ IMGD_BASE_URL: 'https://images.example/api/v1/', IMGD_UPLOADS_AT_ONCE: '7' });
    assert.equal(base.IMGD_BASE_URL, 'https://images.example', 'the path of the API is not part of it');
    assert.equal(base.IMGD_IMAGE_HOST, 'https://images.example');
    assert.equal(base.IMGD_UPLOADS_AT_ONCE, '7');
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
    const none = await imgd(['migrate', '--status'], env);
    assert.deepEqual([none.code, none.stdout, existsSync(join(dir.path, 'imgd.sqlite'))], [1, '', false]);
    assert.match(none.stderr, /^imgd: There is no catalog in /);
    const { code, stdout, stderr } = await imgd(['migrate'], env);
    assert.deepEqual([code, stderr], [0, `imgd: catalog: ${join(dir.path, 'imgd.sqlite')} (new)\n`]);
    assert.match(stdout, /^applied 0001-first\n/);
    assert.match((await imgd(['migrate', '--status'], env)).stdout, /0001-first +\d{4}-\d\d-\d\dT/);
    assert.equal((await imgd(['migrate'], env)).stdout, 'nothing to apply\n');
  });
});

describe('imgd doctor', () => {
  it('verifies checksums, also under the former names of its options', async () => {
    await using dir = await tempDir();
    const env = { IMGD_DATA_DIR: dir.path };
    await imgd(['migrate'], env);
    const acting = `imgd: catalog: ${join(dir.path, 'imgd.sqlite')}\n`;
    for (const args of [
      ['--verify-checksums', '--verify-rate', '5'],
      ['--scrub', '--scrub-rate', '5'],
    ]) {
      const { code, stdout, stderr } = await imgd(['doctor', ...args], env);
      const [blobs, decoders, ...rest] = stdout.split('\n');
      assert.deepEqual([code, blobs, rest, stderr], [0, '0 blobs checked', ['nothing to repair', ''], acting]);
      assert.match(decoders ?? '', /^decoders: /);
    }
    assert.equal((await imgd(['doctor', '--scrub-rate', '0'], env)).code, 2);
  });

  it('says whether decoders run in a sandbox', async () => {
    await using dir = await tempDir();
    await imgd(['migrate'], { IMGD_DATA_DIR: dir.path });
    const doctor = async (mode: string, ...args: string[]) =>
      (await imgd(['doctor', ...args], { IMGD_DATA_DIR: dir.path, IMGD_SANDBOX: mode })).stdout;
    assert.match(await doctor('off'), /^decoders: without a sandbox \(IMGD_SANDBOX=off\)$/m);
    assert.match(await doctor('auto'), /^decoders: (in a sandbox of bubblewrap|without a sandbox \(.+\))$/m);
    assert.deepEqual(JSON.parse(await doctor('off', '--json')).decoders, { sandbox: 'none' });
  });
});
