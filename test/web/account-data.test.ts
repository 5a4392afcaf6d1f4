import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { dataOf, login, request, type SignedIn } from '../support/sign-in.ts';
import { noChromium } from './browser.ts';
import { checkAccessibility } from './check-accessibility.ts';
import { makeJpeg } from './upload.ts';
import { waitUntilTrue } from './wait-until-true.ts';
import { PASSWORD, startWeb, type WebApp, withoutRefusals } from './web-app.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** Adds up the shifts of the layout that no input caused, from the first paint on (web.dev/cls). */
const OBSERVE_SHIFTS = `window.shifts = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
}).observe({ type: 'layout-shift', buffered: true });`;

describe('the data of an account in the application', { skip: noChromium, timeout: 180_000 }, () => {
  let web: WebApp;
  before(async () => {
    web = await startWeb();
  });
  after(() => web[Symbol.asyncDispose]());

  /** A session token of an account of `openAs`. */
  const tokenOf = async (email: string) => (await dataOf<SignedIn>(login(web.app, email, PASSWORD))).session.token;
  const downloadOf = async (page: Page, press: () => Promise<void>) => {
    const downloading = page.waitForEvent('download');
    await press();
    const download = await downloading;
    return { name: download.suggestedFilename(), path: await download.path() };
  };

  test('shows the uploads, bytes and requests of 30 days as charts and as tables', async () => {
    await using opened = await web.openAs('charts@example.org', '/account');
    const { page } = opened;
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(await makeJpeg(60, 40))]), 'one.jpg');
    const headers = { authorization: `Bearer ${await tokenOf('charts@example.org')}` };
    await fetch(`${web.app.url}/api/v1/upload`, { method: 'POST', headers, body });
    await page.reload();
    const uploads = page.getByRole('figure', { name: 'Uploads' });
    await page.locator('.usage-charts[aria-busy=false]').waitFor();
    assert.match((await uploads.locator('figcaption').textContent()) ?? '', /Uploads\s*1$/);
    await uploads.getByText('Show as table').click();
    assert.equal(await uploads.getByRole('row').count(), 31);
    assert.equal(await uploads.getByRole('row').last().getByRole('cell').textContent(), '1');
    await page.getByRole('figure', { name: 'Data uploaded' }).waitFor();
    await page.getByRole('figure', { name: 'API requests' }).waitFor();
    await checkAccessibility(page, 'usage');
    assert.deepEqual(opened.problems, []);
  });

  for (const [view, options] of [
    ['desktop', { viewport: { width: 1280, height: 800 } }],
    ['phone', PHONE],
  ] as const) {
    test(`moves nothing while its pages load, on the ${view}`, async () => {
      await using opened = await web.openAs(`still-${view}@example.org`, '/about', options);
      const { page } = opened;
      await page.addInitScript(OBSERVE_SHIFTS);
      for (const [tab, ready] of [
        ['', '.usage-charts[aria-busy=false]'],
        ['?tab=preferences', 'select'],
        ['?tab=keys', '.lines code'],
        ['?tab=security', '.lines .badge'],
      ] as const) {
        await page.goto(`${web.base}/account${tab}`);
        await page.locator(ready).first().waitFor();
        await page.waitForTimeout(200);
        const shifts = await page.evaluate<number>('window.shifts');
        assert.ok(shifts < 0.02, `${tab}: ${shifts}`);
      }
    });
  }

  test('keeps preferences with the account, and applies them in another browser', async () => {
    const email = 'prefers@example.org';
    await using first = await web.openAs(email, '/account?tab=preferences');
    const { page } = first;
    await page.getByLabel('Link type').selectOption('Markdown');
    await page.getByText('Saved').waitFor();
    await page.getByLabel('Copy the link after an upload').check();
    await page.getByLabel('Album for new uploads').fill('Screenshots');
    await page.getByLabel('Album for new uploads').blur();
    await page.getByLabel('New uploads expire').selectOption('1 week');
    await page.getByLabel('Appearance').last().selectOption('Dark');
    await waitUntilTrue(page, `document.documentElement.dataset.theme === 'dark'`);
    await checkAccessibility(page, 'preferences');
    const token = await tokenOf(email);
    const stored = () => dataOf<Record<string, unknown>>(request(web.app, 'GET', '/account/preferences', { token }));
    assert.deepEqual(await stored(), {
      link_format: 'markdown',
      copy_after_upload: true,
      album: 'Screenshots',
      expiry: 168,
      language: null,
      theme: 'dark',
    });

    await using second = await web.open('/login');
    await second.page.getByLabel('Email address').fill(email);
    await second.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await second.page.getByRole('button', { name: 'Sign in' }).click();
    await waitUntilTrue(second.page, `document.documentElement.dataset.theme === 'dark'`);
    await second.page.goto(`${web.base}/`);
    await waitUntilTrue(
      second.page,
      `document.querySelector('input[name=album], input[list]')?.value === 'Screenshots'`,
    );
    // The next visit is dark from the first paint, also on pages of the server.
    assert.equal(await second.page.evaluate('localStorage.getItem("imgd.theme")'), 'dark');
    await second.page.getByRole('radio', { name: 'Light' }).check({ force: true });
    await waitUntilTrue(second.page, `document.documentElement.dataset.theme === 'light'`);
    await waitForValue(async () => (await stored()).theme, 'light');
    assert.deepEqual(withoutRefusals(second.problems), []);
    assert.deepEqual(first.problems, []);
  });

  test('shows where sessions are, and signs out everywhere else', async () => {
    const email = 'places@example.org';
    await using opened = await web.openAs(email, '/account?tab=security');
    const { page } = opened;
    for (const agent of ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'uploader/1.0']) {
      await login(web.app, email, PASSWORD, { 'user-agent': agent });
    }
    await page.reload();
    const rows = page.locator('section').filter({ hasText: 'Where you’re signed in' }).locator('.lines li');
    await rows.nth(2).waitFor();
    assert.match((await rows.nth(0).textContent()) ?? '', /^Chrome on Linux.*This browser/);
    assert.match((await rows.allTextContents()).join('\n'), /Firefox on Linux.*Network: 127\.0\.0\.x \(approximate\)/s);
    await checkAccessibility(page, 'sessions');
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('2 other browsers and apps will be signed out.').waitFor();
    await dialog.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByText('Signed out of 2 other browsers and apps').waitFor();
    await waitForValue(() => rows.count(), 1);
    assert.equal(await page.getByRole('button', { name: 'Sign out everywhere else' }).count(), 0);
    assert.deepEqual(opened.problems, []);
  });

  test('downloads all data as a ZIP file', async () => {
    await using opened = await web.openAs('leaves-with@example.org', '/account?tab=security');
    const { page } = opened;
    const { name, path } = await downloadOf(page, () => page.getByRole('button', { name: 'Download ZIP' }).click());
    assert.match(name, /^imgd-export-\d{4}-\d\d-\d\d\.zip$/);
    assert.equal((await readFile(path)).subarray(0, 2).toString(), 'PK');
    if (spawnSync('unzip', ['-v']).status === 0) assert.equal(spawnSync('unzip', ['-t', path]).status, 0);
    assert.match(page.url(), /\/account\?tab=security$/);
    assert.deepEqual(opened.problems, []);
  });

  test('offers to replace the key of a program that has one, and lists it at once', async () => {
    await using opened = await web.openAs('replaces@example.org', '/account?tab=keys', { acceptDownloads: true });
    const { page } = opened;
    const press = () => page.getByRole('button', { name: 'Download for ShareX' }).click();
    const keyIn = async (path: string) => JSON.parse(await readFile(path, 'utf8')).Headers.Authorization as string;
    const works = async (authorization: string) => {
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(await makeJpeg(20, 20))]), 'shot.jpg');
      return (await fetch(`${web.base}/api/v1/upload`, { method: 'POST', headers: { authorization }, body })).status;
    };
    const first = await downloadOf(page, press);
    assert.equal(first.name, 'imgd.sxcu');
    const rows = page.locator('section').filter({ hasText: 'Treat a key like a password' }).locator('li');
    await rows.filter({ hasText: 'ShareX' }).waitFor();
    await press();
    await page.getByRole('heading', { name: 'Replace your ShareX key?' }).waitFor();
    await checkAccessibility(page, 'replace a key');
    const second = await downloadOf(page, () => page.getByRole('button', { name: 'Replace key' }).click());
    assert.deepEqual([await works(await keyIn(first.path)), await works(await keyIn(second.path))], [401, 200]);
    await waitUntilTrue(page, `document.querySelector('dialog') === null`);
    assert.equal(await rows.filter({ hasText: 'ShareX' }).count(), 1);
    assert.match((await rows.filter({ hasText: 'ShareX' }).textContent()) ?? '', /Upload and edit images/);
    const script = await downloadOf(page, () =>
      page.getByRole('button', { name: 'Download for Command line' }).click(),
    );
    assert.match(await readFile(script.path, 'utf8'), /^#!\/bin\/sh[\s\S]*\nkey='imgd_/);
    const plain = await downloadOf(page, () =>
      page.getByRole('link', { name: 'Download anonymous config for Command line' }).click(),
    );
    assert.match(await readFile(plain.path, 'utf8'), /^#!\/bin\/sh[\s\S]*\nkey='' /);
    assert.deepEqual(opened.problems, []);
  });

  test('explains the shortcut for iPhone and iPad, with a key on request', async () => {
    await using opened = await web.openAs('phone@example.org', '/account?tab=keys', PHONE);
    const { page } = opened;
    await page.getByRole('button', { name: 'Show steps' }).click();
    const dialog = page.getByRole('dialog');
    assert.equal(await dialog.getByLabel('Address').inputValue(), `${web.base}/api/v1/upload`);
    await dialog.getByRole('button', { name: 'Create key' }).click();
    assert.match(await dialog.getByLabel('Value of the header').inputValue(), /^Bearer imgd_/);
    await checkAccessibility(page, 'shortcut');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.locator('.lines li').filter({ hasText: 'iPhone and iPad' }).first().waitFor();
    assert.deepEqual(opened.problems, []);
  });

  test('follows keys that another tab creates', async () => {
    await using opened = await web.openAs('tabs@example.org', '/account?tab=keys');
    const { page, context } = opened;
    const other = await context.newPage();
    await other.goto(`${web.base}/account?tab=keys`);
    await other.getByRole('button', { name: 'New key' }).click();
    await other.getByRole('dialog').getByLabel('Name').fill('from the other tab');
    await other.getByRole('button', { name: 'Create key' }).click();
    await other.getByRole('button', { name: 'Done' }).click();
    await page.locator('.lines li').filter({ hasText: 'from the other tab' }).waitFor();
    assert.deepEqual(opened.problems, []);
  });
});

async function waitForValue<T>(read: () => Promise<T>, wanted: T): Promise<void> {
  for (let i = 0; i < 100; i++) {
    if ((await read()) === wanted) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.equal(await read(), wanted);
}
