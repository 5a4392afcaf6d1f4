import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { CLIENT_FILES } from '../../src/core/client-files.ts';
import { register } from '../support/api.ts';
import { call, smallPng } from '../support/requests.ts';
import { dataOf } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

const NO_CURL = spawnSync('curl', ['--version']).status === 0 ? false : 'no curl';
const SHELLS = ['sh', 'bash', 'dash'].filter((shell) => spawnSync(shell, ['-c', 'true']).status === 0);

let app: TestApp;
let key: string;
/** Holds the scripts, pictures, and programs in place of those of a desktop. */
let folder: string;
before(async () => {
  app = await startApp();
  key = await register(app);
  folder = await mkdtemp(join(tmpdir(), 'imgd-clients-'));
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, 'picture.png'), await smallPng(9));
});
after(async () => {
  await app[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** Runs a script as a user does, with the programs in `bin` before all others. */
async function run(shell: string, script: string, args: string[] = [], input?: Buffer) {
  const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}`, WAYLAND_DISPLAY: 'wayland-0' };
  const child = spawn(shell, [script, ...args], { cwd: folder, env });
  child.stdin.end(input);
  const read = async (stream: NodeJS.ReadableStream) => (await Array.fromAsync(stream)).join('');
  const [stdout, stderr, status] = await Promise.all([
    read(child.stdout),
    read(child.stderr),
    new Promise((resolve) => child.on('close', resolve)),
  ]);
  return { stdout, stderr, status };
}

async function program(name: string, text: string): Promise<void> {
  await writeFile(join(folder, 'bin', name), `#!/bin/sh\n${text}\n`);
  await chmod(join(folder, 'bin', name), 0o755);
}

async function scriptOf(client: keyof typeof CLIENT_FILES, apiKey: string | undefined): Promise<string> {
  const path = join(folder, CLIENT_FILES[client].file);
  await writeFile(path, CLIENT_FILES[client].render(app.url, apiKey));
  return path;
}

const uploadsOf = async (apiKey: string) =>
  (await dataOf<{ images: { filename: string; links: { direct: string } }[] }>(call(app, 'GET', '/images', apiKey)))
    .images;

describe('GET /clients/{file}', () => {
  it('serves each file for anonymous uploads, to be saved', async () => {
    for (const { file, type, render } of Object.values(CLIENT_FILES)) {
      const answer = await fetch(`${app.url}/clients/${file}`);
      assert.equal(answer.status, 200, file);
      assert.equal(answer.headers.get('content-type'), type);
      assert.equal(answer.headers.get('content-disposition'), `attachment; filename="${file}"`);
      const text = await answer.text();
      assert.equal(text, render(app.url.replace('127.0.0.1', 'localhost'), undefined), file);
      assert.doesNotMatch(text, /imgd_/);
    }
    const [one, other] = await Promise.all(['/sharex.sxcu', '/clients/imgd.sxcu'].map((path) => fetch(app.url + path)));
    assert.equal(await one?.text(), await other?.text());
    assert.equal((await fetch(`${app.url}/clients/other.sh`)).status, 404);
  });
});

describe('the configuration of ShareX', () => {
  it('has the members of a custom uploader, and the key only in a header field', () => {
    const plain = JSON.parse(CLIENT_FILES.sharex.render('https://images.example', undefined));
    assert.deepEqual(plain, {
      Version: '14.1.0',
      Name: 'imgd (images.example)',
      DestinationType: 'ImageUploader',
      RequestMethod: 'POST',
      RequestURL: 'https://images.example/api/v1/upload',
      Body: 'MultipartFormData',
      FileFormName: 'file',
      URL: '{json:data.links.direct}',
      ThumbnailURL: '{json:data.links.thumbnail}',
      DeletionURL: '{json:data.delete_url}',
      ErrorMessage: '{json:error.message}',
    });
    const own = JSON.parse(CLIENT_FILES.sharex.render('https://images.example', 'imgd_key'));
    assert.deepEqual(own, { ...plain, Headers: { Authorization: 'Bearer imgd_key' } });
  });
});

describe('the shell script', { skip: NO_CURL }, () => {
  for (const shell of SHELLS) {
    it(`uploads files and standard input, in ${shell}`, async () => {
      const script = await scriptOf('shell', key);
      const odd = join(folder, `a "b", c;type=d ${shell}.png`);
      await writeFile(odd, await smallPng(10));
      const files = await run(shell, script, [odd, 'picture.png']);
      assert.deepEqual([files.stderr, files.status], ['', 0]);
      const [first = '', second = ''] = files.stdout.trimEnd().split('\n');
      for (const link of [first, second]) assert.equal((await fetch(link)).status, 200, link);
      const piped = await run(shell, script, [], await smallPng(11));
      assert.equal((await fetch(piped.stdout.trim())).status, 200, piped.stderr);
      const images = await uploadsOf(key);
      assert.ok(images.some(({ links }) => links.direct === first));
      assert.ok(images.some(({ filename }) => filename.includes(', c;type=d')));
    });
  }

  it('uploads anonymously without a key', async () => {
    const before = (await uploadsOf(key)).length;
    const { stdout } = await run('sh', await scriptOf('shell', undefined), ['picture.png']);
    assert.equal((await fetch(stdout.trim())).status, 200);
    assert.equal((await uploadsOf(key)).length, before);
  });

  it('prints the message of a refusal, goes on with the next file, and fails', async () => {
    await writeFile(join(folder, 'text.png'), 'no picture');
    const { stdout, stderr, status } = await run('sh', await scriptOf('shell', key), ['text.png', 'picture.png']);
    assert.match(stderr, /^Only image files are allowed\./);
    assert.equal((await fetch(stdout.trim())).status, 200);
    assert.equal(status, 1);
    const wrong = await run('sh', await scriptOf('shell', `${key.slice(0, -1)}x`), ['picture.png']);
    assert.match(wrong.stderr, /API key/);
    assert.equal(wrong.status, 1);
  });

  it('does not show the key among the arguments of a program', async () => {
    await program('curl', 'printf "%s\\n" "$@" > arguments; exec /usr/bin/curl "$@"');
    const { status } = await run('sh', await scriptOf('shell', key), ['picture.png']);
    await rm(join(folder, 'bin/curl'));
    assert.equal(status, 0);
    const given = await readFile(join(folder, 'arguments'), 'utf8');
    assert.ok(given.includes('picture.png') && !given.includes(key), given);
  });
});

describe('the scripts for screenshots', { skip: NO_CURL }, () => {
  const SHOTS = {
    flameshot: ['flameshot', 'test "$*" = "gui --raw" && cat picture.png'],
    spectacle: ['spectacle', 'for last; do :; done; test -n "$last" && cp picture.png "$last"'],
    macos: ['screencapture', 'cp picture.png "$2"'],
  } as const;

  for (const [client, [name, text]] of Object.entries(SHOTS) as [keyof typeof SHOTS, [string, string]][]) {
    it(`of ${client} upload the picture and copy its link`, async () => {
      await program(name, text);
      await program(client === 'macos' ? 'pbcopy' : 'wl-copy', 'cat > copied');
      await program('notify-send', ':');
      const { stdout, stderr, status } = await run('sh', await scriptOf(client, key));
      assert.deepEqual([stderr, status], ['', 0]);
      assert.equal(await readFile(join(folder, 'copied'), 'utf8'), stdout.trim());
      const [newest] = await uploadsOf(key);
      assert.equal(newest?.links.direct, stdout.trim());
      assert.match(newest?.filename ?? '', /^screenshot-\d{8}-\d{6}\.png$/);
    });

    it(`of ${client} do nothing when the user cancels`, async () => {
      await program(name, 'exit 1');
      const before = (await uploadsOf(key)).length;
      const { stdout, status } = await run('sh', await scriptOf(client, key));
      assert.deepEqual([stdout, status], ['', 0]);
      assert.equal((await uploadsOf(key)).length, before);
    });
  }

  it('of macOS upload the files that Shortcuts passes', async () => {
    await program('pbcopy', 'cat > copied');
    const { stdout } = await run('sh', await scriptOf('macos', key), ['picture.png', 'picture.png']);
    const links = stdout.trim().split('\n');
    assert.equal(links.length, 2);
    assert.equal(await readFile(join(folder, 'copied'), 'utf8'), links.join('\n'));
  });
});
