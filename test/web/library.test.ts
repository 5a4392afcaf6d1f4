import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { noChromium } from './browser.ts';
import { checkAccessibility } from './check-accessibility.ts';
import { stubLibrary } from './stub-library.ts';
import { makeJpeg } from './upload.ts';
import { waitUntilTrue } from './wait-until-true.ts';
import { startWeb, type WebApp, withoutRefusals } from './web-app.ts';

const HOSTILE = '"><img src=x onerror=alert(1)>';

describe('the library and the albums', { skip: noChromium, timeout: 180_000 }, () => {
  let web: WebApp;
  let picture: Buffer;
  before(async () => {
    web = await startWeb();
    picture = await makeJpeg(320, 240);
  });
  after(() => web[Symbol.asyncDispose]());

  async function put(context: BrowserContext, name: string, album = ''): Promise<void> {
    const token = (await (await context.request.get(`${web.base}/api/v1/account`)).json()).data.csrf_token;
    const file = { name, mimeType: 'image/jpeg', buffer: picture };
    const multipart = { ...(album === '' ? {} : { album }), file };
    const headers = { 'x-csrf-token': token, origin: web.base };
    const answer = await context.request.post(`${web.base}/api/v1/upload`, { multipart, headers });
    assert.equal(answer.ok(), true, await answer.text());
  }
  // The filters also have options.
  const cells = (page: Page) => page.getByRole('listbox').getByRole('option').and(page.locator('.tile'));

  // Elements behind a dialog cannot take the focus.
  const noDialog = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' });

  test('images are selected, moved, copied and deleted by keyboard only', async () => {
    await using opened = await web.openAs('keys@example.org', undefined, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const { page, context } = opened;
    for (const name of ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg']) await put(context, name);
    await page.goto(`${web.base}/library`);
    await cells(page).nth(3).waitFor();
    await cells(page).first().focus();
    await page.keyboard.press('Space');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByText('2 selected').waitFor();
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByText('3 selected').waitFor();
    await page.getByRole('button', { name: 'Link format' }).press('Enter');
    await page.getByRole('menuitem', { name: 'BBCode' }).press('Enter');
    await page.getByText('copied', { exact: false }).first().waitFor();
    const copied = String(await page.evaluate('navigator.clipboard.readText()')).split('\n');
    assert.equal(copied.length, 3);
    for (const line of copied) assert.match(line, /^\[/);
    await page.getByRole('button', { name: 'Move to album' }).press('Enter');
    await page.getByRole('dialog').getByLabel('Find or create an album').fill('Alps');
    await page.keyboard.press('Enter');
    await page.getByText('3 images moved').waitFor();
    await noDialog(page);
    await cells(page).first().focus();
    await page.keyboard.press('Control+a');
    await page.getByText('4 selected').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('4 selected').waitFor({ state: 'detached' });
    await page.keyboard.press('Space');
    await page.getByText('1 selected').waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
    await page.getByText('Moved to trash').waitFor();
    await cells(page).nth(3).waitFor({ state: 'detached' });
    assert.equal(await cells(page).count(), 3);
    assert.deepEqual(opened.problems, []);
  });

  test('finds and opens an image; a name with markup is escaped; axe finds no violation', async () => {
    await using opened = await web.openAs('find@example.org');
    const { page, context } = opened;
    await put(context, 'other.jpg');
    await put(context, HOSTILE, 'javascript:alert(1)');
    await page.goto(`${web.base}/library`);
    await cells(page).nth(1).waitFor();
    await checkAccessibility(page, 'library');
    await page.getByLabel('Search').fill('other');
    await page.waitForURL(/q=other/);
    await cells(page).nth(1).waitFor({ state: 'detached' });
    await cells(page).filter({ hasText: 'other.jpg' }).waitFor();
    await page.getByLabel('Search').fill('');
    await page.waitForURL(`${web.base}/library`);
    await cells(page).nth(1).waitFor();
    await cells(page).first().click();
    await page.getByRole('dialog').getByText('1 of 2').waitFor();
    await checkAccessibility(page, 'an image');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByLabel('Name', { exact: true }).fill(`<b>${HOSTILE}`);
    await checkAccessibility(page, 'a dialog above an image');
    await page.getByRole('button', { name: 'Rename' }).click();
    // The message is in the dialog, because screen readers do not read text outside it.
    await page.getByRole('dialog').getByRole('status').getByText('Renamed').waitFor();
    await page.getByRole('heading', { name: '<b>' }).waitFor();
    await page.keyboard.press('Escape');
    await noDialog(page);
    await cells(page).first().focus();
    await page.keyboard.press('Space');
    await page.getByText('1 selected').waitFor();
    await checkAccessibility(page, 'a selection');
    await page.goto(`${web.base}/albums`);
    await page.getByText(/^1 image,/).waitFor();
    await checkAccessibility(page, 'albums');
    await page.locator('.album-card').click();
    await cells(page).first().waitFor();
    await checkAccessibility(page, 'an album');
    assert.deepEqual(opened.problems, []);
  });

  test('scrolling past thousands of images keeps few tiles in the page, and the visible ones load their pictures', async () => {
    await using opened = await web.openAs('many@example.org');
    const { page, context } = opened;
    await put(context, 'one.jpg');
    await stubLibrary(web.base, page, 20, 100);
    await page.goto(`${web.base}/library`);
    await cells(page).nth(20).waitFor();
    const most = await page.evaluate<number>(`new Promise((resolve) => {
      let most = 0;
      const step = () => {
        most = Math.max(most, document.querySelectorAll('.tile').length);
        if (scrollY > document.documentElement.scrollHeight / 2) return resolve(most);
        scrollBy({ top: innerHeight / 2, behavior: 'instant' });
        requestAnimationFrame(step);
      };
      step();
    })`);
    assert.ok(most < 150, `${most} tiles`);
    await waitUntilTrue(
      page,
      `(() => {
      const tiles = [...document.querySelectorAll('.tile')];
      return tiles.length > 10 && tiles.every((tile) => tile.querySelector('img')?.naturalWidth > 0);
    })()`,
    );
    assert.deepEqual(opened.problems, []);
  });

  test('an album is created, shared and deleted, and other accounts cannot open it', async () => {
    await using opened = await web.openAs('owner@example.org', '/albums');
    const { page } = opened;
    await page.getByRole('button', { name: 'New album' }).click();
    await page.getByLabel('Name').fill(HOSTILE);
    await page.getByLabel('Description').fill('<script>alert(1)</script>');
    await page.getByRole('button', { name: 'Create album' }).click();
    await page.getByText('This album is empty').waitFor();
    const { pathname } = new URL(page.url());
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('button', { name: 'Create link' }).click();
    const link = await page.getByLabel('Album link', { exact: true }).inputValue();
    assert.equal((await fetch(link)).status, 200);

    await using other = await web.openAs('other@example.org', pathname);
    await other.page.getByText('This album no longer exists.').waitFor();
    assert.deepEqual(withoutRefusals(other.problems), []);

    await page.getByRole('button', { name: 'Stop sharing' }).click();
    await page.getByRole('button', { name: 'Cancel' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop sharing' }).click();
    await noDialog(page);
    assert.equal((await fetch(link)).status, 404);
    await page.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Delete album' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete album' }).click();
    await page.getByText('No albums yet').waitFor();
    assert.deepEqual(opened.problems, []);
  });
});
