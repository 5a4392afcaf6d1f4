import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addJob, buryJob } from '../../src/catalog/operations/jobs.ts';
import { leaseJob } from '../contracts/catalog-support.ts';
import { storageBeside } from '../support/requests.ts';
import { noChromium } from './browser.ts';
import { checkAccessibility } from './check-accessibility.ts';
import { openAsAdmin } from './open-as-admin.ts';
import type { OpenedPage } from './open-page.ts';
import { makeJpeg, uploadAs } from './upload.ts';
import { waitUntilTrue } from './wait-until-true.ts';
import { startWeb, type WebApp } from './web-app.ts';

const HOSTILE = '<img src=x onerror=alert(1)>';

describe('administration', { skip: noChromium, timeout: 180_000 }, () => {
  let web: WebApp;
  before(async () => {
    web = await startWeb();
  });
  after(() => web[Symbol.asyncDispose]());

  const open = (path: string) => openAsAdmin(web, path, { name: HOSTILE });
  async function quarantine({ context }: OpenedPage, id: string): Promise<void> {
    const own = await context.request.get(`${web.base}/api/v1/account`);
    const headers = { 'x-csrf-token': (await own.json()).data.csrf_token, origin: web.base };
    const data = { reason: HOSTILE };
    const answer = await context.request.post(`${web.base}/api/v1/admin/images/${id}/quarantine`, { data, headers });
    assert.equal(answer.ok(), true, await answer.text());
  }
  async function addDeadJob(kind: string): Promise<void> {
    const atMs = Date.now() + 3_600_000;
    const storage = await storageBeside(web.app);
    try {
      await addJob(storage.db, { kind, payload: {}, runAtMs: atMs }, atMs);
      const claimed = await leaseJob(storage.db, 'a test', atMs, 3_600_000, { only: [kind] });
      await buryJob(storage.db, claimed?.id ?? '', 'a test', HOSTILE, atMs);
    } finally {
      await storage.close();
    }
  }

  test('other accounts see none of it', async () => {
    await using opened = await web.openAs('ordinary@example.org', '/admin/accounts');
    await opened.page.getByText('You need administrator access.').waitFor();
    assert.deepEqual(opened.problems, []);
  });

  test('a report is resolved; its picture is blurred until the button shows it', async () => {
    const image = await uploadAs(web.app.url, await makeJpeg(160, 120), HOSTILE);
    const reported = await fetch(`${web.app.url}/api/v1/image/${image.id}/report`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'spam', comment: HOSTILE }),
    });
    assert.equal(reported.status, 200, await reported.text());
    await using opened = await open('/admin/reports');
    const { page } = opened;
    await page.locator('.moderated .blurred').waitFor();
    await page.getByRole('button', { name: 'Show picture' }).press('Enter');
    await page.getByRole('button', { name: 'Blur picture' }).waitFor();
    assert.equal(await page.locator('.blurred').count(), 0);
    await checkAccessibility(page, 'reports');
    await page.getByRole('button', { name: 'Take down', exact: true }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Take down' }).press('Enter');
    await page.getByText('No open reports').waitFor();
    assert.equal((await fetch(image.links.direct)).status, 404);
    await page.getByRole('link', { name: 'Blocks' }).click();
    await page.getByRole('button', { name: 'Unblock' }).waitFor();
    await checkAccessibility(page, 'blocks');
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByText('report.resolve').waitFor();
    await checkAccessibility(page, 'audit');
    assert.deepEqual(opened.problems, []);
  });

  test('the plan of an account changes, and the account is suspended', async () => {
    await using other = await web.openAs('other@example.org', '/account');
    await using opened = await open('/admin/accounts');
    const { page } = opened;
    // A line can disappear only after the list has loaded.
    await page.locator('.admin-lines li').nth(1).waitFor();
    await page.getByLabel('Search by email or name').fill('other@');
    await page.locator('.admin-lines li').nth(1).waitFor({ state: 'detached' });
    const plan = page.getByLabel('Plan of other@example.org');
    await plan.selectOption('Pro');
    await page.getByRole('dialog').getByText('From Free to Pro.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await plan.inputValue(), 'free', 'nothing changes without a confirmation');
    await plan.selectOption('Pro');
    await page.getByRole('dialog').getByRole('button', { name: 'Change plan' }).click();
    await page.getByText('Account changed').waitFor();
    assert.equal(await plan.inputValue(), 'pro');
    const line = page.locator('.admin-lines li').filter({ hasText: 'other@example.org' });
    const choose = async (item: string) => {
      await line.getByRole('button', { name: 'Actions for other@example.org' }).press('Enter');
      await line.getByRole('menuitem', { name: item }).press('Enter');
    };
    await choose('Suspend');
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
    await line.getByText('suspended').waitFor();
    const isServed = async () => (await other.context.request.get(`${web.base}/api/v1/account`)).ok();
    assert.equal(await isServed(), false);
    // The cookie of a known device opens nothing; it stays.
    const cookies = (await other.context.cookies(web.base)).map(({ name }) => name);
    assert.deepEqual(cookies, ['imgd_device'], 'its browser is signed out');
    await other.page.reload();
    await other.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByLabel('Suspended').selectOption('No');
    await page.getByText('No accounts found').waitFor();
    await page.getByLabel('Suspended').selectOption('Yes');
    await page.getByLabel('Plan', { exact: true }).selectOption('Pro');
    await page
      .locator('.admin-lines li')
      .filter({ has: page.locator('option:checked', { hasText: 'Pro' }) })
      .waitFor();
    await choose('Reinstate');
    await page.getByRole('dialog').waitFor();
    await checkAccessibility(page, 'a confirmation');
    await page.getByRole('dialog').getByRole('button', { name: 'Reinstate' }).press('Enter');
    await page.getByText('No accounts found').or(line.getByText('last seen')).first().waitFor();
    await page.getByLabel('Suspended').selectOption('All');
    await page.getByLabel('Search by email or name').fill('other@example');
    await line.waitFor();
    assert.deepEqual(opened.problems, []);
  });

  test('images in quarantine are released or taken down, and a block is removed, by keyboard only', async () => {
    const [first, second] = [
      await uploadAs(web.app.url, await makeJpeg(170, 120), `1${HOSTILE}`),
      await uploadAs(web.app.url, await makeJpeg(180, 130), `2${HOSTILE}`),
    ];
    await using opened = await open('/admin/quarantine');
    const { page } = opened;
    await page.getByText('No images in quarantine').waitFor();
    for (const { id } of [first, second]) await quarantine(opened, id);
    await page.reload();
    const lineOf = (name: string) => page.locator('.admin-lines li').filter({ hasText: name });
    await lineOf('1<img').getByRole('button', { name: 'Show picture' }).press('Enter');
    await waitUntilTrue(page, `document.querySelector('.moderated img:not(.blurred)')?.naturalWidth > 0`);
    await checkAccessibility(page, 'quarantine');
    await lineOf('1<img').getByRole('button', { name: 'Release' }).press('Enter');
    await lineOf('1<img').waitFor({ state: 'detached' });
    assert.equal((await fetch(first.links.direct)).status, 200);
    await waitUntilTrue(page, `document.activeElement.className.includes('admin-list')`);
    await lineOf('2<img').getByRole('button', { name: 'Take down' }).press('Enter');
    await page.getByRole('dialog').getByLabel('Reason').fill(HOSTILE);
    await page.getByRole('dialog').getByLabel('Reason').press('Enter');
    await page.getByText('No images in quarantine').waitFor();
    await page.getByRole('link', { name: 'Blocks' }).press('Enter');
    const block = lineOf(second.id);
    await block.getByText(HOSTILE).waitFor();
    await block.getByRole('button', { name: 'Unblock' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Unblock' }).press('Enter');
    await block.waitFor({ state: 'detached' });
    assert.deepEqual(opened.problems, []);
  });

  test('dead jobs are retried or removed; a list continues after its first page', async () => {
    for (const kind of ['test-a', 'test-b', 'test-c']) await addDeadJob(kind);
    await using opened = await open('/admin/jobs');
    const { page } = opened;
    const lineOf = (kind: string) => page.locator('.admin-lines li').filter({ hasText: kind });
    await lineOf('test-a').getByText(HOSTILE).waitFor();
    await lineOf('test-a').getByRole('button', { name: 'Retry' }).press('Enter');
    await page.getByText('Job scheduled').waitFor();
    await lineOf('test-a').waitFor({ state: 'detached' });
    await lineOf('test-b').waitFor();
    assert.equal(await lineOf('test-a').count(), 0);
    await lineOf('test-b').getByRole('button', { name: 'Discard' }).press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await lineOf('test-b').getByRole('button', { name: 'Discard' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).press('Enter');
    await page.getByText('Job discarded').waitFor();
    await lineOf('test-b').waitFor({ state: 'detached' });
    await lineOf('test-c').waitFor();
    assert.equal(await page.locator('.admin-lines li').count(), 1);
    await addDeadJob('test-d');
    await page.route('**/api/v1/admin/jobs?*', (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set('limit', '1');
      return route.continue({ url: url.href });
    });
    await page.reload();
    await lineOf('test-d').waitFor();
    assert.equal(await page.locator('.admin-lines li').count(), 1);
    await page.getByRole('button', { name: 'Show more' }).press('Enter');
    await lineOf('test-c').waitFor();
    await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' });
    assert.deepEqual(opened.problems, []);
  });

  test('its links are one row on a phone, with the link of the section in view', async () => {
    for (const [path, locale] of [
      ['/admin', 'en'],
      ['/admin/jobs', 'en'],
      ['/admin/audit', 'ar'],
    ] as const) {
      await using opened = await openAsAdmin(web, path, {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        locale,
      });
      const { page } = opened;
      await page.locator('.admin-nav a[aria-current]').waitFor();
      const seen = `(() => {
        const [row, link] = ['.admin-nav', '.admin-nav a[aria-current]'].map((one) => document.querySelector(one).getBoundingClientRect());
        return link.left >= row.left && link.right <= row.right;
      })()`;
      await waitUntilTrue(page, seen);
      const tops = await page.locator('.admin-nav a').evaluateAll((links) => links.map((link) => link.offsetTop));
      assert.deepEqual([tops.length, new Set(tops).size], [11, 1], path);
      // The keyboard reaches what is out of view.
      await page.locator('.admin-nav a').nth(9).focus();
      await page.keyboard.press('Tab');
      const reached = `(({ left, right }) => left < innerWidth && right > 0)(document.activeElement.getBoundingClientRect())`;
      await waitUntilTrue(page, reached);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390, path);
      assert.deepEqual(opened.problems, []);
    }
  });

  test('axe finds no violation on its pages', async () => {
    await using opened = await open('/admin');
    const { page } = opened;
    await page.locator('.day-chart').nth(3).waitFor();
    await page.getByText('Show as table').first().click();
    await checkAccessibility(page, 'overview');
    await page.goto(`${web.base}/admin/accounts`);
    await page.locator('.admin-lines li').first().waitFor();
    await checkAccessibility(page, 'accounts');
    await page.goto(`${web.base}/admin/jobs`);
    await page.getByLabel('Show').selectOption('waiting');
    await page.locator('.admin-lines li').first().waitFor();
    await checkAccessibility(page, 'jobs');
    assert.deepEqual(opened.problems, []);
  });

  test('all images of an anonymous uploader are hidden, and the uploader is blocked, from a report', async () => {
    const [first, second] = [
      await uploadAs(web.app.url, await makeJpeg(161, 120), 'raid-1.jpg'),
      await uploadAs(web.app.url, await makeJpeg(162, 120), 'raid-2.jpg'),
    ];
    const reported = await fetch(`${web.app.url}/api/v1/image/${first.id}/report`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'spam' }),
    });
    assert.equal(reported.status, 200, await reported.text());
    await using opened = await open('/admin/reports');
    const { page } = opened;
    await page.getByRole('button', { name: 'All from this uploader' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.locator('.moderated').nth(1).waitFor();
    await checkAccessibility(page, 'images of one uploader');
    await dialog.getByRole('button', { name: 'Apply to all' }).press('Enter');
    await page.getByText('All images of this uploader are done.').waitFor();
    for (const { links } of [first, second]) assert.equal((await fetch(links.direct)).status, 404);
    const networks = await opened.context.request.get(`${web.base}/api/v1/admin/networks`);
    assert.equal((await networks.json()).data.networks.length, 1);
    assert.deepEqual(opened.problems, []);
  });
});
