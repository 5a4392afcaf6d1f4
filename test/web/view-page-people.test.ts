import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import type { UploadResult } from '../../src/api/images.ts';
import { until } from '../support/until.ts';
import { makeJpeg, uploadAs } from './upload.ts';
import { waitUntilTrue } from './wait-until-true.ts';
import { startWeb, type WebApp, withoutRefusals } from './web-app.ts';

const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** Sum of the layout shifts since the page began. */
const SHIFTS = `new Promise((resolve) => {
  let sum = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) sum += entry.value;
  });
  observer.observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(sum), 300);
})`;

describe('the page of an image for people', { timeout: 120_000 }, () => {
  let web: WebApp;
  let photo: UploadResult;
  before(async () => {
    web = await startWeb();
    photo = await uploadAs(web.app.url, await makeJpeg(1600, 1200), 'photo.jpg');
  });
  after(() => web[Symbol.asyncDispose]());

  const openImage = (image: UploadResult, options: BrowserContextOptions = DESKTOP) =>
    web.open(`/image/${image.id}`, options);
  const png = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#a42' } })
      .png()
      .toBuffer();
  const sidesOf = async (page: Page, selector = '.picture') => {
    const box = await page.locator(selector).boundingBox();
    return [Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)] as const;
  };

  it('offers uploading and signing in, and the library to browsers that have signed in', async () => {
    await using opened = await openImage(photo);
    const nav = opened.page.getByRole('navigation', { name: 'Site', exact: true });
    assert.deepEqual(await nav.getByRole('link').allTextContents(), ['Upload', 'Sign in']);
    assert.ok(await nav.getByRole('link', { name: 'Sign in' }).isVisible());
    const rels = ['apple-touch-icon', 'manifest'].map((rel) => opened.page.locator(`link[rel="${rel}"]`).count());
    assert.deepEqual(await Promise.all(rels), [1, 1]);
    assert.ok(await nav.getByText('Library').isHidden());
    await opened.page.evaluate(`localStorage.setItem('imgd.signed-in', '1')`);
    await opened.page.reload();
    assert.ok(await nav.getByText('Sign in').isHidden());
    await nav.getByRole('link', { name: 'Library' }).waitFor();
    await nav.getByRole('link', { name: 'Upload' }).click();
    assert.equal(new URL(opened.page.url()).pathname, '/');
  });

  it('downloads the picture under its name', async () => {
    await using opened = await openImage(photo);
    const [download] = await Promise.all([
      opened.page.waitForEvent('download'),
      opened.page.getByRole('link', { name: 'Download' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'photo.jpg');
  });

  it('zooms by buttons, keys and clicks, from the whole picture to its pixels', async () => {
    await using opened = await openImage(photo);
    const { page } = opened;
    const [whole] = await sidesOf(page);
    assert.ok(whole < 900, 'it fits beside the panel');
    await page.getByRole('button', { name: '100%' }).click();
    assert.deepEqual(await sidesOf(page), [1600, 1200]);
    assert.equal(await page.getByRole('button', { name: '100%' }).getAttribute('aria-pressed'), 'true');
    await page.keyboard.press('0');
    assert.deepEqual((await sidesOf(page))[0], whole);
    await page.keyboard.press('+');
    assert.ok(Math.abs((await sidesOf(page))[0] - 1.5 * whole) <= 2);
    await page.getByRole('button', { name: 'Fit' }).click();
    await page.locator('.picture').click();
    assert.deepEqual(await sidesOf(page), [1600, 1200]);
    await page.locator('.picture').click();
    assert.equal((await sidesOf(page))[0], whole);
    assert.equal(new URL(page.url()).pathname, `/image/${photo.id}`, 'a click does not leave the page');
    const box = await page.locator('.light').boundingBox();
    await page.mouse.move((box?.x ?? 0) + 300, (box?.y ?? 0) + 300);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -300);
    await page.keyboard.up('Control');
    await until(async () => (await sidesOf(page))[0] > whole);
    assert.deepEqual(opened.problems, []);
  });

  it('zooms by two fingers, towards the point between them', async () => {
    await using opened = await openImage(photo, PHONE);
    const { page, context } = opened;
    const [whole] = await sidesOf(page);
    const touch = await context.newCDPSession(page);
    const fingers = (apart: number) => [
      { x: 195 - apart, y: 200, id: 1 },
      { x: 195 + apart, y: 200, id: 2 },
    ];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(30) });
    for (const apart of [45, 60, 75, 90])
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await until(async () => (await sidesOf(page))[0] > 2 * whole);
  });

  it('shows small pictures by whole numbers, panoramas and long pictures larger than as a whole', async () => {
    for (const [width, height, name, expected] of [
      [16, 16, 'icon.png', [320, 320]],
      [50, 30, 'sprite.png', [300, 180]],
      [1, 1, 'one.png', [64, 64]],
    ] as const) {
      const image = await uploadAs(web.app.url, await png(width, height), name);
      await using opened = await openImage(image, PHONE);
      assert.deepEqual(await sidesOf(opened.page), expected, name);
      const rendering = await opened.page.evaluate(
        `getComputedStyle(document.querySelector('.picture')).imageRendering`,
      );
      assert.equal(rendering, 'pixelated');
    }
    const long = await uploadAs(web.app.url, await makeJpeg(600, 3600), 'long.jpg');
    const panorama = await uploadAs(web.app.url, await makeJpeg(3600, 600), 'panorama.jpg');
    for (const options of [DESKTOP, PHONE]) {
      await using first = await openImage(long, options);
      assert.ok((await sidesOf(first.page))[0] > 340, 'as wide as it has pixels, or as the phone');
      await first.page.getByRole('button', { name: 'Fit' }).click();
      assert.ok((await sidesOf(first.page))[1] < 800, 'the whole picture');
      await using second = await openImage(panorama, options);
      assert.ok((await sidesOf(second.page))[1] > 400);
      const overflow = await second.page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      assert.ok(overflow <= 0, 'only the stage scrolls');
    }
  });

  it('moves nothing while it loads', async () => {
    for (const options of [DESKTOP, PHONE]) {
      await using opened = await web.open('/robots.txt', options);
      const { page } = opened;
      for (const path of ['**/i/**', '**/v/**']) {
        await page.route(path, async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 400));
          await route.continue();
        });
      }
      await page.goto(`${web.base}/image/${photo.id}`, { waitUntil: 'load' });
      const shifts = await page.evaluate<number>(SHIFTS);
      assert.ok(shifts < 0.02, `layout shift ${shifts}`);
    }
  });

  it('shows times in the language and the zone of the visitor', async () => {
    await using opened = await openImage(photo, { ...DESKTOP, locale: 'de-DE', timezoneId: 'Asia/Tokyo' });
    const time = opened.page.locator('[data-fact="uploaded"] time');
    const format = new Intl.DateTimeFormat('de-DE', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: 'Asia/Tokyo',
    });
    assert.equal(await time.textContent(), format.format(new Date(photo.uploaded_at)));
    assert.match((await time.getAttribute('title')) ?? '', / UTC$/);
  });

  it('shares the address of the page', async () => {
    await using opened = await web.open('/robots.txt', PHONE);
    await opened.page.addInitScript('navigator.share = async (data) => { window.shared = data; }');
    await opened.page.goto(`${web.base}/image/${photo.id}`);
    await opened.page.getByRole('button', { name: 'Share…' }).click();
    assert.deepEqual(await opened.page.evaluate('window.shared'), { title: 'photo.jpg', url: photo.links.view_page });
  });

  it('keeps the extension of a name from right to left at its right end', async () => {
    const image = await uploadAs(web.app.url, await makeJpeg(40, 40), 'שלום.jpg');
    await using opened = await openImage(image);
    const [extension = 0, stem = 0] = await opened.page.evaluate<number[]>(`(() => {
      const name = document.querySelector('h1 bdi');
      const range = document.createRange();
      range.selectNode(name.lastChild);
      return [range.getBoundingClientRect().left, name.firstChild.getBoundingClientRect().left];
    })()`);
    assert.ok(extension > stem, `${extension} ${stem}`);
  });

  it('lets its owner rename, move, keep and delete it', async () => {
    await using opened = await web.openAs('owner@example.com', '/robots.txt', DESKTOP);
    const { page, context } = opened;
    await page.evaluate(`localStorage.setItem('imgd.signed-in', '1')`);
    const account = await (await context.request.get(`${web.base}/api/v1/account`)).json();
    const headers = { 'x-csrf-token': account.data.csrf_token, origin: web.base };
    for (const name of ['Cats', 'Dogs']) {
      await context.request.post(`${web.base}/api/v1/albums`, { headers, data: { name } });
    }
    const file = { name: 'mine.jpg', mimeType: 'image/jpeg', buffer: await makeJpeg(60, 60) };
    const answer = await context.request.post(`${web.base}/api/v1/upload`, { headers, multipart: { file } });
    const { data: image } = await answer.json();
    await page.goto(`${web.base}/image/${image.id}`);
    const owner = page.getByRole('region', { name: 'Your image' });
    const [form, report] = [owner.locator('form.owner-form'), page.locator('.report-link')];
    await form.waitFor();
    const places = await Promise.all([form, report].map((one) => one.boundingBox()));
    assert.ok((places[0]?.y ?? 0) < (places[1]?.y ?? 0), 'above the report link');
    assert.equal(await owner.getByLabel('Expiry').locator('option:checked').textContent(), 'Don’t change');
    await until(async () => (await owner.getByLabel('Album').locator('option').count()) === 3);

    const name = owner.getByLabel('File name');
    assert.equal(await name.inputValue(), 'mine');
    await name.fill(' ');
    await owner.getByRole('button', { name: 'Save' }).click();
    await owner.getByText('Enter a name.').waitFor();
    await name.fill('notes.exe');
    await owner.getByLabel('Album').selectOption('Cats');
    await owner.getByRole('button', { name: 'Save' }).click();
    await owner.getByText('Saved', { exact: true }).waitFor();
    assert.equal(await page.locator('h1').textContent(), 'notes.exe.jpg');
    const info = await (await context.request.get(`${web.base}/api/v1/image/${image.id}`)).json();
    assert.deepEqual([info.data.filename, info.data.album.name], ['notes.exe.jpg', 'Cats']);
    await page.reload();
    assert.equal(await page.locator('h1').textContent(), 'notes.exe.jpg', 'the browser shows no old copy');
    await owner.getByRole('button', { name: 'Delete image' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this image?' });
    await dialog.getByText('notes.exe.jpg').waitFor();
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await page.waitForURL('**/library');
    await page.goto(`${web.base}/image/${image.id}`);
    await page.getByRole('heading', { name: 'Image not available' }).waitFor();
    assert.deepEqual(withoutRefusals(opened.problems), []);
  });

  it('steps through a shared album by keys and swipes', async () => {
    await using opened = await web.openAs('album@example.com', '/robots.txt', PHONE);
    const { page, context } = opened;
    const account = await (await context.request.get(`${web.base}/api/v1/account`)).json();
    const headers = { 'x-csrf-token': account.data.csrf_token, origin: web.base };
    const ids: string[] = [];
    for (const name of ['first.jpg', 'second.jpg']) {
      const file = { name, mimeType: 'image/jpeg', buffer: await makeJpeg(300, 200) };
      const answer = await context.request.post(`${web.base}/api/v1/upload`, {
        headers,
        multipart: { file, album: 'Trip' },
      });
      ids.push((await answer.json()).data.id);
    }
    const albums = await (await context.request.get(`${web.base}/api/v1/albums`)).json();
    const path = `${web.base}/api/v1/albums/${albums.data.albums[0].id}`;
    const shared = await (await context.request.patch(path, { headers, data: { public: true } })).json();
    const url = shared.data.public_url.replace('127.0.0.1', 'localhost');
    const [older, newer] = ids;
    const ahead = page.waitForRequest(`**/i/${older}.jpg`);
    await page.goto(`${url}/${newer}`);
    await ahead;
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(`${url}/${older}`);
    await page.keyboard.press('ArrowLeft');
    await page.waitForURL(`${url}/${newer}`);
    const touch = await context.newCDPSession(page);
    await waitUntilTrue(page, `document.readyState === 'complete'`);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: 300, y: 200 }] });
    for (const x of [250, 180, 100])
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: 205 }] });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.waitForURL(`${url}/${older}`);
  });

  it('is uploaded without JavaScript, from the front page', async () => {
    await using opened = await web.open('/', { ...PHONE, javaScriptEnabled: false });
    const { page } = opened;
    const form = page.locator('form[action="/upload"]');
    const box = await form.boundingBox();
    assert.ok((box?.y ?? 844) < 400, 'it is in view');
    const buffer = await makeJpeg(80, 60);
    await form.locator('input[type="file"]').setInputFiles({ name: 'plain.jpg', mimeType: 'image/jpeg', buffer });
    await form.getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('heading', { name: 'Image uploaded' }).waitFor();
    const direct = await page.getByLabel('Direct link').inputValue();
    assert.equal((await fetch(direct)).status, 200);
    await page.getByRole('link', { name: 'plain.jpg' }).click();
    await page.getByRole('heading', { name: 'plain.jpg' }).waitFor();
  });
});
