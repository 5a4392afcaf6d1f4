import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { noChromium } from './browser.ts';
import { checkAccessibility } from './check-accessibility.ts';
import { makeJpeg } from './upload.ts';
import { waitUntilTrue } from './wait-until-true.ts';
import { startWeb, type WebApp } from './web-app.ts';

const box = (page: Page) => page.locator('dialog.lightbox');
const showing = (page: Page, name: string) => box(page).getByRole('heading', { name }).waitFor();
const percent = async (page: Page) => Number.parseInt((await page.locator('.zoom-value').textContent()) ?? '', 10);
const tiles = (page: Page) => page.locator('.grid .tile[data-index]');

describe('an image on the whole window', { skip: noChromium, timeout: 180_000 }, () => {
  let web: WebApp;
  before(async () => {
    web = await startWeb();
  });
  after(() => web[Symbol.asyncDispose]());

  async function put(context: BrowserContext, name: string, album = ''): Promise<void> {
    const token = (await (await context.request.get(`${web.base}/api/v1/account`)).json()).data.csrf_token;
    const file = { name, mimeType: 'image/jpeg', buffer: await makeJpeg(2_000, 1_500) };
    const answer = await context.request.post(`${web.base}/api/v1/upload`, {
      multipart: { ...(album === '' ? {} : { album }), file },
      headers: { 'x-csrf-token': token, origin: web.base },
    });
    assert.equal(answer.ok(), true, await answer.text());
  }

  test('has an address of its own: a reload opens it, Back closes it, and the neighbours need one step back only', async () => {
    await using opened = await web.openAs('address@example.org', '/albums');
    const { page, context } = opened;
    for (const name of ['c.jpg', 'b.jpg', 'a.jpg']) await put(context, name, 'Alps');
    await page.getByRole('link', { name: 'Library' }).click();
    await tiles(page).first().click();
    await showing(page, 'a.jpg');
    await page.waitForURL(/\/library\?image=\w{12}$/);
    await page.keyboard.press('ArrowRight');
    await showing(page, 'b.jpg');
    await box(page).getByRole('button', { name: 'Next image' }).click();
    await showing(page, 'c.jpg');
    assert.equal(await box(page).getByRole('button', { name: 'Next image' }).count(), 0, 'the last image');
    await page.goBack();
    await box(page).waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).pathname + new URL(page.url()).search, '/library');
    await waitUntilTrue(page, `document.activeElement.querySelector('.tile-name')?.textContent === 'c.jpg'`);
    await page.goForward();
    await showing(page, 'c.jpg');
    await page.reload();
    await showing(page, 'c.jpg');
    await page.keyboard.press('Escape');
    await box(page).waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).search, '');
    await waitUntilTrue(page, `document.activeElement.querySelector('.tile-name')?.textContent === 'c.jpg'`);

    await page.getByRole('link', { name: 'Albums' }).click();
    await page.locator('.album-card').first().click();
    await tiles(page).nth(1).click();
    await page.waitForURL(/\/albums\/\w+\?image=\w{12}$/);
    await showing(page, 'b.jpg');
    await page.goBack();
    await box(page).waitFor({ state: 'detached' });
    await tiles(page).first().waitFor();
    assert.deepEqual(opened.problems, []);
  });

  test('zooms by wheel, keys, buttons and double click, and a drag moves the picture', async () => {
    await using opened = await web.openAs('zoom@example.org', undefined, { viewport: { width: 1280, height: 800 } });
    const { page, context } = opened;
    await put(context, 'large.jpg');
    await page.goto(`${web.base}/library`);
    await tiles(page).first().click();
    await waitUntilTrue(page, `document.querySelector('.stage-picture img')?.naturalWidth > 0`);
    const fit = await percent(page);
    assert.ok(fit > 20 && fit < 60, String(fit));
    await page.keyboard.press('1');
    await waitUntilTrue(page, `document.querySelector('.zoom-value').textContent === '100%'`);
    const place = () => page.locator('.stage-picture').boundingBox();
    const before = await place();
    await page.mouse.move(400, 400);
    await page.mouse.down();
    await page.mouse.move(300, 350, { steps: 3 });
    await page.mouse.up();
    const moved = await place();
    assert.deepEqual([(moved?.x ?? 0) - (before?.x ?? 0), (moved?.y ?? 0) - (before?.y ?? 0)], [-100, -50]);
    await page.keyboard.press('0');
    await waitUntilTrue(page, `document.querySelector('.zoom-value').textContent === '${fit}%'`);
    await page.mouse.wheel(0, -300);
    await waitUntilTrue(page, `Number.parseInt(document.querySelector('.zoom-value').textContent) > ${fit + 10}`);
    await box(page).getByRole('button', { name: 'Zoom out' }).click();
    await page.keyboard.press('0');
    await waitUntilTrue(page, `document.querySelector('.zoom-value').textContent === '${fit}%'`);
    await page.mouse.dblclick(400, 400);
    await waitUntilTrue(page, `document.querySelector('.zoom-value').textContent === '100%'`);
    // At its own size the picture is the original, which no variant replaces.
    await waitUntilTrue(page, `document.querySelector('.stage-picture img').src.includes('/i/')`);
    assert.deepEqual(opened.problems, []);
  });

  test('on a phone a swipe goes to the neighbour or closes, a pinch zooms, and all targets are large enough', async () => {
    await using opened = await web.openAs('phone@example.org', undefined, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const { page, context } = opened;
    for (const name of ['b.jpg', 'a.jpg']) await put(context, name);
    await page.goto(`${web.base}/library`);
    await tiles(page).first().tap();
    await showing(page, 'a.jpg');
    await page.locator('.stage-picture').waitFor();
    const cdp = await context.newCDPSession(page);
    const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
    const swipe = async (from: [number, number], to: [number, number]) => {
      await touch('touchStart', { x: from[0], y: from[1] });
      for (const share of [0.3, 0.6, 1]) {
        await touch('touchMove', { x: from[0] + (to[0] - from[0]) * share, y: from[1] + (to[1] - from[1]) * share });
      }
      await touch('touchEnd');
    };
    await swipe([300, 400], [90, 410]);
    await showing(page, 'b.jpg');
    await swipe([90, 400], [300, 410]);
    await showing(page, 'a.jpg');
    const fit = (await page.locator('.stage-picture').boundingBox())?.width ?? 0;
    await touch('touchStart', { x: 180, y: 400 }, { x: 210, y: 400 });
    await touch('touchMove', { x: 130, y: 400 }, { x: 260, y: 400 });
    await touch('touchMove', { x: 100, y: 400 }, { x: 290, y: 400 });
    await touch('touchEnd');
    await waitUntilTrue(page, `document.querySelector('.stage-picture').getBoundingClientRect().width > ${fit * 2}`);
    // The browser takes a tap that follows at once for a part of the pinch.
    await page.waitForTimeout(400);
    await box(page).getByRole('button', { name: 'Details' }).tap();
    await page.getByText('2,000 × 1,500 pixels').waitFor();
    await checkAccessibility(page, 'an image on a phone');
    await box(page).getByRole('button', { name: 'Details' }).tap();
    const small = await page.evaluate<string[]>(`
      [...document.querySelectorAll('.lightbox button, .lightbox a')]
        .filter((one) => one.getBoundingClientRect().width > 0)
        .filter((one) => one.getBoundingClientRect().height < 44 || one.getBoundingClientRect().width < 44)
        .map((one) => one.outerHTML.slice(0, 120))`);
    assert.deepEqual(small, []);
    await page.keyboard.press('0');
    await waitUntilTrue(page, `document.querySelector('.stage-picture').getBoundingClientRect().width < ${fit * 1.1}`);
    await swipe([200, 300], [210, 520]);
    await box(page).waitFor({ state: 'detached' });
    assert.deepEqual(opened.problems, []);
  });

  test('the link in the chosen format is copied, an album is picked, and a deletion shows the next image and can be undone', async () => {
    await using opened = await web.openAs('actions@example.org', undefined, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const { page, context } = opened;
    await put(context, 'c.jpg', 'Alps');
    for (const name of ['b.jpg', 'a.jpg']) await put(context, name);
    await page.goto(`${web.base}/library`);
    await tiles(page).first().click();
    await showing(page, 'a.jpg');
    await box(page)
      .getByRole('button', { name: /^Link format/ })
      .click();
    await page.getByRole('menuitem', { name: 'Markdown' }).click();
    await waitUntilTrue(page, `navigator.clipboard.readText().then((text) => text.startsWith('!['))`);
    await page.keyboard.press('ArrowRight');
    await showing(page, 'b.jpg');
    await page.keyboard.press('Control+c');
    await waitUntilTrue(page, `navigator.clipboard.readText().then((text) => text.startsWith('![b.jpg](http'))`);
    await box(page).getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Move to album' }).click();
    await page.getByRole('button', { name: /^Alps/ }).click();
    await page.getByText('1 image moved').waitFor();
    await box(page).getByRole('link', { name: 'Alps' }).waitFor();
    await box(page).getByRole('button', { name: 'Delete' }).click();
    await showing(page, 'c.jpg');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Image restored').waitFor();
    await page.keyboard.press('Escape');
    await box(page).waitFor({ state: 'detached' });
    await waitUntilTrue(page, `document.querySelectorAll('.tile[data-index]').length === 3`);
    assert.equal(await page.evaluate('document.activeElement.querySelector(".tile-name")?.textContent'), 'c.jpg');
    assert.deepEqual(opened.problems, []);
  });

  test("an address of an image that is gone, or of somebody else's, leads to the library", async () => {
    await using other = await web.openAs('other@example.org');
    await put(other.context, 'theirs.jpg');
    const { data } = await (await other.context.request.get(`${web.base}/api/v1/images`)).json();
    await using opened = await web.openAs('lost@example.org', `/library?image=${data.images[0].id}`);
    const { page } = opened;
    await page.getByText('No images yet').waitFor();
    await waitUntilTrue(page, `location.search === ''`);
    assert.equal(await box(page).count(), 0);
    assert.deepEqual(opened.problems, []);
  });
});
