import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { type AddressInfo, createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, afterEach, before, beforeEach, describe, it, type TestContext } from 'node:test';
import sharp from 'sharp';
import { usage } from '../../packages/upload/src/arguments.ts';
import { MAX_ENTRIES, openHistory } from '../../packages/upload/src/history.ts';
import { COMPILE_CACHE } from '../../scripts/testing/compile-cache.ts';
import { ROOT } from '../support/deployed.ts';
import { codeBlocks } from '../support/markdown.ts';
import { accountOf, smallPng } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

const MAIN = join(ROOT, 'packages/upload/src/main.ts');

let app: TestApp;
let home: string;
let cat: string;

before(async () => {
  app = await startApp();
});
after(() => app[Symbol.asyncDispose]());
afterEach(() => rm(home, { recursive: true, force: true }));
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'imgd-upload-'));
  cat = join(home, 'cat.png');
  await writeFile(cat, await smallPng(7));
});

/** Runs the command of the package with a home of its own. */
async function imgdUpload(
  args: readonly string[],
  env: Record<string, string> = {},
  input?: Buffer,
  killed?: Promise<void>,
) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, ...COMPILE_CACHE, IMGD_CLIENT_URL: app.url, ...env },
    timeout: 30_000,
  });
  child.stdin.end(input);
  void killed?.then(() => child.kill('SIGKILL'));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}

/** A proxy whose first connection with a large body passes so many bytes to the service, and no more. */
async function startStallingProxy(t: TestContext, bytes: number) {
  const { hostname, port } = new URL(app.url);
  const stalled = Promise.withResolvers<void>();
  let passed = 0;
  let hasStalled = false;
  const server = createServer((socket) => {
    const target = createConnection(Number(port), hostname);
    let ofConnection = 0;
    for (const one of [socket, target]) one.on('error', () => {});
    socket.on('close', () => target.end());
    target.pipe(socket);
    socket.on('data', (chunk) => {
      ofConnection += chunk.length;
      if (ofConnection > bytes && !hasStalled) {
        hasStalled = true;
        socket.pause();
        stalled.resolve();
        return;
      }
      passed += chunk.length;
      target.write(chunk);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, stalled: stalled.promise, passed: () => passed };
}

const STATE = '.local/state/imgd/uploads.json';
const CONFIG = '.config/imgd/upload.json';

describe('imgd-upload', () => {
  it('prints one link a line, and remembers what deletes the images', async () => {
    const { code, stdout, stderr } = await imgdUpload(['cat.png', cat]);
    assert.equal(code, 0, stderr);
    const links = stdout.trimEnd().split('\n');
    assert.equal(links.length, 2);
    const { mode } = await stat(join(home, STATE));
    assert.equal(mode & 0o777, 0o600);
    const listed = await imgdUpload(['--history']);
    const lines = listed.stdout.trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => line.split('  ').slice(1)),
      links.map((link) => [link, 'cat.png']),
    );
    const entries = JSON.parse((await imgdUpload(['--history', '--json'])).stdout);
    assert.match(entries[0].delete_token, /^imgdd_/);
  });

  it('deletes by link, id, page and delete link, and forgets the image', async () => {
    const { stdout } = await imgdUpload([cat, cat, cat, '--format', 'view_page']);
    const [first = '', second = '', third = ''] = stdout.split('\n');
    const idOf = (page: string) => page.slice(-12);
    const {
      code,
      stdout: said,
      stderr,
    } = await imgdUpload(['--delete', first, idOf(second), `${first.slice(0, -12)}${idOf(third)}`]);
    assert.equal(code, 0, stderr);
    assert.equal(said, [first, second, third].map((page) => `${idOf(page)} deleted\n`).join(''));
    for (const page of [first, second, third]) {
      assert.equal((await fetch(`${app.url}/api/v1/image/${idOf(page)}`)).status, 404);
    }
    assert.equal((await imgdUpload(['--history'])).stdout, '');
    const { stdout: answer } = await imgdUpload([cat, '--json', '--no-history']);
    const [{ data }] = JSON.parse(answer);
    const byLink = await imgdUpload(['--delete', data.delete_url]);
    assert.deepEqual([byLink.code, byLink.stdout], [0, `${data.id} deleted\n`]);
  });

  it('deletes an image that is gone already from its history only', async () => {
    const { stdout } = await imgdUpload([cat, '--json']);
    const [{ data }] = JSON.parse(stdout);
    const authorization = `Bearer ${data.delete_token}`;
    await fetch(`${app.url}/api/v1/image/${data.id}`, { method: 'DELETE', headers: { authorization } });
    const { code } = await imgdUpload(['--delete', data.id]);
    assert.equal(code, 0);
    assert.equal((await imgdUpload(['--history'])).stdout, '');
  });

  it('says which images it cannot delete', async () => {
    const { code, stderr } = await imgdUpload(['--delete', 'cat.png', 'mGKS8uM7kXcO'], { IMGD_CLIENT_KEY: '' });
    assert.equal(code, 1);
    assert.equal(
      stderr,
      'imgd-upload: cat.png: neither a link to an image nor an id (UNKNOWN_IMAGE)\n' +
        'imgd-upload: mGKS8uM7kXcO: it is not in the history, and there is no key that may delete it (UNKNOWN_IMAGE)\n',
    );
  });

  it('sends the key to no other server than its own', async () => {
    const { key } = await accountOf(app, {});
    const { stderr } = await imgdUpload(['--delete', 'http://127.0.0.1:1/i/mGKS8uM7kXcO.png'], {
      IMGD_CLIENT_KEY: key,
    });
    assert.match(stderr, /http:\/\/127\.0\.0\.1:1 is not the server of the key/);
  });

  it('keeps defaults in a file for its owner, below options and variables', async () => {
    const { key } = await accountOf(app, {});
    const saved = await imgdUpload([
      '--save',
      '--server',
      app.url,
      '--key',
      key,
      '--album',
      'Saved',
      '--format',
      'markdown',
    ]);
    assert.deepEqual([saved.code, saved.stderr], [0, `imgd-upload: saved in ${join(home, CONFIG)}\n`]);
    assert.equal((await stat(join(home, CONFIG))).mode & 0o777, 0o600);
    const { stdout, stderr } = await imgdUpload([cat], { IMGD_CLIENT_URL: '' });
    assert.match(stdout, /^!\[/, stderr);
    const texts = ['--album', 'Given', '--title', 'A cat', '--tags', 'cat,red'];
    const [{ data }] = JSON.parse((await imgdUpload([cat, '--json', ...texts])).stdout);
    assert.deepEqual([data.album, data.title, data.tags, data.anonymous], ['Given', 'A cat', ['cat', 'red'], false]);
    const other = await imgdUpload([cat], { IMGD_CLIENT_KEY: 'imgd_wrong' });
    assert.match(other.stderr, /Invalid or missing API key\. The key is that of IMGD_CLIENT_KEY\. \(INVALID_API_KEY\)/);
  });

  it('refuses a configuration that others can read, and one that is wrong', async () => {
    await imgdUpload(['--save', '--key', 'imgd_wrong']);
    await chmod(join(home, CONFIG), 0o644);
    const open = await imgdUpload([cat]);
    assert.deepEqual([open.code, open.stdout], [1, '']);
    assert.match(open.stderr, /other users can read \S+upload\.json: chmod 600 it/);
    await chmod(join(home, CONFIG), 0o600);
    for (const [json, message] of [
      ['[]', /upload\.json is not a JSON object/],
      ['{', /upload\.json is not a JSON object/],
      ['{"server": "localhost"}', /server in \S+upload\.json: must be an absolute/],
      ['{"expiry": "soon"}', /expiry in \S+upload\.json: must be a whole number/],
    ] as const) {
      await writeFile(join(home, CONFIG), json);
      assert.match((await imgdUpload([cat])).stderr, message);
    }
  });

  it('uploads although the history cannot be written, and leaves a broken one as it is', async () => {
    await imgdUpload([cat]);
    await writeFile(join(home, STATE), 'broken');
    const { code, stdout, stderr } = await imgdUpload([cat]);
    assert.equal(code, 0);
    assert.match(stdout, /^http\S+\n$/);
    assert.match(
      stderr,
      /the history was not written: \S+uploads\.json is not a history; remove it to begin a new one/,
    );
    assert.equal(await readFile(join(home, STATE), 'utf8'), 'broken');
  });

  it('takes the key from a file, and standard input under a name', async () => {
    const { key } = await accountOf(app, {});
    await writeFile(join(home, 'key'), `${key}\n`);
    const env = { IMGD_CLIENT_KEY_FILE: join(home, 'key') };
    const { stdout, stderr } = await imgdUpload(['-', '--name', 'in.png', '--json'], env, await smallPng(8));
    const [{ data }] = JSON.parse(stdout || stderr);
    assert.deepEqual([data.filename, data.anonymous], ['in.png', false]);
  });

  it('continues the upload of a large file after it was killed', async (t) => {
    const noise = { mean: 128, sigma: 60, type: 'gaussian' as const };
    const picture = sharp({ create: { width: 2_500, height: 2_500, channels: 3, background: 'red', noise } });
    const bytes = await picture.png({ compressionLevel: 0 }).toBuffer();
    await writeFile(join(home, 'large.png'), bytes);
    const line = await startStallingProxy(t, 6_000_000);
    const env = { IMGD_CLIENT_URL: line.url };
    const killed = imgdUpload(['large.png'], env, undefined, line.stalled);
    assert.equal((await killed).code, null);
    assert.equal((await stat(join(home, '.local/state/imgd/unfinished.json'))).mode & 0o777, 0o600);
    const before = line.passed();
    const { code, stdout, stderr } = await imgdUpload(['large.png'], env);
    assert.equal(code, 0, stderr);
    const again = line.passed() - before;
    assert.ok(again < bytes.length - 3_000_000, `${again} of ${bytes.length} bytes were sent again`);
    const response = await fetch(app.url + new URL(stdout.trim()).pathname);
    assert.ok(Buffer.from(await response.arrayBuffer()).equals(bytes));
    assert.equal(await readFile(join(home, '.local/state/imgd/unfinished.json'), 'utf8'), '[]\n');
  });

  it('tells the first mistakes in words', async () => {
    const nowhere = await imgdUpload([cat, '--retries', '0'], { IMGD_CLIENT_URL: 'http://127.0.0.1:9' });
    assert.equal(nowhere.code, 1);
    assert.match(
      nowhere.stderr,
      /No response from http:\/\/127\.0\.0\.1:9: .*name it with --server or IMGD_CLIENT_URL/,
    );
    const other = await imgdUpload([MAIN]);
    assert.match(other.stderr, /main\.ts: Only image files are allowed\..* \(INVALID_FILE_TYPE\)/);
    for (const [args, message] of [
      [[], /^imgd-upload: missing argument: a file\n\(see imgd-upload --help\)\n$/],
      [['--delete'], /missing argument: a link or an id/],
      [['--history', '--delete', 'a'], /--history and --delete exclude each other/],
      [['--frobnicate'], /Unknown option '--frobnicate'/],
    ] as const) {
      const { code, stdout, stderr } = await imgdUpload(args);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, message);
    }
  });
});

describe('the README', () => {
  it('has every option, and a configuration that counts', async () => {
    const readme = await readFile(join(ROOT, 'packages/upload/README.md'), 'utf8');
    const options = usage('imgd-upload').match(/--[\w-]+/g) ?? [];
    assert.ok(options.length > 10);
    for (const option of options.filter((one) => !['--help', '--version'].includes(one))) {
      assert.ok(readme.includes(option), option);
    }
    const [json = ''] = codeBlocks(readme, 'json');
    await imgdUpload(['--save', '--album', 'x']);
    await writeFile(join(home, CONFIG), json.replace('imgd_…', (await accountOf(app, {})).key));
    const { stdout, stderr } = await imgdUpload([cat]);
    assert.match(stdout, /^!\[/, stderr);
  });
});

describe('the history', () => {
  const entryOf = (id: string) => ({
    id,
    server: 'http://localhost',
    filename: 'a',
    link: '',
    delete_token: '',
    uploaded_at: '',
    expires_at: null,
  });

  it('keeps the newest entries, also of writers at the same time', async () => {
    const history = openHistory(join(home, 'uploads.json'));
    await Promise.all(['a', 'b', 'c', 'd'].map((id) => history.add(entryOf(id))));
    assert.deepEqual((await history.entries()).map(({ id }) => id).sort(), ['a', 'b', 'c', 'd']);
    const many = Array.from({ length: MAX_ENTRIES }, (_, index) => entryOf(String(index)));
    await writeFile(join(home, 'uploads.json'), JSON.stringify(many));
    await history.add(entryOf('new'));
    const entries = await history.entries();
    assert.deepEqual([entries.length, entries[0]?.id, entries.at(-1)?.id], [MAX_ENTRIES, '1', 'new']);
  });

  it('removes a lock that an ended process left', async () => {
    const path = join(home, 'uploads.json');
    await writeFile(`${path}.lock`, '');
    await utimes(`${path}.lock`, 1, 1);
    await openHistory(path).add(entryOf('a'));
    assert.equal((await openHistory(path).entries()).length, 1);
  });
});
