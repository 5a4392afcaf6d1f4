import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { ROOT, temporary } from '../support/deployed.ts';
import { installed, npm, packedPackages } from '../support/packed.ts';
import { accountOf, smallPng } from '../support/requests.ts';
import { startApp } from '../support/start-app.ts';
import { launchBrowser, noChromium } from '../web/browser.ts';
import { launchFirefox, noFirefox } from '../web/firefox.ts';

const run = promisify(execFile);
/** The oldest major version that the packages run on, and the version of the tests. */
const NODE_VERSIONS = ['20', process.versions.node];
const MAX_CLIENT_BYTES = 10_000;
const EXERCISE = join(ROOT, 'test/packages/exercise.js');
const { expected } = await import(EXERCISE);

/** What the exercise needs. */
interface Service {
  url: string;
  key: string;
  picture: number[];
}

describe('the packed packages', { timeout: 300_000 }, () => {
  test('install into an empty folder and run on each platform', async (t) => {
    const folder = await temporary(t);
    const { tarballs } = await packedPackages(t, 'client', 'upload');
    await writeFile(join(folder, 'package.json'), '{"private": true, "type": "module"}');
    await npm(['install', '--offline', '--no-audit', ...tarballs], folder);

    await t.test('the client is small, and neither has dependencies', () => {
      const manifests = globSync('node_modules/*/package.json', { cwd: folder }).sort();
      assert.deepEqual(manifests.map(dirname), ['node_modules/imgd-client', 'node_modules/imgd-upload']);
      const modules = globSync('node_modules/imgd-client/dist/*.js', { cwd: folder });
      const bytes = gzipSync(Buffer.concat(modules.map((name) => readFileSync(join(folder, name))))).length;
      t.diagnostic(`${bytes} bytes compressed`);
      assert.ok(bytes < MAX_CLIENT_BYTES, `${bytes} bytes`);
    });

    await t.test('TypeScript checks a program that uses the client', () => checkTypes(folder));
    for (const version of NODE_VERSIONS) {
      await t.test(`the client works on Node.js ${version}`, (t) => exerciseNode(t, folder, version));
    }
    await t.test('imgd-upload works on Node.js 20', (t) => uploadByCommand(t, folder));
    const dist = join(folder, 'node_modules/imgd-client/dist');
    await t.test('the client works in Chromium, from another origin', { skip: noChromium }, (t) =>
      exerciseBrowser(t, dist, async (address) => {
        const browser = await launchBrowser();
        t.after(() => browser.close());
        const page = await browser.newPage();
        await page.goto(address);
        return page;
      }),
    );
    await t.test('the client works in Firefox, from another origin', { skip: noFirefox }, (t) =>
      exerciseBrowser(t, dist, async (address) => {
        const browser = await launchFirefox();
        t.after(() => browser.close());
        const page = await browser.newPage();
        await page.goto(address);
        return page;
      }),
    );
  });
});

async function startService(t: TestContext): Promise<Service> {
  const app = await startApp();
  t.after(() => app[Symbol.asyncDispose]());
  const { key } = await accountOf(app, {});
  return { url: app.url, key, picture: [...(await smallPng(1))] };
}

async function checkTypes(folder: string): Promise<void> {
  await writeFile(
    join(folder, 'program.ts'),
    `import { ApiError, createClient, type Image } from 'imgd-client';
     import { fileSource } from 'imgd-client/node';
     const client = createClient({ baseUrl: 'http://localhost' });
     export async function main(): Promise<string[]> {
       const names: string[] = [];
       for await (const image of client.images({ limit: 1 })) names.push((image satisfies Image).links.direct);
       const { albums } = await client.request('listAlbums');
       // @ts-expect-error: the id is missing
       await client.request('getAlbum').catch((error) => error instanceof ApiError && error.code === 'ALBUM_NOT_FOUND');
       return [...names, ...albums.map(({ name }) => name), (await client.upload(await fileSource('a'))).id];
     }\n`,
  );
  const options = ['--noEmit', '--strict', '--ignoreConfig', '--target', 'es2022', '--module', 'nodenext'];
  for (const types of [
    ['--types', ''],
    ['--lib', 'es2022,dom,dom.iterable,dom.asynciterable', '--types', ''],
  ]) {
    await run(join(ROOT, 'node_modules/.bin/tsc'), [...options, ...types, 'program.ts'], { cwd: folder }).catch(
      (error) => assert.fail(error.stdout),
    );
  }
}

/** The program of a Node.js version: that of the machine if it fits, otherwise one from the registry. */
async function nodeOf(t: TestContext, version: string): Promise<string | undefined> {
  if (version === process.versions.node) return process.execPath;
  const own = '/usr/bin/node';
  const { stdout } = await run(own, ['--version']).catch(() => ({ stdout: '' }));
  if (stdout.startsWith(`v${version}.`)) return own;
  const folder = await temporary(t);
  return (await installed(t, folder, `node@${version}`)) ? join(folder, 'node_modules/node/bin/node') : undefined;
}

async function exerciseNode(t: TestContext, folder: string, version: string): Promise<void> {
  const node = await nodeOf(t, version);
  if (node === undefined) return;
  const service = await startService(t);
  const program = `
    import * as library from 'imgd-client';
    import { exercise } from ${JSON.stringify(pathToFileURL(EXERCISE))};
    console.log(JSON.stringify(await exercise(library, ${JSON.stringify(service)})));`;
  const { stdout, stderr } = await run(node, ['--input-type=module', '-e', program], { cwd: folder });
  assert.equal(stderr, '');
  assert.deepEqual(JSON.parse(stdout), expected(service.picture.length));
}

/** Uploads a file, shows the history and deletes the image, with the installed command and the oldest Node.js. */
async function uploadByCommand(t: TestContext, folder: string): Promise<void> {
  const node = await nodeOf(t, '20');
  if (node === undefined) return;
  const { url, picture } = await startService(t);
  const home = await temporary(t);
  await writeFile(join(home, 'cat.png'), new Uint8Array(picture));
  const env = { PATH: `${dirname(node)}:/usr/bin:/bin`, HOME: home, IMGD_CLIENT_URL: url };
  const command = (...args: string[]) => run(join(folder, 'node_modules/.bin/imgd-upload'), args, { cwd: home, env });
  const { stdout: link, stderr } = await command('cat.png');
  assert.match(link, /^http\S+\/i\/\w{12}\.png\n$/, stderr);
  assert.match((await command('--history')).stdout, /cat\.png\n$/);
  const deleted = await command('--delete', link.trim());
  assert.deepEqual([deleted.stdout, deleted.stderr], [`${link.slice(-17, -5)} deleted\n`, '']);
  assert.match((await command('--version')).stdout, /^\d+\.\d+\.\d+\n$/);
}

/** @param open opens a page in a browser */
async function exerciseBrowser(
  t: TestContext,
  dist: string,
  open: (address: string) => Promise<{ evaluate(script: string): Promise<unknown> }>,
): Promise<void> {
  const service = await startService(t);
  const page = await open(await serveModules(t, dist));
  const found = await page.evaluate(`(async () => {
    const library = await import('/client.js');
    const { exercise } = await import('/exercise.js');
    return await exercise(library, ${JSON.stringify(service)});
  })()`);
  assert.deepEqual(found, expected(service.picture.length));
}

/** Serves the modules of the package and the exercise. @returns the address of an empty page beside them */
async function serveModules(t: TestContext, dist: string): Promise<string> {
  const server = createServer((request, response) => {
    const name = request.url?.slice(1) ?? '';
    if (!/^[a-z]+\.js$/.test(name)) return response.setHeader('content-type', 'text/html').end('<!doctype html>');
    const path = name === 'exercise.js' ? EXERCISE : join(dist, name);
    return response.setHeader('content-type', 'text/javascript').end(readFileSync(path));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
