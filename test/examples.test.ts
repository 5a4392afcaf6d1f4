import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { usage } from '../packages/upload/src/arguments.ts';
import { ROOT } from './support/deployed.ts';
import { codeBlocks } from './support/markdown.ts';
import { accountOf, smallPng } from './support/requests.ts';
import { startApp, type TestApp } from './support/start-app.ts';
import { launchBrowser, noChromium } from './web/browser.ts';

const run = promisify(execFile);
const EXAMPLES = join(ROOT, 'examples');
const CLIENTS = join(ROOT, 'test/clients/node_modules');
const noClients = existsSync(join(CLIENTS, 'uppy')) ? noChromium : 'run npm ci --prefix test/clients';
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

let app: TestApp;
let key: string;
let dir: string;
let cat: string;

before(async () => {
  app = await startApp();
  ({ key } = await accountOf(app, {}));
  dir = await mkdtemp(join(tmpdir(), 'imgd-examples-'));
  cat = join(dir, 'a cat.png');
  await writeFile(cat, await smallPng(3));
});
after(async () => {
  await app[Symbol.asyncDispose]();
  await rm(dir, { recursive: true, force: true });
});

const example = (path: string) => readFileSync(join(EXAMPLES, path), 'utf8');
const atApp = (text: string) => text.replaceAll('https://images.example', app.url);

async function assertImage(link: string): Promise<void> {
  assert.match(link, /\/i\/\w{12}\.png$/);
  assert.equal((await fetch(app.url + new URL(link).pathname)).status, 200);
}

/** Serves texts by path and the folder of the foreign packages. @returns the address */
async function servePages(t: TestContext, pages: Record<string, string>, folder = CLIENTS): Promise<string> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    response.setHeader('content-type', TYPES[extname(path)] ?? 'text/html');
    const file = join(folder, path);
    const text = pages[path] ?? (existsSync(file) && !path.endsWith('/') ? readFileSync(file) : undefined);
    response.writeHead(text === undefined ? 404 : 200).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Runs the server of the folder tickets. @returns its address */
async function startTickets(t: TestContext): Promise<string> {
  // Any free port: the server prints the one that it was given, so one is chosen here.
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await promisify(probe.close.bind(probe))();
  const env = { PATH: process.env.PATH, IMGD_URL: app.url, IMGD_CLIENT_KEY: key, PORT: String(port) };
  const child: ChildProcess = spawn(process.execPath, [join(EXAMPLES, 'tickets/server.js')], { env });
  t.after(() => child.kill());
  await once(createInterface(child.stdout!), 'line');
  return `http://localhost:${port}`;
}

async function openPage(t: TestContext, address: string): Promise<Page> {
  const browser = await launchBrowser();
  t.after(() => browser.close());
  const page = await browser.newPage();
  await page.goto(address);
  return page;
}

describe('the examples', { timeout: 180_000 }, () => {
  test('are all in their README', () => {
    const listed = [...example('README.md').matchAll(/^\| \[.*?\]\((.*?)\)/gm)].map(([, path]) => path).sort();
    const files = globSync('**/*.{html,js,jsx,py,yml,md}', { cwd: EXAMPLES }).filter((path) => path !== 'README.md');
    assert.deepEqual(listed, files.filter((path) => path !== 'react-uppy/index.html').sort());
  });

  test('the server of tickets gives a ticket that uploads, and no key', async (t) => {
    const tickets = await startTickets(t);
    const response = await fetch(`${tickets}/ticket`, { method: 'POST' });
    const { ticket } = (await response.json()) as { ticket: string };
    assert.match(ticket, /^imgdt_/);
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await readFile(cat))]));
    const headers = { authorization: `Bearer ${ticket}` };
    const answer = await fetch(`${app.url}/api/v1/upload`, { method: 'POST', headers, body: form });
    assert.equal(((await answer.json()) as { data: { album: string } }).data.album, 'From the page');
    assert.equal((await fetch(`${tickets}/ticket`)).status, 404);
  });

  test('the plain form uploads from another origin', { skip: noChromium }, async (t) => {
    const { ticket } = (await (await fetch(`${await startTickets(t)}/ticket`, { method: 'POST' })).json()) as {
      ticket: string;
    };
    const text = atApp(example('form/index.html')).replaceAll('TICKET', ticket).replace('IMGD', '');
    const page = await openPage(t, await servePages(t, { '/': text }));
    await page.locator('input[type=file]').setInputFiles(cat);
    await page.locator('input[name=alt]').fill('A cat');
    await page.locator('button').click();
    await page.waitForURL('**/for/text**');
    await assertImage((await page.locator('body').innerText()).trim());
  });

  test('TinyMCE uploads a pasted picture', { skip: noClients }, async (t) => {
    const tickets = await startTickets(t);
    const text = atApp(example('tinymce/index.html'))
      .replace(/https:\/\/cdn\.[^"]*(tinymce\.min\.js)/, '/tinymce/$1')
      .replace('http://localhost:3000', tickets);
    const page = await openPage(t, await servePages(t, { '/': text }));
    await page.waitForFunction('globalThis.tinymce?.activeEditor?.initialized');
    const data = (await readFile(cat)).toString('base64');
    const content = await page.evaluate(`(async () => {
      tinymce.activeEditor.setContent('<p><img src="data:image/png;base64,${data}"></p>');
      await tinymce.activeEditor.uploadImages();
      return tinymce.activeEditor.getContent();
    })()`);
    await assertImage(/src="([^"]+)"/.exec(String(content))?.[1] ?? String(content));
  });

  test('React with Uppy uploads by tus', { skip: noClients }, async (t) => {
    const tickets = await startTickets(t);
    const root = join(dir, 'react-uppy');
    mkdirSync(root);
    cpSync(join(EXAMPLES, 'react-uppy'), root, { recursive: true });
    symlinkSync(CLIENTS, join(root, 'node_modules'));
    const source = atApp(example('react-uppy/upload.jsx')).replace('http://localhost:3000', tickets);
    await writeFile(join(root, 'upload.jsx'), source);
    await build({ root, configFile: false, logLevel: 'error', resolve: { preserveSymlinks: true } });
    const page = await openPage(t, `${await servePages(t, {}, join(root, 'dist'))}/index.html`);
    await page.locator('input.uppy-Dashboard-input').first().setInputFiles(cat);
    await page.locator('.uppy-StatusBar-actionBtn--upload').click();
    const link = await page.locator('#app > img').getAttribute('src');
    await assertImage(link ?? '');
  });

  test('the Python script uploads, and reports a refusal', async () => {
    const script = join(EXAMPLES, 'python/upload.py');
    const env = { ...process.env, IMGD_CLIENT_URL: app.url, IMGD_CLIENT_KEY: key };
    const { stdout } = await run('python3', [script, cat, cat], { env });
    const links = stdout.trim().split('\n');
    assert.equal(links.length, 2);
    for (const link of links) await assertImage(link);
    const refused = await run('python3', [script, script], { env }).catch((error) => error);
    assert.match(refused.stderr, /upload\.py: Only image files .*\(INVALID_FILE_TYPE\)\n$/);
  });

  test('the step of the action uploads and writes the summary', async () => {
    const [, block = ''] = /run: \|\n([\s\S]*)$/.exec(example('github-action/action.yml')) ?? [];
    const env = { FILES: '*.png', SERVER: app.url, KEY: key, DAYS: '1', GITHUB_STEP_SUMMARY: join(dir, 'summary.md') };
    await writeFile(join(dir, 'b.png'), await smallPng(4));
    const shell = (more = {}) =>
      run('bash', ['-c', block.replace(/^ {8}/gm, '')], { cwd: dir, env: { PATH: process.env.PATH, ...env, ...more } });
    await shell();
    const summary = await readFile(env.GITHUB_STEP_SUMMARY, 'utf8');
    assert.match(summary, /^!\[a cat\.png\]\(http\S+\/i\/\w+\.png\)\n!\[b\.png\]\(http\S+\/i\/\w+\.png\)\n$/);
    await assertImage(/\((\S+)\)/.exec(summary)?.[1] ?? '');
    const failed = await shell({ KEY: 'imgd_wrong' }).catch((error) => error);
    assert.notEqual(failed.code, 0);
  });

  test('the texts name commands, options and addresses that exist', async () => {
    const help = usage('imgd-upload');
    for (const path of ['discourse.md', 'wordpress.md']) {
      const text = example(path);
      const commands = codeBlocks(text, 'sh').filter((one) => one.includes('imgd-upload'));
      assert.ok(commands.length > 0, path);
      const options = commands.flatMap((one) => [...(/imgd-upload [^)]*/.exec(one)?.[0].match(/--\w+/g) ?? [])]);
      for (const option of options) assert.ok(help.includes(option), `${path}: ${option}`);
      for (const [address] of text.matchAll(/https:\/\/images\.example[\w/.-]*/g)) {
        const response = await fetch(atApp(address), { method: 'OPTIONS' });
        const { pathname } = new URL(address);
        const isImage = pathname.startsWith('/image/');
        assert.ok(isImage || response.headers.get('allow') !== null || response.status === 204, address);
      }
    }
    const { links } = await upload();
    const embedded = await fetch(`${app.url}/oembed?url=${encodeURIComponent(links.view_page)}`);
    assert.equal(embedded.status, 200, 'the address that WordPress asks');
  });
});

async function upload(): Promise<{ links: { view_page: string } }> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await readFile(cat))]));
  const response = await fetch(`${app.url}/api/v1/upload`, { method: 'POST', body: form });
  return ((await response.json()) as { data: { links: { view_page: string } } }).data;
}
