import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { WEB_PATHS } from '../../src/http/pages/web-build.ts';
import { PATHS } from '../../web/src/paths.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { webBuild } from '../support/web-build.ts';
import { launchBrowser, noChromium } from './browser.ts';
import { openPage } from './open-page.ts';
import { waitUntilTrue } from './wait-until-true.ts';

const POLICY_FIELDS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'referrer-policy',
  'x-content-type-options',
];
const MAX_FIRST_LOAD_BYTES = 150 * 1024;

interface Chunk {
  file: string;
  imports?: string[];
}

describe('serving the browser application', { timeout: 120_000 }, () => {
  let app: TestApp;
  let webDir: string;
  before(async () => {
    webDir = webBuild();
    app = await startApp({ webDir, env: { IMGD_IMAGE_HOST: 'https://cdn.example' } });
  });
  after(() => app[Symbol.asyncDispose]());

  test('the service and the application have the same list of pages', () => {
    assert.deepEqual([...WEB_PATHS], [...PATHS]);
  });

  test('documents are revalidated each time, with a strict Content-Security-Policy and without foreign addresses', async () => {
    const answer = await fetch(`${app.url}/account`);
    const text = await answer.text();
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('cache-control'), 'no-cache');
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
    assert.equal(answer.headers.get('cross-origin-opener-policy'), 'same-origin');
    const policy = answer.headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; .*https:\/\/cdn\.example/);
    assert.doesNotMatch(policy, /unsafe/);
    assert.doesNotMatch(text, /<script>|<style|style=|(?:src|href|action)="https?:/);
    const etag = answer.headers.get('etag') ?? '';
    const again = await fetch(`${app.url}/account`, { headers: { 'if-none-match': etag } });
    assert.deepEqual([again.status, await again.text()], [304, '']);
    for (const name of [...POLICY_FIELDS, 'cache-control', 'etag']) {
      assert.equal(again.headers.get(name), answer.headers.get(name), `${name} of the 304`);
    }
  });

  test('other paths are 404', async () => {
    for (const path of ['/nothing', '/account/more', '/albums/a/b', '/index.html', '/assets/nothing.js']) {
      assert.equal((await fetch(app.url + path)).status, 404, path);
    }
  });

  test('assets are cacheable for ever and sent in the smallest accepted encoding', async () => {
    const document = await (await fetch(`${app.url}/`)).text();
    const [, path = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(document) ?? [];
    const sizes: number[] = [];
    for (const coding of ['br', 'gzip', null]) {
      const answer = await app.service.app.inject({
        url: path,
        headers: { 'accept-encoding': coding === null ? 'br;q=0' : coding },
      });
      assert.equal(answer.statusCode, 200);
      assert.equal(answer.headers['content-encoding'] ?? null, coding);
      assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.equal(answer.headers.vary, 'Accept-Encoding');
      assert.match(String(answer.headers['content-type']), /^text\/javascript/);
      sizes.push(answer.rawPayload.length);
    }
    assert.deepEqual(
      sizes,
      [...sizes].sort((a, b) => a - b),
    );
  });

  test('the first visit loads less than 150 KB of compressed JavaScript', () => {
    const manifest = JSON.parse(readFileSync(join(webDir, 'manifest.json'), 'utf8')) as Record<string, Chunk>;
    const needed = new Set<string>();
    const need = (name: string) => {
      const chunk = manifest[name];
      assert.ok(chunk, name);
      if (needed.has(chunk.file)) return;
      needed.add(chunk.file);
      chunk.imports?.forEach(need);
    };
    need('index.html');
    need('src/pages/upload/upload-page.tsx');
    const bytes = [...needed].map((file) => readFileSync(join(webDir, `${file}.gz`)).length);
    const total = bytes.reduce((sum, one) => sum + one, 0);
    assert.ok(needed.size >= 2);
    assert.ok(total > 5_000 && total < MAX_FIRST_LOAD_BYTES, `${total} bytes`);
  });

  test('without the application the front page describes the service', async () => {
    await using plain = await startApp();
    assert.match(await (await fetch(`${plain.url}/`)).text(), /Upload an image/);
    assert.equal((await fetch(`${plain.url}/account`)).status, 404);
    assert.match(await (await fetch(`${app.url}/about`)).text(), /Plans/);
  });
});

describe('the frame of the browser application', { skip: noChromium, timeout: 120_000 }, () => {
  let app: TestApp;
  let browser: Browser;
  before(async () => {
    app = await startApp({ webDir: webBuild() });
    browser = await launchBrowser();
  });
  after(async () => {
    await browser.close();
    await app[Symbol.asyncDispose]();
  });

  test('a link changes the page without loading a document, and the back button works', async () => {
    await using opened = await openPage(browser, app.url);
    const { page } = opened;
    await page.evaluate('window.stays = true');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL('**/login');
    await waitUntilTrue(page, `document.title.startsWith('Sign in')`);
    await waitUntilTrue(page, `document.activeElement.id === 'main'`);
    await page.goBack();
    await page.waitForURL(`${app.url}/`);
    assert.equal(await page.evaluate('window.stays'), true);
    assert.deepEqual(opened.problems, []);
  });

  test('a page that needs an account redirects to the sign-in page with the target in `next`', async () => {
    await using opened = await openPage(browser, `${app.url}/albums/alb_1?sort=name`);
    await opened.page.waitForURL('**/login?next=%2Falbums%2Falb_1%3Fsort%3Dname');
  });

  test('the chosen theme persists', async () => {
    await using opened = await openPage(browser, app.url, { colorScheme: 'light' });
    const { page } = opened;
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await background();
    await page.getByRole('radio', { name: 'Dark' }).check();
    const dark = await background();
    assert.notEqual(dark, light);
    await page.reload();
    await page.getByRole('radio', { name: 'Dark' }).waitFor();
    assert.equal(await background(), dark);
    assert.deepEqual(opened.problems, []);
  });
});
