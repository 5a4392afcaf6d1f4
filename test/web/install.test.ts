import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { startApp, type TestApp } from '../support/start-app.ts';
import { webBuild } from '../support/web-build.ts';
import { launchBrowser, noChromium } from './browser.ts';
import { openPage } from './open-page.ts';
import { makeJpeg } from './upload.ts';

interface Manifest {
  name: string;
  start_url: string;
  display: string;
  icons: { src: string; sizes: string; type: string; purpose: string }[];
  share_target: { action: string; method: string; enctype: string; params: { files: { name: string }[] } };
}

describe('installing the application', { timeout: 60_000 }, () => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ webDir: webBuild() });
  });
  after(() => app[Symbol.asyncDispose]());

  test('the document names a manifest with icons of the stated sizes, one of them maskable, and a share target', async () => {
    const document = await (await fetch(app.url)).text();
    assert.match(document, /<link rel="manifest" href="\/manifest\.webmanifest">/);
    const answer = await fetch(`${app.url}/manifest.webmanifest`);
    assert.match(answer.headers.get('content-type') ?? '', /^application\/manifest\+json/);
    const manifest = (await answer.json()) as Manifest;
    assert.deepEqual([manifest.name, manifest.start_url, manifest.display], ['imgd', '/', 'standalone']);
    assert.deepEqual(
      manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`),
      ['192x192 any', '512x512 any', '512x512 maskable'],
    );
    for (const { src, sizes, type, purpose } of manifest.icons) {
      const icon = await fetch(app.url + src);
      assert.equal(icon.headers.get('content-type'), type);
      const picture = sharp(Buffer.from(await icon.arrayBuffer()));
      const { width, height } = await picture.metadata();
      assert.equal(`${width}x${height}`, sizes);
      const { isOpaque } = await picture.stats();
      assert.equal(isOpaque, purpose === 'maskable', src);
    }
    assert.deepEqual(
      manifest.share_target.params.files.map(({ name }) => name),
      ['files'],
    );
    const touchIcon = await fetch(`${app.url}/apple-touch-icon.png`);
    assert.equal((await sharp(Buffer.from(await touchIcon.arrayBuffer())).metadata()).width, 180);
  });

  test('the policy allows the worker and the manifest of this host; the worker is asked for each time', async () => {
    const policy = (await fetch(app.url)).headers.get('content-security-policy') ?? '';
    assert.match(policy, /manifest-src 'self'; worker-src 'self'/);
    const worker = await fetch(`${app.url}/sw.js`);
    assert.equal(worker.headers.get('cache-control'), 'no-cache');
    assert.match(worker.headers.get('content-type') ?? '', /^text\/javascript/);
  });

  test('all files that the worker keeps exist, and their names contain a hash of their content', async () => {
    const program = await (await fetch(`${app.url}/sw.js`)).text();
    const build = JSON.parse(/^const BUILD = (.*);/.exec(program)?.[1] ?? '') as { files: string[]; offline: string };
    assert.ok(build.files.length > 5, build.files.join(' '));
    for (const path of [...build.files, build.offline]) assert.equal((await fetch(app.url + path)).status, 200, path);
    const unhashed = build.files.filter((path) => !/[-.][\w-]{8,16}\.(js|css|woff2)$/.test(path));
    assert.deepEqual(unhashed, ['/favicon.svg']);
  });
});

describe('the service worker', { skip: noChromium, timeout: 120_000 }, () => {
  let browser: Browser;
  const dirs: string[] = [];
  before(async () => {
    browser = await launchBrowser();
  });
  after(async () => {
    await browser.close();
    for (const dir of dirs) rmSync(dir, { recursive: true });
  });

  /** A copy of the build whose document has a mark, as another version of the application has other file names. */
  function markedBuild(mark: string): string {
    const dir = mkdtempSync(join(tmpdir(), 'imgd-web-'));
    dirs.push(dir);
    cpSync(webBuild(), dir, { recursive: true });
    for (const name of ['index.html.br', 'index.html.gz']) rmSync(join(dir, name), { force: true });
    const document = readFileSync(join(dir, 'index.html'), 'utf8');
    writeFileSync(join(dir, 'index.html'), document.replace('<body>', `<body data-version="${mark}">`));
    return dir;
  }

  async function install(page: Page): Promise<void> {
    await page.evaluate('navigator.serviceWorker.ready');
    await page.waitForFunction('navigator.serviceWorker.controller !== null');
  }

  const kept = (page: Page) =>
    page.evaluate(`(async () => {
      const paths = [];
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
      return paths;
    })()`) as Promise<string[]>;

  test('shows a page without a connection, keeps nothing of a user, and is back with the connection', async () => {
    await using app = await startApp({ webDir: webBuild() });
    await using opened = await openPage(browser, app.url, { serviceWorkers: 'allow' });
    const { page, context } = opened;
    await install(page);
    const picture = await makeJpeg(200, 150);
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: picture });
    await page.getByRole('button', { name: 'Copy link' }).first().waitFor();
    await page.reload();
    await page.getByRole('contentinfo').waitFor();
    await context.setOffline(true);
    await page.goto(`${app.url}/login`);
    await page.getByRole('heading', { name: 'You’re offline' }).waitFor();
    assert.equal(await page.evaluate(`getComputedStyle(document.querySelector('main .button')).borderRadius`), '10px');
    assert.deepEqual(
      (await kept(page)).filter((path) => !/^\/(assets\/|offline$|favicon\.svg$)/.test(path)),
      [],
    );
    await context.setOffline(false);
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/login');
  });

  test('a new version replaces the old one at once, and its files', async () => {
    const [oldDir, newDir] = [markedBuild('old'), markedBuild('new')];
    const context = await browser.newContext();
    const versionOf = (page: Page) => page.locator('body').getAttribute('data-version');
    let port: string;
    {
      await using old = await startApp({ webDir: oldDir });
      port = new URL(old.url).port;
      const page = await context.newPage();
      await page.goto(old.url);
      await install(page);
      assert.equal(await versionOf(page), 'old');
    }
    await using renewed = await startApp({ webDir: newDir, env: { IMGD_PORT: port } });
    const page = await openIn(context, renewed.url);
    assert.equal(await versionOf(page), 'new', 'the first page after the update');
    const program = await (await fetch(`${renewed.url}/sw.js`)).text();
    const [, version] = /"version":"(\w+)"/.exec(program) ?? [];
    await page.waitForFunction(`caches.keys().then((names) => names.join() === 'shell-${version}')`);
    await context.close();
  });

  test('switched off, it removes itself and what it has kept', async () => {
    const context = await browser.newContext();
    let port: string;
    {
      await using on = await startApp({ webDir: webBuild() });
      port = new URL(on.url).port;
      await install(await openIn(context, on.url));
    }
    await using off = await startApp({ webDir: webBuild(), env: { IMGD_PORT: port, IMGD_SERVICE_WORKER: 'off' } });
    const page = await openIn(context, off.url);
    await page.waitForFunction(`navigator.serviceWorker.getRegistrations().then((all) => all.length === 0)`);
    await page.waitForFunction(`caches.keys().then((names) => names.length === 0)`);
    await context.close();
  });

  test('files that another application shares are uploaded, once', async () => {
    await using app = await startApp({ webDir: webBuild() });
    await using opened = await openPage(browser, app.url, { serviceWorkers: 'allow' });
    const { page } = opened;
    await install(page);
    const picture = (await makeJpeg(200, 150)).toString('base64');
    // As the operating system does it: a navigation with a form.
    await page.evaluate(`(() => {
      const bytes = Uint8Array.from(atob(${JSON.stringify(picture)}), (one) => one.charCodeAt(0));
      const files = new DataTransfer();
      for (const name of ['one.jpg', 'two.jpg']) files.items.add(new File([bytes, name], name, { type: 'image/jpeg' }));
      const form = document.createElement('form');
      form.method = 'post';
      form.action = '/share-target';
      form.enctype = 'multipart/form-data';
      const input = document.createElement('input');
      input.type = 'file';
      input.name = 'files';
      input.multiple = true;
      input.files = files.files;
      form.append(input);
      document.body.append(form);
      form.submit();
    })()`);
    await page.waitForURL(`${app.url}/`);
    for (const name of ['one.jpg', 'two.jpg']) await page.getByText(name).first().waitFor();
    await page.locator('img[src*="/t/"]').nth(1).waitFor();
    assert.equal(
      await page.evaluate(`caches.open('shared-files').then((cache) => cache.keys()).then((all) => all.length)`),
      0,
    );
    assert.deepEqual(opened.problems, []);
  });

  async function openIn(context: BrowserContext, url: string): Promise<Page> {
    const page = await context.newPage();
    await page.goto(url);
    return page;
  }
});
