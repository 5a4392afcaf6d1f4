import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { noChromium } from './browser.ts';
import { checkAccessibility } from './check-accessibility.ts';
import { makeJpeg } from './upload.ts';
import { startWeb, type WebApp, withoutRefusals } from './web-app.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };
/** Pictures of the pages for a person to look at. */
const SHOTS = process.env.TEST_SCREENSHOTS;

async function shoot(page: Page, name: string): Promise<void> {
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/${name}.png` });
}

/** The sum of all layout shifts of a page load. */
async function layoutShift(page: Page): Promise<number> {
  return Number(
    await page.evaluate(`new Promise((resolve) => {
      let sum = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
      setTimeout(() => resolve(sum), 300);
    })`),
  );
}

describe('albums', { skip: noChromium, timeout: 180_000 }, () => {
  let web: WebApp;
  let pictures: Buffer[];
  before(async () => {
    web = await startWeb();
    pictures = [await makeJpeg(640, 480), await makeJpeg(480, 640), await makeJpeg(1_600, 600)];
  });
  after(() => web[Symbol.asyncDispose]());

  async function put(context: BrowserContext, name: string, album: string): Promise<void> {
    const token = (await (await context.request.get(`${web.base}/api/v1/account`)).json()).data.csrf_token;
    const buffer = pictures[name.length % pictures.length] as Buffer;
    const multipart = { album, file: { name, mimeType: 'image/jpeg', buffer } };
    const headers = { 'x-csrf-token': token, origin: web.base };
    const answer = await context.request.post(`${web.base}/api/v1/upload`, { multipart, headers });
    assert.equal(answer.ok(), true, await answer.text());
  }
  const clipboard = (page: Page) => page.evaluate('navigator.clipboard.readText()').then(String);
  const dialog = (page: Page) => page.getByRole('dialog');
  const gone = (page: Page) => dialog(page).waitFor({ state: 'detached' });

  test('an album is shared in three clicks, and its link is copied; Enter twice does not end it', async () => {
    await using opened = await web.openAs('share@example.org', undefined, CLIPBOARD);
    const { page, context } = opened;
    await put(context, 'a.jpg', 'Alps');
    await page.goto(`${web.base}/library`);
    await page.getByRole('link', { name: 'Albums' }).click();
    await page.getByRole('button', { name: 'Share Alps' }).click();
    const create = page.getByRole('button', { name: 'Create link' });
    await create.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Copy link' }).waitFor();
    const url = await page.getByLabel('Album link').inputValue();
    assert.match(url, /\/a\/[0-9A-Za-z]{24}$/);
    assert.equal(await page.evaluate('document.activeElement?.textContent'), 'Copy link');
    await page.keyboard.press('Enter');
    await page.getByText('Link copied').waitFor();
    assert.equal(await clipboard(page), url);
    assert.equal((await fetch(url.replace('localhost', '127.0.0.1'))).status, 200, 'the link works');
    await checkAccessibility(page, 'the dialog to share an album');
    assert.deepEqual(opened.problems, []);
  });

  test('a link gets a password, an end and no download; stopping asks first', async () => {
    await using opened = await web.openAs('settings@example.org', undefined, CLIPBOARD);
    const { page, context } = opened;
    await put(context, 'a.jpg', 'Alps');
    await page.goto(`${web.base}/albums`);
    await page.getByRole('link', { name: /Alps/ }).click();
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByRole('button', { name: 'Add password' }).click();
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('Use at least 8 characters.').waitFor();
    await shoot(page, 'share-password');
    await page.getByLabel('Password', { exact: true }).fill('summer at the lake');
    await page.keyboard.press('Enter');
    await page.getByText('The album asks for it.', { exact: false }).waitFor();
    await page.getByLabel('Link expires').selectOption({ label: 'In 7 days' });
    await page.getByText('Saved').first().waitFor();
    await page.getByLabel('Allow downloading the album').uncheck();
    await page.waitForFunction(`document.querySelector('.share-settings input[type=checkbox]').checked === false`);
    await checkAccessibility(page, 'the settings of a link');
    await shoot(page, 'share-settings');
    const url = await page.getByLabel('Album link').inputValue();

    await using visitor = await web.open(new URL(url).pathname);
    const reader = visitor.page;
    await reader.getByLabel('Password').fill('wrong password');
    await reader.getByRole('button', { name: 'Open album' }).click();
    await reader.getByRole('alert').waitFor();
    await checkAccessibility(reader, 'the form for the password of an album');
    await shoot(reader, 'locked');
    await reader.getByLabel('Password').fill('summer at the lake');
    await reader.keyboard.press('Enter');
    await reader.getByRole('heading', { name: 'Alps' }).waitFor();
    assert.equal(await reader.getByRole('link', { name: /Download/ }).count(), 0, 'no download');
    assert.deepEqual(withoutRefusals(visitor.problems), []);

    await page.getByRole('button', { name: 'Stop sharing' }).click();
    await page.getByRole('heading', { name: 'Stop sharing “Alps”?' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('Album link').waitFor();
    await page.getByRole('button', { name: 'Stop sharing' }).click();
    await dialog(page).getByRole('button', { name: 'Stop sharing' }).click();
    await page.getByText('The link no longer works').waitFor();
    await gone(page);
    await reader.reload();
    await reader
      .getByRole('heading', { name: /404|Album/ })
      .first()
      .waitFor();
    assert.deepEqual(opened.problems, []);
  });

  test('albums are sorted, get a cover, and are deleted from the list; nothing moves while they load', async () => {
    await using opened = await web.openAs('sort@example.org');
    const { page, context } = opened;
    for (const [name, album] of [
      ['a.jpg', 'Zoo'],
      ['bb.jpg', 'Alps'],
      ['ccc.jpg', 'Alps'],
      ['d.jpg', 'Meadow'],
    ] as const) {
      await put(context, name, album);
    }
    await page.goto(`${web.base}/albums`);
    const names = page.locator('a .album-name');
    await names.nth(2).waitFor();
    const shift = await layoutShift(page);
    assert.ok(shift < 0.02, `the page shifts by ${shift}`);
    await checkAccessibility(page, 'the albums');
    await page.getByLabel('Sort', { exact: true }).selectOption({ label: 'Name' });
    await page.waitForFunction(`document.querySelector('a .album-name').textContent === 'Alps'`);
    assert.deepEqual(await names.allTextContents(), ['Alps', 'Meadow', 'Zoo']);
    await page.getByLabel('Sort', { exact: true }).selectOption({ label: 'Most images' });
    await page.waitForFunction(`document.querySelector('a .album-name').textContent === 'Alps'`);
    await page.reload();
    await names.nth(2).waitFor();
    assert.equal((await names.allTextContents())[0], 'Alps', 'the order is remembered');
    await shoot(page, 'albums');
    await page.emulateMedia({ colorScheme: 'dark' });
    await shoot(page, 'albums-dark');
    await page.emulateMedia({ colorScheme: 'light' });

    await page.getByRole('link', { name: /Alps/ }).click();
    await page.getByRole('button', { name: 'Actions for Alps' }).click();
    await page.getByRole('menuitem', { name: 'Choose cover' }).click();
    await page.getByRole('button', { name: 'bb.jpg' }).click();
    await page.getByText('Cover changed').waitFor();
    await shoot(page, 'album');
    await page.getByRole('link', { name: 'All albums' }).click();
    await page.getByRole('button', { name: 'Actions for Meadow' }).click();
    await page.getByRole('menuitem', { name: 'Delete album' }).click();
    await page.getByRole('heading', { name: 'Delete “Meadow”?' }).waitFor();
    await shoot(page, 'album-delete');
    await dialog(page).getByRole('button', { name: 'Delete album' }).click();
    await page.getByText('Album deleted').waitFor();
    await gone(page);
    await names.nth(2).waitFor({ state: 'detached' });
    assert.deepEqual(opened.problems, []);
  });

  test('an empty album takes chosen files, and is deleted with its images in the trash', async () => {
    await using opened = await web.openAs('empty@example.org', '/albums');
    const { page } = opened;
    await page.getByRole('button', { name: 'New album' }).first().click();
    await page.getByLabel('Name').fill('Alps');
    await page.getByRole('button', { name: 'Create album' }).click();
    await page.getByText('Drop images here, or move some from your library.').waitFor();
    await shoot(page, 'album-empty');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Add images' }).click(),
    ]);
    await chooser.setFiles({ name: 'chosen.jpg', mimeType: 'image/jpeg', buffer: pictures[0] as Buffer });
    const tiles = page.getByRole('listbox').getByRole('option').and(page.locator('.tile'));
    await tiles.first().waitFor();
    await page.getByText('1 image,', { exact: false }).first().waitFor();
    await shoot(page, 'album-one');
    await page.getByRole('button', { name: 'Actions for Alps' }).click();
    await page.getByRole('menuitem', { name: 'Delete album' }).click();
    await page.getByLabel('Move to the trash', { exact: false }).check();
    await shoot(page, 'album-delete-trash');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete album' }).click();
    await page.getByText('No albums yet').waitFor();
    const trash = await (await opened.context.request.get(`${web.base}/api/v1/trash`)).json();
    assert.equal(trash.data.images.length, 1);
    assert.deepEqual(opened.problems, []);
  });

  test('fit a phone', async () => {
    await using opened = await web.openAs('phone@example.org', undefined, PHONE);
    const { page, context } = opened;
    await put(context, 'a.jpg', 'A rather long name of an album of summer pictures');
    await put(context, 'bb.jpg', 'Alps');
    await page.goto(`${web.base}/albums`);
    await page.locator('a .album-name').nth(1).waitFor();
    await shoot(page, 'albums-phone');
    await page.getByRole('button', { name: 'Share Alps' }).click();
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByRole('button', { name: 'Add password' }).waitFor();
    await shoot(page, 'share-phone');
    const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    assert.ok(Number(wide) <= 0, `${wide} pixels too wide`);
    for (const name of ['Copy link', 'Open', 'Stop sharing', 'Add password']) {
      const box = await dialog(page).locator('.button').filter({ hasText: name }).boundingBox();
      assert.ok((box?.height ?? 0) >= 44, `${name}: ${box?.height} pixels`);
    }
    assert.deepEqual(opened.problems, []);
  });

  test('the page of a shared album has justified rows without script, and nothing moves', async () => {
    await using opened = await web.openAs('public@example.org');
    const { page, context } = opened;
    for (let i = 1; i <= 9; i++) await put(context, `${'n'.repeat(i)}.jpg`, 'Alps');
    await page.goto(`${web.base}/albums`);
    await page.getByRole('button', { name: 'Share Alps' }).click();
    await page.getByRole('button', { name: 'Create link' }).click();
    const { pathname } = new URL(await page.getByLabel('Album link').inputValue());
    for (const [name, options] of [
      ['public', {}],
      ['public-phone', PHONE],
      ['public-dark', { colorScheme: 'dark' }],
      ['public-no-script', { javaScriptEnabled: false }],
      ['public-narrow', { viewport: { width: 320, height: 700 } }],
    ] as const) {
      await using visitor = await web.open(pathname, options);
      const tiles = visitor.page.locator('.tile');
      await tiles.nth(8).waitFor();
      if (name === 'public' || name === 'public-phone') {
        assert.ok((await layoutShift(visitor.page)) < 0.02, name);
        await checkAccessibility(visitor.page, `the page of a shared album: ${name}`);
      }
      await shoot(visitor.page, name);
      const boxes = await Promise.all([0, 1].map(async (i) => tiles.nth(i).boundingBox()));
      const [first, second] = boxes;
      assert.ok(Math.abs((first?.height ?? 0) - (second?.height ?? 1)) < 1, 'rows of one height');
      if (name !== 'public-no-script') {
        const wide = await visitor.page.evaluate('document.documentElement.scrollWidth - innerWidth');
        assert.ok(Number(wide) <= 0, `${name}: ${wide} pixels too wide`);
      }
      assert.deepEqual(visitor.problems, [], name);
    }
    await using visitor = await web.open(pathname);
    await visitor.page.locator('.tile').first().click();
    await visitor.page.getByRole('link', { name: 'Next' }).click();
    await visitor.page.getByRole('link', { name: 'Previous' }).waitFor();
    await shoot(visitor.page, 'public-image');
    await visitor.page.getByRole('link', { name: /Alps/ }).click();
    const [download] = await Promise.all([
      visitor.page.waitForEvent('download'),
      visitor.page.getByRole('link', { name: 'Download all' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'Alps.zip');
  });
});
