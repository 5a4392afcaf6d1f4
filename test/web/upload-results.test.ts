import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { until } from '../support/until.ts';
import { noChromium } from './browser.ts';
import { makeJpeg } from './upload.ts';
import { startWeb, type WebApp } from './web-app.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };

describe('the results of an upload', { skip: noChromium, timeout: 180_000 }, () => {
  let web: WebApp;
  let picture: Buffer;
  before(async () => {
    web = await startWeb();
    picture = await makeJpeg(1_200, 800);
  });
  after(() => web[Symbol.asyncDispose]());

  const jpeg = (name: string, buffer = picture) => ({ name, mimeType: 'image/jpeg', buffer });
  const input = (page: Page) => page.locator('input[type=file]').first();
  const shows = (page: Page, text: string) => page.locator('.overall').getByText(text, { exact: true }).waitFor();
  const copied = (page: Page) => page.evaluate('navigator.clipboard.readText()').then(String);

  test('on a phone the link is on the first screen, and no message covers it', async () => {
    await using opened = await web.open('/', { ...PHONE, ...CLIPBOARD });
    const { page } = opened;
    await page.getByRole('button', { name: 'Choose photos' }).waitFor();
    await page.getByRole('button', { name: 'Take a photo' }).waitFor();
    assert.equal(await page.locator('input[capture]').count(), 1);
    assert.equal(await page.getByText(/Ctrl|⌘/).count(), 0);
    assert.equal(await page.getByLabel('Album').count(), 0, 'visitors have no albums');
    await input(page).setInputFiles([jpeg('tall.jpg', await makeJpeg(600, 3_000))]);
    await shows(page, 'Uploaded');
    const button = page.getByRole('button', { name: 'Copy link', exact: true });
    const box = await button.boundingBox();
    assert.ok(box !== null && box.y + box.height < 844, `the button ends at ${box?.y}`);
    assert.ok(box.width > 300 && box.height >= 44, 'full width');
    assert.equal(await page.locator('.toasts p').count(), 0);
    await button.click();
    await page.getByRole('button', { name: 'Link copied' }).waitFor();
    assert.match(await copied(page), /\/i\/\w+\.jpg$/);
    assert.deepEqual(opened.problems, []);
  });

  test('Share… offers the page of the image to the system, where it can', async () => {
    await using opened = await web.open();
    const { page } = opened;
    await page.addInitScript(`navigator.share = (given) => { window.shared = given; return Promise.resolve(); }`);
    await page.goto(web.base);
    await input(page).setInputFiles([jpeg('cat.jpg')]);
    await page.getByRole('button', { name: 'Share…' }).click();
    const shared = await page.evaluate<{ title: string; url: string }>('window.shared');
    assert.equal(shared.title, 'cat.jpg');
    assert.match(shared.url, /\/image\/\w{12}$/);
  });

  test('a click anywhere on the zone opens the chooser', async () => {
    await using opened = await web.open();
    const { page } = opened;
    const chooser = page.waitForEvent('filechooser');
    const zone = await page.locator('.drop-target').boundingBox();
    assert.ok(zone !== null);
    await page.mouse.click(zone.x + 12, zone.y + 12);
    assert.equal((await chooser).isMultiple(), true);
    await page.getByText('or paste with Ctrl+V').waitFor();
    assert.equal(await page.getByText('⌘V').count(), 0);
  });

  test('the link format is remembered, and the file name is the alternative text, escaped', async () => {
    await using opened = await web.open('/', CLIPBOARD);
    const { page } = opened;
    await input(page).setInputFiles([jpeg(`a [b] <c> & 'd'.jpg`)]);
    await page.getByLabel('Link type').selectOption('Markdown');
    await page.getByRole('button', { name: 'Copy link', exact: true }).click();
    await until(async () => (await copied(page)).startsWith(`![a \\[b\\] \\<c\\> \\& 'd'.jpg](http`));
    await page.reload();
    await input(page).setInputFiles([jpeg('next.jpg')]);
    await shows(page, 'Uploaded');
    assert.equal(await page.locator('.single-upload').getByLabel('Link type').inputValue(), 'markdown');
    await page.locator('.single-upload').getByLabel('Link type').selectOption('HTML');
    await page.getByRole('button', { name: 'Copy link', exact: true }).click();
    await until(async () => /^<img src="http.*" alt="next.jpg">$/.test(await copied(page)));
  });

  test('the link is copied by itself where the user wants it', async () => {
    await using opened = await web.open('/', CLIPBOARD);
    const { page } = opened;
    await page.getByLabel('Copy the link after an upload').check();
    await page.reload();
    await input(page).setInputFiles([jpeg('auto.jpg')]);
    await page.getByRole('button', { name: 'Link copied' }).waitFor();
    assert.match(await copied(page), /\/i\/\w+\.jpg$/);
  });

  test('it says what was removed and converted', async () => {
    await using opened = await web.open();
    const { page } = opened;
    const exif = { IFD0: { Make: 'Maker' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } };
    const withPlace = await sharp(picture).withExif(exif).jpeg().toBuffer();
    await input(page).setInputFiles([jpeg('place.jpg', withPlace)]);
    await page.getByText('Location and camera data removed').waitFor();
    const tiff = await sharp(picture).tiff().toBuffer();
    await input(page).setInputFiles([{ name: 'scan.tif', mimeType: 'image/tiff', buffer: tiff }]);
    await page.getByText('TIFF converted to JPEG').waitFor();
  });

  test('an upload that expires says when it will', async () => {
    await using opened = await web.open();
    const { page } = opened;
    await page.getByLabel('Expires').selectOption('1 day');
    await input(page).setInputFiles([jpeg('short.jpg')]);
    await page.getByText(/^Expires \w+ \d+/).waitFor();
  });

  test('of many files each takes 64 pixels, and a click unfolds the links of one only', async () => {
    await using opened = await web.open('/', CLIPBOARD);
    const { page } = opened;
    const names = Array.from({ length: 20 }, (_, i) => `${i}.jpg`);
    const files = names.map((name) => jpeg(name));
    await input(page).setInputFiles([...files, jpeg('notes.txt', Buffer.from('no picture'))]);
    await shows(page, '20 of 21 uploaded');
    const heights = await page.evaluate<number[]>(
      `[...document.querySelectorAll('.upload-row.done')].map((row) => row.offsetHeight)`,
    );
    assert.deepEqual(new Set(heights.map((height) => Math.round(height / 4) * 4)), new Set([64]));
    assert.equal(await page.locator('.all-links').count(), 0, 'nothing unfolds by itself');
    await page.getByRole('button', { name: 'All links 3.jpg' }).click();
    assert.equal(await page.locator('.all-links').count(), 1);
    await page.getByRole('button', { name: 'Show failed (1)' }).click();
    assert.equal(await page.locator('.upload-row').count(), 1);
    await page.getByText('notes.txt').waitFor();
    await page.getByRole('button', { name: 'Show failed (1)' }).click();
    // The bar stays in view.
    await page.mouse.wheel(0, 900);
    await until(async () => (await page.evaluate<number>('scrollY')) > 400);
    const bar = await page.locator('.upload-bar').boundingBox();
    assert.ok(bar !== null && bar.y >= 0 && bar.y < 120, `the bar is at ${bar?.y}`);
    await page.getByRole('button', { name: 'Copy all 20' }).click();
    await page.getByText('20 links copied').waitFor();
    assert.equal((await copied(page)).split('\n').length, 20);
  });

  test('the history repeats nothing of the list, copies several links, and deletes an image in both', async () => {
    await using opened = await web.open('/', CLIPBOARD);
    const { page } = opened;
    await input(page).setInputFiles(['a.jpg', 'b.jpg', 'c.jpg'].map((name) => jpeg(name)));
    await shows(page, '3 of 3 uploaded');
    assert.equal(await page.locator('.history-tile').count(), 0);
    await page.reload();
    await page.locator('.history-tile').nth(2).waitFor();
    await page.getByRole('checkbox', { name: 'Select a.jpg' }).check();
    await page.getByRole('checkbox', { name: 'Select c.jpg' }).check();
    await page.getByRole('button', { name: 'Copy 2 links' }).click();
    await page.getByText('2 links copied').waitFor();
    assert.equal((await copied(page)).split('\n').length, 2);
    await page.getByRole('button', { name: 'Delete image' }).click();
    await page.getByRole('dialog', { name: 'Delete 2 images?' }).getByRole('button', { name: 'Delete image' }).click();
    await page.getByText('2 images deleted').waitFor();
    assert.equal(await page.locator('.history-tile').count(), 1);
  });
});
