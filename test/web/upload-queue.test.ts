import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { until } from '../support/until.ts';
import { noChromium } from './browser.ts';
import { dropFiles, makeJpeg } from './upload.ts';
import { waitUntilTrue } from './wait-until-true.ts';
import { startWeb, type WebApp, withoutRefusals } from './web-app.ts';

const UPLOAD = '**/api/v1/upload';

describe('the upload queue', { skip: noChromium, timeout: 180_000 }, () => {
  let web: WebApp;
  let picture: Buffer;
  before(async () => {
    web = await startWeb();
    picture = await makeJpeg(320, 240);
  });
  after(() => web[Symbol.asyncDispose]());

  const jpeg = (name: string) => ({ name, mimeType: 'image/jpeg', buffer: picture });
  const choose = (page: Page, ...names: string[]) =>
    page.locator('input[type=file]').first().setInputFiles(names.map(jpeg));
  const shows = (page: Page, text: string) => page.locator('.overall').getByText(text, { exact: true }).waitFor();
  const names = (count: number) => Array.from({ length: count }, (_, i) => `${i}.jpg`);
  const imagesOf = async (page: Page) => {
    const answer = await page.context().request.get(`${web.base}/api/v1/images?limit=100`);
    return ((await answer.json()).data.images as { filename: string }[]).map(({ filename }) => filename).sort();
  };

  test('files that were not sent are uploaded after a reload, each once, also with a second tab open', async () => {
    await using opened = await web.openAs('reload@example.org');
    const { page, context } = opened;
    await page.getByText('data are removed').waitFor();
    // The first tab never gets through.
    await page.route(UPLOAD, (route) => route.abort('connectionreset'));
    await choose(page, ...names(6));
    await page.getByText('Connection lost.').waitFor();
    const second = await context.newPage();
    await second.goto(web.base);
    await second.getByText('data are removed').waitFor();
    assert.equal(await second.locator('.upload-row').count(), 0, 'the files belong to the first tab');
    await page.unroute(UPLOAD);
    page.removeAllListeners('dialog');
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
    await page.reload();
    await shows(page, '6 of 6 uploaded');
    assert.deepEqual(await imagesOf(page), names(6));
    await page.reload();
    await page.getByText('data are removed').waitFor();
    assert.equal(await page.locator('.upload-row').count(), 0, 'uploaded files are forgotten');
  });

  test('a file that was being processed while the page was left gets its delete token after a reload', async () => {
    await using opened = await web.open();
    const { page } = opened;
    page.removeAllListeners('dialog');
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
    const ids: string[] = [];
    let isFirst = true;
    await page.route(UPLOAD, async (route: Route) => {
      const answer = await route.fetch();
      ids.push((await answer.json()).data.id);
      // The image is stored, and the page is left before the answer.
      if (isFirst) return;
      await route.fulfill({ response: answer });
    });
    await choose(page, 'left.jpg');
    await until(() => ids.length === 1);
    isFirst = false;
    await page.reload();
    await shows(page, 'Uploaded');
    assert.equal(ids[1], ids[0]);
    const kept = JSON.parse(String(await page.evaluate(`localStorage.getItem('imgd.uploads')`)));
    assert.equal(kept.length, 1);
    assert.equal(kept[0].id, ids[0]);
    assert.match(kept[0].delete_token, /^imgdd_/);
  });

  test('an image that the server stored without an account keeps its delete token, also on the page of an account', async () => {
    await using opened = await web.openAs('gone@example.org');
    const { page } = opened;
    await page.getByText('data are removed').waitFor();
    await page.route(UPLOAD, async (route) => {
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(picture)]), 'orphan.jpg');
      const answer = await fetch(`${web.app.url}/api/v1/upload`, { method: 'POST', body });
      await route.fulfill({ status: 200, json: await answer.json() });
    });
    await choose(page, 'orphan.jpg');
    await shows(page, 'Uploaded');
    const kept = JSON.parse(String(await page.evaluate(`localStorage.getItem('imgd.uploads')`)));
    assert.equal(kept[0].filename, 'orphan.jpg');
    assert.match(kept[0].delete_token, /^imgdd_/);
  });

  test('it can be paused and continued; other pages show its progress in the header and in the title', async () => {
    await using opened = await web.openAs('pause@example.org');
    const { page } = opened;
    const held: Route[] = [];
    let holds = true;
    await page.route(UPLOAD, (route) => {
      if (!holds) return route.continue();
      held.push(route);
      return undefined;
    });
    await choose(page, ...names(5));
    await until(() => held.length === 3);
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    await page.getByRole('link', { name: 'Albums' }).click();
    await page.getByRole('link', { name: '0 of 5 uploaded' }).waitFor();
    await until(async () => /^\d+% · Albums/.test(await page.title()));
    holds = false;
    await page.getByRole('link', { name: '0 of 5 uploaded' }).click();
    assert.equal(held.length, 3, 'a paused queue sends nothing');
    await page.getByRole('button', { name: 'Continue' }).click();
    await shows(page, '5 of 5 uploaded');
    await until(async () => /^Upload · /.test(await page.title()));
    assert.deepEqual(await imagesOf(page), names(5));
    assert.deepEqual(withoutRefusals(opened.problems), []);
  });

  test('files dropped on any page are uploaded, on the page of an album into it', async () => {
    await using opened = await web.openAs('drops@example.org', '/library');
    const { page, context } = opened;
    await page.getByRole('heading', { name: 'Library' }).waitFor();
    await dropFiles(page, picture, 'library.jpg');
    await page.getByText('1 image uploaded').waitFor();
    const albums = async () => (await (await context.request.get(`${web.base}/api/v1/albums`)).json()).data.albums;
    const imagesIn = async (id: string) => {
      const answer = await context.request.get(`${web.base}/api/v1/albums/${id}/images`);
      return (await answer.json()).data.images.map(({ filename }: { filename: string }) => filename).sort();
    };
    await page.goto(`${web.base}/?album=Alps`);
    await page.locator('input[type=file]').setInputFiles([jpeg('first.jpg')]);
    // The list may still hold the file before it, so its texts do not say when this one is stored.
    await until(async () => (await albums()).length === 1);
    const [{ id }] = await albums();
    await until(async () => (await imagesIn(id)).length === 1);
    await page.goto(`${web.base}/albums/${id}`);
    await page.getByRole('heading', { name: 'Alps' }).waitFor();
    await dropFiles(page, picture, 'one.jpg', 'two.jpg', { only: 'dragover' });
    await page.getByText('Drop to upload 2 files').waitFor();
    await page.getByText('to the album “Alps”').waitFor();
    // The words of the page do not shine through.
    const background = await page.evaluate(`getComputedStyle(document.querySelector('.drop-overlay')).backgroundColor`);
    assert.doesNotMatch(String(background), /rgba|\//);
    await dropFiles(page, picture, 'one.jpg', 'two.jpg');
    await page.getByText('2 images uploaded').waitFor();
    assert.deepEqual(await imagesIn(id), ['first.jpg', 'one.jpg', 'two.jpg']);
    await page.goto(`${web.base}/account`);
    await page.getByRole('heading', { name: 'Usage' }).waitFor();
    await dropFiles(page, picture, 'account.jpg');
    await page.getByText('1 image uploaded').waitFor();
    assert.deepEqual(withoutRefusals(opened.problems), []);
  });

  test('Escape and a mouse move end the overlay of a drag that ended elsewhere', async () => {
    await using opened = await web.open('/login');
    const { page } = opened;
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    for (const end of [() => page.keyboard.press('Escape'), () => page.mouse.move(20, 20)]) {
      await dropFiles(page, picture, 'a.jpg', { only: 'dragover' });
      await page.getByText('Drop to upload 1 file').waitFor();
      await end();
      await page.locator('.drop-overlay').waitFor({ state: 'detached' });
    }
  });

  test('hidden files of dropped folders are left out', async () => {
    await using opened = await web.open();
    const { page } = opened;
    await page.getByText('data are removed').waitFor();
    // A script cannot drop a real folder, so the entries are made here.
    await page.evaluate(`(() => {
      const file = (name) => ({ name, isFile: true, isDirectory: false, file: (done) => done(new File(['no picture'], name)) });
      const folder = (name, children) => ({ name, isFile: false, isDirectory: true, createReader() {
        let left = [children, []];
        return { readEntries: (done) => done(left.shift()) };
      } });
      const entry = folder('photos', [file('.DS_Store'), file('notes.txt'), folder('.git', [file('config')])]);
      DataTransferItem.prototype.webkitGetAsEntry = () => entry;
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['x'], 'photos'));
      document.querySelector('footer').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
    })()`);
    await page.locator('.upload-row', { hasText: 'notes.txt' }).waitFor();
    assert.equal(await page.locator('.upload-row').count(), 1);
  });

  test('when fewer uploads are left than files wait, one sentence says how many and when the rest follows', async () => {
    const plans = '{"anonymous":{"requestsPerHour":5}}';
    await using small = await startWeb({ env: { IMGD_PLANS: plans } });
    await using opened = await small.open();
    const { page } = opened;
    await page.getByText('5 uploads left this hour.').waitFor();
    await page.route(UPLOAD, () => undefined);
    await choose(page, ...names(8));
    await page
      .getByText(/Only 5 of your 8 images fit in this hour. The rest will upload automatically at \d+:\d\d/)
      .waitFor();
    assert.equal(await page.getByText('uploads left this hour').count(), 0);
  });

  test('the preview stays while the served thumbnail cannot be loaded, which is tried again when the browser is online', async () => {
    await using opened = await web.open();
    const { page } = opened;
    let isDead = true;
    await page.route('**/t/*.jpg', (route) => (isDead ? route.abort('connectionreset') : route.continue()));
    await choose(page, 'a.jpg', 'b.jpg');
    await shows(page, '2 of 2 uploaded');
    const shown = `[...document.querySelectorAll('.upload-row img')].map(({ src, naturalWidth }) => naturalWidth > 0 && src.slice(0, 4))`;
    await waitUntilTrue(page, `${shown}.join() === 'blob,blob'`);
    isDead = false;
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await waitUntilTrue(page, `${shown}.join() === 'http,http'`);
  });
});
