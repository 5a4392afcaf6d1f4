import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noChromium } from './browser.ts';
import { checkAccessibility } from './check-accessibility.ts';
import { openAsAdmin } from './open-as-admin.ts';
import { makeJpeg } from './upload.ts';
import { startWeb, type WebApp } from './web-app.ts';

interface Uploaded {
  id: string;
  links: { direct: string };
}

describe('the accounts of the administration', { skip: noChromium, timeout: 180_000 }, () => {
  let web: WebApp;
  let width = 300;
  before(async () => {
    web = await startWeb();
  });
  after(() => web[Symbol.asyncDispose]());

  /** An account with images. */
  async function owner(email: string, images: number): Promise<{ id: string; images: Uploaded[] }> {
    await using opened = await web.openAs(email);
    const { data: account } = await (await opened.context.request.get(`${web.base}/api/v1/account`)).json();
    const headers = { 'x-csrf-token': account.csrf_token, origin: web.base };
    const uploads: Uploaded[] = [];
    for (let made = 0; made < images; made++) {
      const file = { name: `of-${email}-${made}.jpg`, mimeType: 'image/jpeg', buffer: await makeJpeg(width++, 90) };
      const answer = await opened.context.request.post(`${web.base}/api/v1/upload`, { multipart: { file }, headers });
      assert.equal(answer.ok(), true, await answer.text());
      uploads.push((await answer.json()).data);
    }
    return { id: account.id, images: uploads };
  }
  const statuses = (images: readonly Uploaded[]) =>
    Promise.all(images.map(async ({ links }) => (await fetch(links.direct)).status));
  const press = async (page: Page, action: string) => {
    await page.getByRole('button', { name: action, exact: true }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('3 images').waitFor();
    await dialog.getByRole('button', { name: action, exact: true }).press('Enter');
  };

  test('are sorted by what they store and by their last use', async () => {
    await owner('much@example.org', 2);
    await owner('less@example.org', 1);
    await using opened = await openAsAdmin(web, '/admin/accounts');
    const { page } = opened;
    const first = page.locator('.admin-lines li').first();
    const sortBy = (order: string) => page.getByLabel('Sort by').selectOption(order);
    await first.getByText('Ada').waitFor();
    await sortBy('Most bytes');
    await first.getByText('much@example.org').waitFor();
    await first.getByText('2 images').waitFor();
    await sortBy('Longest unused');
    await first.getByText('much@example.org').waitFor();
    await sortBy('Last used');
    await first.getByText('Ada').waitFor();
    await sortBy('Most images');
    await first.getByText('much@example.org').waitFor();
    assert.deepEqual(opened.problems, []);
  });

  test('list their images, which a task hides, shows and deletes, with its progress', async () => {
    const { id, images } = await owner('spammer@example.org', 3);
    await using opened = await openAsAdmin(web, `/admin/accounts/${id}`);
    const { page } = opened;
    await page.locator('.admin-images > li').nth(2).waitFor();
    await press(page, 'Hide images');
    await page.getByText('Hiding images').waitFor();
    await page.getByText(/^Done: 3,/).waitFor();
    await page.locator('.admin-images').getByText('Quarantine').nth(2).waitFor();
    assert.deepEqual(await statuses(images), [404, 404, 404]);
    await press(page, 'Show images');
    await page.getByText('Showing images').waitFor();
    await page.getByText(/^Done: 3,/).waitFor();
    assert.deepEqual(await statuses(images), [200, 200, 200]);
    await checkAccessibility(page, 'a finished task');
    await press(page, 'Delete images');
    await page.getByText('Deleting images').waitFor();
    const meter = page.getByRole('meter', { name: 'Deleting images' });
    await meter.and(page.locator('[aria-valuenow="3"]')).waitFor();
    await page.getByText('No images', { exact: true }).waitFor();
    assert.deepEqual(await statuses(images), [404, 404, 404]);
    assert.deepEqual(opened.problems, []);
  });

  test('are exported by one click, and deleted after a confirmation', async () => {
    const { id, images } = await owner('leaves@example.org', 1);
    await using opened = await openAsAdmin(web, `/admin/accounts/${id}`);
    const { page } = opened;
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export data' }).press('Enter');
    await page.getByText('Downloading 1 image').waitFor();
    const download = await downloading;
    assert.match(download.suggestedFilename(), /^imgd-export-.*\.zip$/);
    const zip = await readFile(await download.path(), 'latin1');
    assert.ok(zip.includes('leaves@example.org') && zip.includes(`${images[0]?.id}.jpg`));
    await page.getByRole('button', { name: 'Delete account' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 image,').waitFor();
    await checkAccessibility(page, 'the deletion of an account');
    await dialog.getByRole('button', { name: 'Delete account' }).press('Enter');
    await page.getByText('Account deleted').waitFor();
    await page.waitForURL('**/admin/accounts');
    await page.locator('.admin-lines li').first().waitFor();
    assert.equal(await page.getByText('leaves@example.org').count(), 0);
    assert.deepEqual(await statuses(images), [404]);
    assert.deepEqual(opened.problems, []);
  });
});
