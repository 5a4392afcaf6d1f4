import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { noChromium } from './browser.ts';
import { checkAccessibility } from './check-accessibility.ts';
import { makeJpeg } from './upload.ts';
import { waitUntilTrue } from './wait-until-true.ts';
import { startWeb, type WebApp } from './web-app.ts';

describe('the details of an image in the application', { skip: noChromium, timeout: 180_000 }, () => {
  let web: WebApp;
  before(async () => {
    web = await startWeb();
  });
  after(() => web[Symbol.asyncDispose]());

  test('are edited in a dialog by the keyboard, shown beside the picture, and a tag filters the library', async () => {
    await using opened = await web.openAs('details@example.org', undefined, { viewport: { width: 1280, height: 900 } });
    const { page, context } = opened;
    const token = (await (await context.request.get(`${web.base}/api/v1/account`)).json()).data.csrf_token;
    for (const [name, width] of [
      ['plain.jpg', 300],
      ['cat.jpg', 400],
    ] as const) {
      const file = { name, mimeType: 'image/jpeg', buffer: await makeJpeg(width, 200) };
      const headers = { 'x-csrf-token': token, origin: web.base };
      const answer = await context.request.post(`${web.base}/api/v1/upload`, { multipart: { file }, headers });
      assert.equal(answer.ok(), true, await answer.text());
    }
    await page.goto(`${web.base}/library`);
    const tiles = page.locator('.grid .tile[data-index]');
    await tiles.first().click();
    const lightbox = page.locator('dialog.lightbox');
    await lightbox.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Edit details' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit details' });
    await dialog.getByLabel('Title').fill('A cat');
    await dialog.getByLabel('Alternative text').fill('A black cat on a wall');
    await dialog.getByLabel('Description').fill('First\nSecond');
    await dialog.getByLabel('Tags').fill('Cat, Garden Wall');
    await checkAccessibility(page, 'edit details');
    await dialog.getByLabel('Tags').press('Enter');
    await dialog.waitFor({ state: 'detached' });

    const facts = lightbox.locator('.lightbox-facts');
    await facts.getByText('A black cat on a wall').waitFor();
    await facts.getByText('A cat', { exact: true }).waitFor();
    assert.equal(await lightbox.locator('.stage-picture img').first().getAttribute('alt'), 'A black cat on a wall');
    await facts.getByRole('link', { name: 'garden wall' }).click();
    await page.waitForURL(/\/library\?tag=garden(\+|%20)wall$/);
    await tiles.first().waitFor();
    await waitUntilTrue(page, `document.querySelectorAll('.grid .tile[data-index]').length === 1`);
    assert.match((await tiles.first().textContent()) ?? '', /cat\.jpg/);
    const filters = page.getByRole('button', { name: 'Filters' });
    if ((await filters.getAttribute('aria-expanded')) === 'false') await filters.click();
    await page.getByLabel('Tag', { exact: true }).selectOption('');
    await waitUntilTrue(page, `document.querySelectorAll('.grid .tile[data-index]').length === 2`);
    assert.deepEqual(opened.problems, []);
  });
});
