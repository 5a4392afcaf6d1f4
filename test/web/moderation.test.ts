import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noChromium } from './browser.ts';
import { checkAccessibility } from './check-accessibility.ts';
import { openAsAdmin } from './open-as-admin.ts';
import { makeJpeg, uploadAs } from './upload.ts';
import { waitUntilTrue } from './wait-until-true.ts';
import { startWeb, type WebApp } from './web-app.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

describe('moderation', { skip: noChromium, timeout: 180_000 }, () => {
  let web: WebApp;
  let width = 100;
  before(async () => {
    web = await startWeb();
  });
  after(() => web[Symbol.asyncDispose]());

  async function reported(name: string, reasons: readonly string[], picture?: Buffer) {
    const image = await uploadAs(web.app.url, picture ?? (await makeJpeg(width++, 90)), name);
    for (const reason of reasons) {
      const body = JSON.stringify({ reason, comment: `about ${name}` });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${web.app.url}/api/v1/image/${image.id}/report`, { method: 'POST', headers, body });
      assert.equal(answer.status, 200);
    }
    return image;
  }
  const rowOf = (page: Page, name: string) => page.locator('.admin-lines > li').filter({ hasText: name });
  const focusIsIn = (page: Page, name: string) =>
    waitUntilTrue(page, `document.activeElement.closest('li')?.textContent.includes('${name}')`);

  test('reports of an image are one line with its page, uploader, copies and reasons; keys move and decide', async () => {
    const picture = await makeJpeg(width++, 90);
    await uploadAs(web.app.url, picture, 'copy.jpg');
    await reported('third.jpg', ['spam']);
    const second = await reported('second.jpg', ['illegal', 'spam', 'spam'], picture);
    await reported('first.jpg', ['other']);
    await using opened = await openAsAdmin(web, '/admin/reports');
    const { page } = opened;
    const row = rowOf(page, 'second.jpg');
    await row.getByText('Spam (2)').waitFor();
    await row.getByText('Illegal (1)').waitFor();
    await row.getByText('Anonymous upload · 2 identical copies').waitFor();
    assert.equal(await row.getByRole('link', { name: 'second.jpg' }).getAttribute('href'), second.links.view_page);
    assert.equal(await page.locator('.admin-lines > li').count(), 3);
    await page.getByRole('banner').getByText('3', { exact: true }).waitFor();
    await checkAccessibility(page, 'reported images');
    await page.keyboard.press('j');
    await focusIsIn(page, 'first.jpg');
    await page.keyboard.press('j');
    await focusIsIn(page, 'second.jpg');
    await page.keyboard.press('k');
    await page.keyboard.press('d');
    await page.getByText('Reports dismissed').waitFor();
    await focusIsIn(page, 'second.jpg');
    await page.keyboard.press('t');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Permanently deletes all 2 identical copies and blocks re-uploads.').waitFor();
    await dialog.getByRole('button', { name: 'Show picture second.jpg' }).waitFor();
    await checkAccessibility(page, 'a takedown');
    await dialog.getByRole('button', { name: 'Take down' }).press('Enter');
    await row.waitFor({ state: 'detached' });
    assert.equal((await fetch(second.links.direct)).status, 404);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await checkAccessibility(page, 'the keys');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('link', { name: '1 reported image awaits a decision' }).waitFor();
    await page
      .getByRole('navigation', { name: 'Administration sections' })
      .getByRole('link', { name: 'Reports 1' })
      .click();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('No open reports').waitFor();
    assert.deepEqual(opened.problems, []);
  });

  test('several images are decided together', async () => {
    for (const name of ['one.jpg', 'two.jpg', 'three.jpg']) await reported(name, ['spam']);
    await using opened = await openAsAdmin(web, '/admin/reports');
    const { page } = opened;
    await page.getByRole('button', { name: 'Select all' }).click();
    await page.getByText('3 images selected').waitFor();
    await page.getByLabel('Select two.jpg').uncheck();
    const bar = page.getByRole('toolbar');
    await bar.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('dialog').getByText('Dismiss all reports of 2 images?').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
    await rowOf(page, 'one.jpg').waitFor({ state: 'detached' });
    assert.equal(await page.locator('.admin-lines > li').count(), 1);
    await page.getByLabel('Select two.jpg').check();
    await bar.getByRole('button', { name: 'Take down' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take down' }).click();
    await page.getByText('No open reports').waitFor();
    assert.deepEqual(opened.problems, []);
  });

  test('an account shows its images, from a report too; on a phone everything fits', async () => {
    await using owner = await web.openAs('owner@example.org');
    const own = await owner.context.request.get(`${web.base}/api/v1/account`);
    const headers = { 'x-csrf-token': (await own.json()).data.csrf_token, origin: web.base };
    for (const name of ['a.jpg', 'b.jpg']) {
      const file = { name, mimeType: 'image/jpeg', buffer: await makeJpeg(width++, 90) };
      const answer = await owner.context.request.post(`${web.base}/api/v1/upload`, { multipart: { file }, headers });
      const { id } = (await answer.json()).data;
      await fetch(`${web.app.url}/api/v1/image/${id}/report`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ reason: 'abuse' }),
      });
    }
    await using opened = await openAsAdmin(web, '/admin/reports', PHONE);
    const { page } = opened;
    await rowOf(page, 'a.jpg').getByRole('link', { name: 'owner@example.org' }).click();
    await page.waitForURL('**/admin/accounts/*');
    await page.locator('.admin-images > li').nth(1).waitFor();
    await page.getByText('last seen').waitFor();
    await checkAccessibility(page, 'an account');
    for (const path of ['/admin', '/admin/reports', new URL(page.url()).pathname]) {
      await page.goto(web.base + path);
      await page.getByRole('contentinfo').waitFor();
      const fits = 'document.documentElement.scrollWidth <= innerWidth';
      assert.equal(await page.evaluate(fits), true, path);
    }
    const item = page.locator('.admin-images > li').filter({ hasText: 'b.jpg' });
    await item.getByRole('button', { name: 'Take down' }).click();
    await page.getByRole('dialog').getByText('Permanently deletes this image and blocks re-uploads.').waitFor();
    await page.getByRole('dialog').getByLabel('Reason').fill('abuse');
    await page.getByRole('dialog').getByRole('button', { name: 'Take down' }).click();
    await item.waitFor({ state: 'detached' });
    assert.deepEqual(opened.problems, []);
  });
});
