import assert from 'node:assert/strict';
import { availableParallelism, loadavg } from 'node:os';
import { after, before, describe, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { noChromium } from './browser.ts';
import type { OpenedPage } from './open-page.ts';
import { makeJpeg } from './upload.ts';
import { PASSWORD, startWeb, type WebApp } from './web-app.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1280, height: 800 } };
const ANONYMOUS = ['/', '/login', '/register', '/forgot', '/reset?token=none', '/about', '/errors', '/nothing'];
const SIGNED_IN = ['/', '/library', '/albums', '/account', '/admin'];
const MAX_SHIFT = 0.02;
/** Lighthouse's "Slow 4G", and a processor a quarter as fast. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
const SLOWDOWN = 4;
const MAX_LCP_MS = 1_000;
const MAX_ROUNDS = 5;

/** Sums up layout shifts and notes the largest paint, from the beginning of each document. */
const OBSERVE = `
  window.shift = 0;
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue;
      window.shift += entry.value;
      for (const { node, previousRect: from, currentRect: to } of entry.sources)
        window.shifts.push([node?.nodeName, node?.className, from.x, from.y, from.width, from.height, to.x, to.y, to.width, to.height].join(' '));
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.largest = [entry.startTime, entry.element?.className ?? ''];
  }).observe({ type: 'largest-contentful-paint', buffered: true });
`;

describe('the frame before the script', { skip: noChromium, timeout: 240_000 }, () => {
  let web: WebApp;
  before(async () => {
    web = await startWeb();
  });
  after(() => web[Symbol.asyncDispose]());

  test('header, heading and content are in the document, in the language of the visitor', async () => {
    await using opened = await web.open('/', { javaScriptEnabled: false });
    const { page } = opened;
    await page.getByRole('banner').getByRole('link', { name: 'Create account' }).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Upload an image. Get a link.' }).waitFor();
    await page.getByRole('contentinfo').getByRole('link', { name: 'API' }).waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'en');
    assert.equal(await page.locator('html').getAttribute('dir'), 'ltr');
    await page.goto(`${web.base}/library`);
    await page.getByRole('heading', { level: 1, name: 'Library' }).waitFor();
    await page.getByRole('link', { name: 'Upload', exact: true }).waitFor();
  });

  test('header and heading stay where they are when the application renders over them', async () => {
    const places = `[...document.querySelectorAll('.brand, .site-nav a, h1')]
      .filter((one) => one.checkVisibility())
      .map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
      .map(([text, { x, y, height }]) => [text, ...[x, y, height].map(Math.round)].join(' '))`;
    for (const device of [DESKTOP, PHONE]) {
      await using opened = await web.openAs(`${device.viewport.width}@example.org`, '/', device);
      const { page } = opened;
      // Documents have the frame of an account once the application knows of it.
      await page.locator('.site-nav a[href="/library"]').waitFor();
      const isModule = (url: URL) => url.pathname.endsWith('.js') && !url.pathname.includes('/theme.');
      for (const path of ['/', '/library', '/albums']) {
        await page.route(isModule, (route) => route.abort());
        await page.goto(web.base + path);
        await page.evaluate('document.fonts.ready');
        const painted = (await page.evaluate(places)) as string[];
        await page.unroute(isModule);
        await page.goto(web.base + path);
        await page.getByRole('contentinfo').waitFor();
        assert.deepEqual(await page.evaluate(places), painted, path);
        assert.ok(painted.length >= 5, painted.join('\n'));
      }
    }
  });

  test('the document names all files of its page, so that no chain of requests delays it', async () => {
    for (const path of ['/', '/login', '/register']) {
      await using opened = await web.open(path);
      const { page } = opened;
      await page.waitForLoadState('networkidle');
      const [named, requested] = (await page.evaluate(`[
        [...document.querySelectorAll('[src], link[href]')].map((one) => one.src || one.href),
        performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('/assets/')),
      ]`)) as [string[], string[]];
      assert.deepEqual(
        requested.filter((name) => !named.includes(name)),
        [],
        path,
      );
      assert.deepEqual(opened.problems, []);
    }
  });

  for (const [name, device] of [
    ['a desktop', DESKTOP],
    ['a phone', PHONE],
  ] as const) {
    test(`no page shifts by ${MAX_SHIFT} or more on ${name}`, async (t) => {
      await using anonymous = await observed(device);
      for (const path of ANONYMOUS) t.diagnostic(`${path}: ${await assertStill(anonymous.page, path)}`);
      await using signedIn = await observed(device, `${name.replace(' ', '-')}@example.org`);
      for (let nth = 0; nth < 5; nth++) await uploadTo(signedIn, await makeJpeg(300 + 40 * nth, 300), `${nth}.jpg`);
      for (const path of SIGNED_IN) t.diagnostic(`${path}: ${await assertStill(signedIn.page, path)}`);
    });
  }

  test('the first requests of the library are sent by the document, once; none outlives a session that has ended', async () => {
    await using opened = await web.openAs('early@example.org', '/albums');
    const { page, context } = opened;
    await page.getByRole('button', { name: 'New album' }).first().waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url().replace(`${web.base}/api/v1`, '')));
    const first = ['/usage', '/account', '/images?limit=60&order=newest', '/images/months'];
    await page.goto(`${web.base}/library`);
    await page.getByRole('heading', { name: 'No images yet' }).waitFor();
    for (const path of first) assert.equal(asked.filter((url) => url === path).length, 1, path);

    // The document asks with the session of somebody else, which has ended when the application loads.
    await using other = await web.openAs('others@example.org');
    await uploadTo(other, await makeJpeg(64, 48), 'theirs.jpg');
    const others = await (await other.context.request.get(`${web.base}/api/v1/images?limit=60`)).json();
    await page.route('**/api/v1/images?limit=60*', (route) => route.fulfill({ json: others }), { times: 1 });
    await context.clearCookies();
    await page.reload();
    await page.getByLabel('Email address').fill('early@example.org');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'No images yet' }).waitFor();
    assert.equal(await page.getByText('theirs.jpg').count(), 0);
    assert.equal(await page.getByRole('dialog').count(), 0);
  });

  test('the largest paint of the upload page takes at most a second on Slow 4G with a slow processor', async (t) => {
    await using opened = await observed(PHONE);
    const session = await opened.context.newCDPSession(opened.page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_4G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const times: number[] = [];
    for (let nth = 0; nth < MAX_ROUNDS && Math.min(...times) > MAX_LCP_MS; nth++) {
      await session.send('Network.clearBrowserCache');
      await opened.page.goto(web.base);
      await opened.page.waitForLoadState('networkidle');
      const [time, what] = (await opened.page.evaluate('window.largest')) as [number, string];
      t.diagnostic(`largest paint after ${Math.round(time)} ms: ${what}`);
      times.push(time);
      await opened.page.goto('about:blank');
    }
    // The best of some: other work on the machine only adds.
    const isLate = Math.min(...times) > MAX_LCP_MS;
    if (isLate && (loadavg()[0] ?? 0) > 2 * availableParallelism())
      return t.skip('the machine is busy with other work');
    assert.ok(!isLate, times.join(', '));
  });

  async function observed(device: BrowserContextOptions, email?: string): Promise<OpenedPage> {
    const opened = email === undefined ? await web.open('/', device) : await web.openAs(email, '/', device);
    await opened.page.addInitScript(OBSERVE);
    return opened;
  }

  async function assertStill(page: Page, path: string): Promise<string> {
    await page.goto(web.base + path);
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(300);
    const [shift, shifts] = (await page.evaluate('[window.shift, window.shifts]')) as [number, string[]];
    assert.ok(shift < MAX_SHIFT, `${path}: ${shift.toFixed(3)}\n${shifts.join('\n')}`);
    return shift.toFixed(4);
  }

  async function uploadTo({ context }: OpenedPage, buffer: Buffer, name: string): Promise<void> {
    const own = await context.request.get(`${web.base}/api/v1/account`);
    const headers = { 'x-csrf-token': (await own.json()).data.csrf_token, origin: web.base };
    const multipart = { file: { name, mimeType: 'image/jpeg', buffer } };
    const answer = await context.request.post(`${web.base}/api/v1/upload`, { multipart, headers });
    assert.equal(answer.ok(), true, await answer.text());
  }
});
