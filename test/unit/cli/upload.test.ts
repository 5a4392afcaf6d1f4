import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { createClient } from '../../../packages/client/src/client.ts';
import { PROGRAM } from '../../support/program.ts';
import { startApp, type TestApp } from '../../support/start-app.ts';
import { imgd, tempDir } from './support.ts';

let app: TestApp;
let dir: Awaited<ReturnType<typeof tempDir>>;
let env: Record<string, string>;
let cat: string;
let text: string;

before(async () => {
  app = await startApp();
  dir = await tempDir();
  // The client ignores the settings of a server, even invalid ones.
  env = { IMGD_CLIENT_URL: app.url, IMGD_PORT: 'wrong', XDG_STATE_HOME: dir.path, XDG_CONFIG_HOME: dir.path };
  cat = join(dir.path, 'cat.png');
  text = join(dir.path, 'text.png');
  await sharp({ create: { width: 8, height: 6, channels: 3, background: 'red' } }).toFile(cat);
  await writeFile(text, 'no image');
});
after(async () => {
  await app[Symbol.asyncDispose]();
  await dir[Symbol.asyncDispose]();
});

describe('imgd upload', () => {
  it('prints the direct link of each file on its own line', async () => {
    const { code, stdout, stderr } = await imgd(['upload', cat, cat], env);
    assert.equal(code, 0, stderr);
    const lines = stdout.trimEnd().split('\n');
    assert.equal(lines.length, 2);
    for (const line of lines) {
      assert.match(line, /^http:\/\/localhost:\d+\/i\/\w{12}\.png$/);
      assert.equal((await fetch(`${app.url}${new URL(line).pathname}`)).status, 200);
    }
    const notes = stderr.trimEnd().split('\n');
    assert.equal(notes.length, 2, 'the delete links of anonymous images are not shown again');
    for (const note of notes) assert.match(note, /^imgd: \S+cat\.png can be deleted here: http\S+\/delete\/imgdd_\w+$/);
  });

  it('uploads the valid one of two files, reports the other, and exits 1', async () => {
    const { code, stdout, stderr } = await imgd(['upload', text, cat], env);
    assert.equal(code, 1);
    assert.match(stdout, /^http\S+\.png\n$/);
    assert.match(
      stderr,
      /^imgd: \S+text\.png: Only image files are allowed\.[^\n]* \(INVALID_FILE_TYPE\)\nimgd: \S+cat\.png can be/,
    );
  });

  it('prints one JSON array with the result of each file', async () => {
    const missing = join(dir.path, 'missing.png');
    const { code, stdout } = await imgd(['upload', '--json', cat, text, missing, dir.path], env);
    assert.equal(code, 1);
    const outcomes = JSON.parse(stdout);
    assert.equal(outcomes[0].data.width, 8);
    assert.deepEqual(
      outcomes.map(({ file, success, error }: { file: string; success: boolean; error?: { code: string } }) => [
        file,
        success || error?.code,
      ]),
      [
        [cat, true],
        [text, 'INVALID_FILE_TYPE'],
        [missing, 'ENOENT'],
        [dir.path, 'UNREADABLE_FILE'],
      ],
    );
  });

  it('uses the given key, album and expiry', async () => {
    const { stdout: key } = await imgd(['account', 'create', 'up@example.org'], { IMGD_DATA_DIR: app.dataDir });
    const args = ['upload', cat, '--album', 'Cats', '--expiry', '5', '--json'];
    for (const { code, stdout, stderr } of [
      await imgd([...args, '--server', app.url, '--key', key.trim()], {
        ...env,
        IMGD_CLIENT_URL: 'http://127.0.0.1:1',
      }),
      await imgd(args, { ...env, IMGD_CLIENT_KEY: key.trim() }),
    ]) {
      assert.equal(code, 0, stderr);
      const [{ data }] = JSON.parse(stdout);
      assert.equal(Date.parse(data.expires_at) - Date.parse(data.uploaded_at), 5 * 3_600_000);
      const info = await createClient({ baseUrl: app.url, apiKey: key.trim() }).image(data.id);
      assert.equal(info.album?.name, 'Cats');
    }
  });

  it('prints the requested link, or all links', async () => {
    const markdown = await imgd(['upload', cat, '--format', 'markdown'], env);
    assert.match(markdown.stdout, /^!\[Image\]\(http\S+\)\n$/);
    const namesOf = async (...files: string[]) => {
      const { stdout } = await imgd(['upload', ...files, '--format', 'all'], env);
      return stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/ +/)[0]);
    };
    const names = ['direct', 'thumbnail', 'view_page', 'bbcode', 'html', 'markdown', 'delete_url', 'delete_token'];
    assert.deepEqual(await namesOf(cat), names);
    assert.deepEqual(
      await namesOf(cat, cat),
      [`${cat}:`, ...names, `${cat}:`, ...names],
      'with the file of each block',
    );
  });

  it('uploads standard input', async () => {
    const running = promisify(execFile)(process.execPath, [PROGRAM, 'upload', '-', '--name', 'in.png', '--json'], {
      env: { PATH: process.env.PATH, ...env },
    });
    running.child.stdin?.end(await readFile(cat));
    const [{ data }] = JSON.parse((await running).stdout);
    assert.deepEqual([data.filename, data.width], ['in.png', 8]);
  });

  it('takes the address of the API as well as that of the service', async () => {
    const { code, stderr } = await imgd(['upload', cat, '--server', `${app.url}/api/v1/`], env);
    assert.equal(code, 0, stderr);
  });

  it('says in words that a path is not a file, and that a server does not speak TLS', async () => {
    const folder = await imgd(['upload', dir.path], env);
    assert.equal(folder.stderr, `imgd: ${dir.path}: not a file (UNREADABLE_FILE)\n`);
    const secure = await imgd(['upload', cat, '--server', app.url.replace('http:', 'https:')], env);
    assert.match(
      secure.stderr,
      /: the server does not answer with TLS: its address may begin with http:\/\/ \(NETWORK_ERROR\)\n$/,
    );
  });

  it('reports a wrong key and an unreachable server in one line', async () => {
    const wrongKey = await imgd(['upload', cat, '--key', 'imgd_wrong'], env);
    assert.equal(wrongKey.code, 1);
    assert.match(wrongKey.stderr, /^imgd: \S+cat\.png: Invalid or missing API key\. \(INVALID_API_KEY\)\n$/);
    const unreachable = await imgd(['upload', cat, '--server', 'http://127.0.0.1:1'], env);
    assert.equal(unreachable.code, 1);
    assert.match(
      unreachable.stderr,
      /^imgd: \S+cat\.png: No response from http:\/\/127\.0\.0\.1:1: [^\n]+\(NETWORK_ERROR\)\n$/,
    );
  });

  it('reports invalid client settings', async () => {
    const { code, stderr } = await imgd(['upload', cat], { ...env, IMGD_CLIENT_URL: 'localhost' });
    assert.equal(code, 1);
    assert.match(stderr, /IMGD_CLIENT_URL: must be an absolute http or https URL/);
  });

  it('shows a progress bar on a terminal, apart from the link', async (t) => {
    if (spawnSync('script', ['--version']).status !== 0) return t.skip('script(1) is not installed');
    const link = join(dir.path, 'link');
    const command = `'${process.execPath}' '${PROGRAM}' upload '${cat}' --server '${app.url}' > '${link}'`;
    const { stdout: screen } = await promisify(execFile)('script', ['-qec', command, '/dev/null'], {
      timeout: 20_000,
      env: { ...process.env, ...env },
    });
    assert.match(screen, /cat\.png \[=*-*\] \d+% of \d+ B/);
    assert.doesNotMatch(screen, /\/i\//);
    assert.match(await readFile(link, 'utf8'), /^http\S+\.png\n$/);
  });

  for (const args of [
    [],
    ['cat.png', '--format', 'xml'],
    ['cat.png', '--expiry', 'soon'],
    ['cat.png', '--server', 'localhost'],
    ['cat.png', '--what'],
  ]) {
    it(`reports wrong usage: imgd upload ${args.join(' ')}`, async () => {
      const { code, stdout, stderr } = await imgd(['upload', ...args], env);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, /^imgd: /);
    });
  }
});
