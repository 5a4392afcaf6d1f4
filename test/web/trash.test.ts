import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { noChromium } from './browser.ts';
import { checkAccessibility } from './check-accessibility.ts';
import { makeJpeg } from './upload.ts';
import { waitUntilTrue } from './wait-until-true.ts';
import { startWeb, type WebApp } from './web-app.ts';

describe('the trash', { skip: noChromium, timeout: 120_000 }, () => {
  let web: WebApp;
  let picture: Buffer;
  before(async () => {
    web = await startWeb();
    picture = await makeJpeg(320, 240);
  });
  after(() => web[Symbol.asyncDispose]());

  /** Uploads images and moves them to the trash. */
  async function fill(context: BrowserContext, names: readonly string[]): Promise<void> {
    const { csrf_token } = (await (await context.request.get(`${web.base}/api/v1/account`)).json()).data;
    const headers = { 'x-csrf-token': csrf_token, origin: web.base };
    for (const name of names) {
      const multipart = { file: { name, mimeType: 'image/jpeg', buffer: picture } };
      const answer = await context.request.post(`${web.base}/api/v1/upload`, { multipart, headers });
      const { id } = (await answer.json()).data;
      const moved = await context.request.delete(`${web.base}/api/v1/image/${id}?trash=true`, { headers });
      assert.equal(moved.ok(), true, await moved.text());
    }
  }
  const boxes = (page: Page) => page.getByRole('checkbox');
  const screenshot = async (page: Page, name: string) => {
    const { SCREENSHOTS: directory } = process.env;
    if (directory !== undefined) await page.screenshot({ path: `${directory}/${name}.png` });
  };

  test('images are restored and deleted for good, one, some or all', async () => {
    await using opened = await web.openAs('trash@example.org');
    const { page, context, problems } = opened;
    await fill(context, ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'a long name of a picture from the holidays.jpg']);
    await page.goto(`${web.base}/library`);
    await page.getByRole('link', { name: 'Trash' }).click();
    await page.getByText('Deleted for good in 30 days').first().waitFor();
    assert.equal(await boxes(page).count(), 5);
    const loaded = "[...document.querySelectorAll('.trash-picture img')].every((one) => one.naturalWidth > 0)";
    await waitUntilTrue(page, loaded);
    await screenshot(page, 'trash-desktop');
    await checkAccessibility(page, 'the trash');

    await page.getByRole('button', { name: 'Restore d.jpg' }).click();
    await page.getByText('1 image restored').waitFor();
    assert.equal(await boxes(page).count(), 4);

    await page.getByRole('button', { name: 'Delete c.jpg for good' }).click();
    await page.getByRole('dialog', { name: 'Delete c.jpg for good?' }).waitFor();
    await screenshot(page, 'trash-dialog');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click();
    await page.getByText('1 image deleted for good').waitFor();
    await waitUntilTrue(page, "document.activeElement?.type === 'checkbox'");

    await page.getByRole('checkbox', { name: 'Select a.jpg' }).check();
    await page.getByRole('checkbox', { name: 'Select b.jpg' }).check();
    await page.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: 'Delete for good', exact: true }).last().click();
    await page.getByText('b.jpg and a.jpg will be deleted').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByText('2 images restored').waitFor();

    await page.getByRole('button', { name: 'Empty trash' }).click();
    await page.getByRole('dialog', { name: 'Delete the image in the trash for good?' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Empty trash' }).click();
    await page.getByRole('heading', { name: 'Trash is empty' }).waitFor();
    await page.getByRole('link', { name: 'Go to library' }).click();
    await page.getByText('3 images').first().waitFor();
    assert.deepEqual(problems, []);
  });

  test('it fits a phone, dark, and follows other tabs', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' } as const;
    await using opened = await web.openAs('phone@example.org', undefined, phone);
    const { page, context, problems } = opened;
    await fill(context, ['one.jpg', 'two.jpg']);
    await page.goto(`${web.base}/trash`);
    await boxes(page).first().waitFor();
    await boxes(page).first().check();
    await screenshot(page, 'trash-phone');
    await checkAccessibility(page, 'the trash on a phone');
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390);
    const other = await context.newPage();
    await other.goto(`${web.base}/trash`);
    await other.getByRole('button', { name: 'Restore two.jpg' }).click();
    await other.getByText('1 image restored').waitFor();
    await page.getByText('two.jpg').waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
  });
});
