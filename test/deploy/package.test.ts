import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, lstatSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { INPUT_FORMATS, type InputFormat } from '../../src/core/formats.ts';
import { imageFixture } from '../fixtures/images.ts';
import { picture } from '../fixtures/pixels.ts';
import { read, temporary } from '../support/deployed.ts';
import { installed, packed } from '../support/packed.ts';
import { serve } from '../support/served.ts';
import { bmpFile } from '../unit/imaging/transcode/bmp-file.ts';
import { heifFile } from '../unit/imaging/transcode/heif-file.ts';
import { LOSSLESS as JXL } from '../unit/imaging/transcode/jxl-samples.ts';
import { launchBrowser, noChromium } from '../web/browser.ts';

const run = promisify(execFile);
/** The oldest version that `engines` allows, the newest of the other major versions, and the one that runs the tests. */
const NODE_VERSIONS = ['22.16.0', '24', process.versions.node];
const MAX_INSTALLED_BYTES = 80e6;

const PICTURES: Record<InputFormat, () => Promise<Buffer> | Buffer> = {
  JPEG: imageFixture('camera').bytes,
  PNG: imageFixture('png').bytes,
  GIF: imageFixture('gif').bytes,
  WEBP: imageFixture('webp').bytes,
  AVIF: imageFixture('avif').bytes,
  HEIC: () => heifFile(),
  TIFF: () => picture(64, 48).tiff().toBuffer(),
  BMP: () => bmpFile({ width: 1, height: 1, bits: 24, pixels: [0, 0, 255, 0] }),
  JXL: () => JXL,
};

describe('the package', { timeout: 300_000 }, () => {
  test('installs without scripts and serves on each supported Node.js', async (t) => {
    const { manifest, tarball } = await packed(t);
    assert.equal(manifest, read('package.json'), 'npm pack does not change the manifest of the checkout');
    // npm runs on the Node.js of the machine: it installs the same files for each.
    const app = join(await temporary(t), 'app');
    if (!(await installed(t, app, '--ignore-scripts', tarball))) return;
    const bytes = installedBytes(app);
    t.diagnostic(`installed: ${(bytes / 1e6).toFixed(0)} MB`);
    assert.ok(bytes < MAX_INSTALLED_BYTES, `${bytes} bytes`);
    const bundle = readFileSync(join(app, 'node_modules/imgd/dist/main.js'), 'utf8');
    assert.match(bundle, /getBuiltinModule\([`"]node:http[`"]\)/);
    assert.doesNotMatch(bundle, /from ?"node:http"/, 'an import would load fetch and WebSocket at each start');
    for (const version of NODE_VERSIONS) {
      await t.test(`Node.js ${version}`, (t) => runCommands(t, app, version));
    }
  });
});

async function runCommands(t: TestContext, app: string, version: string): Promise<void> {
  const directory = await temporary(t);
  const nodeDir = await findNode(t, version, join(directory, 'node'));
  if (nodeDir === undefined) return;
  const env = {
    PATH: `${nodeDir}:${process.env.PATH}`,
    HOME: process.env.HOME,
    // Hides notes of npx about its configuration.
    npm_config_loglevel: 'error',
    IMGD_DATA_DIR: join(directory, 'data'),
    IMGD_PORT: '0',
    IMGD_LOG_LEVEL: 'warn',
    IMGD_MIN_FREE_BYTES: '0',
  };
  const imgd = (...args: string[]) => run('npx', ['--offline', 'imgd', ...args], { cwd: app, env });
  const made = await imgd('account', 'create', 'me@example.com', '--new-catalog');
  assert.doesNotMatch(made.stderr, /Warning/);
  const failed = await run('npx', ['--offline', 'imgd', 'key', 'list', 'unknown@example.com'], {
    cwd: app,
    env: { ...env, IMGD_LOG_LEVEL: 'debug' },
  }).catch((error) => error);
  assert.match(failed.stderr, /\/src\/cli\/commands\/key\.ts:\d+/, 'stack traces name lines of the sources');

  const service = await serve(['npx', '--offline', 'imgd', 'serve'], env, app, true);
  try {
    for (const format of INPUT_FORMATS) await uploadAndView(service.url, format);
    await register(service.url);
    await openPages(service.url);
  } finally {
    const hasOldSqlite = version === NODE_VERSIONS[0];
    assert.match(await service.end(), hasOldSqlite ? /^imgd: SQLite \S+ of Node\.js 22\.16\.0 may, .*\n$/ : /^$/);
  }
}

/** Installs a Node.js unless it is the running one. @returns its folder, or undefined after skipping the test */
async function findNode(t: TestContext, version: string, folder: string): Promise<string | undefined> {
  if (version === process.versions.node) return dirname(process.execPath);
  return (await installed(t, folder, `node@${version}`)) ? join(folder, 'node_modules/node/bin') : undefined;
}

function installedBytes(folder: string): number {
  const paths = globSync('node_modules/**', { cwd: folder });
  return paths.reduce((sum, path) => sum + lstatSync(join(folder, path)).size, 0);
}

async function uploadAndView(url: string, format: InputFormat): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await PICTURES[format]())]), `picture.${format.toLowerCase()}`);
  const response = await fetch(`${url}/api/v1/upload`, { method: 'POST', body: form });
  const text = await response.text();
  assert.equal(response.status, 200, `${format}: ${text}`);
  const { links } = JSON.parse(text).data as { links: Record<'direct' | 'thumbnail', string> };
  for (const link of [links.direct, links.thumbnail]) {
    const answer = await fetch(url + new URL(link).pathname);
    assert.equal(answer.status, 200, `${format}: ${link}`);
    assert.match(answer.headers.get('content-type') ?? '', /^image\//);
  }
}

/** Registers an account, because hashing its password needs native code. */
async function register(url: string): Promise<void> {
  const answer = await fetch(`${url}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'you@example.com', password: 'correct horse battery' }),
  });
  assert.equal(answer.status, 200, await answer.text());
}

/** Requests the web application, the API documentation, and the assets that they load. */
async function openPages(url: string): Promise<void> {
  for (const path of ['/', '/docs/', '/about']) {
    const text = await (await fetch(url + path)).text();
    const loaded = [...text.matchAll(/(?:src|href)="([^"]+\.(?:js|css|svg))"/g)].map(([, name = '']) => name);
    assert.ok(loaded.length > 0, `${path}: ${text}`);
    for (const name of loaded) assert.equal((await fetch(new URL(name, url + path))).status, 200, name);
  }
  if (noChromium) return;
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(url);
    await page
      .locator('input[type=file]')
      .setInputFiles([{ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await imageFixture('camera').bytes() }]);
    await page.getByRole('button', { name: 'Copy link' }).waitFor();
  } finally {
    await browser.close();
  }
}
