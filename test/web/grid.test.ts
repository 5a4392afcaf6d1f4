import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { webBuild } from '../support/web-build.ts';
import { noChromium } from './browser.ts';
import { checkAccessibility } from './check-accessibility.ts';
import { stubLibrary } from './stub-library.ts';
import { makeJpeg } from './upload.ts';
import { waitUntilTrue } from './wait-until-true.ts';
import { startWeb, type WebApp } from './web-app.ts';

const MAX_SCRIPT_BYTES = 60 * 1024;
/** A scrubber that takes its room late shifts the rows of this list by 0.008. */
const MAX_SHIFT = 0.005;

const tiles = (page: Page) => page.getByRole('listbox').getByRole('option').and(page.locator('.tile'));
const names = (page: Page) => page.locator('.tile .tile-name').allTextContents();

describe('the grid of the library', { skip: noChromium, timeout: 180_000 }, () => {
  let web: WebApp;
  before(async () => {
    web = await startWeb();
  });
  after(() => web[Symbol.asyncDispose]());

  async function put(context: BrowserContext, name: string, buffer: Buffer): Promise<void> {
    const token = (await (await context.request.get(`${web.base}/api/v1/account`)).json()).data.csrf_token;
    const answer = await context.request.post(`${web.base}/api/v1/upload`, {
      multipart: { file: { name, mimeType: 'image/jpeg', buffer } },
      headers: { 'x-csrf-token': token, origin: web.base },
    });
    assert.equal(answer.ok(), true, await answer.text());
  }

  test('rows keep the shape of each picture and fill the width; squares and the tile size are remembered', async () => {
    await using opened = await web.openAs('rows@example.org', undefined, { viewport: { width: 1280, height: 800 } });
    const { page, context } = opened;
    const shapes = [
      [900, 300],
      [300, 900],
      [600, 400],
      [500, 500],
      [700, 500],
      [480, 640],
      [640, 480],
      [600, 600],
      [800, 500],
      [640, 400],
    ] as const;
    for (const [width, height] of shapes) await put(context, `${width}x${height}.jpg`, await makeJpeg(width, height));
    await page.goto(`${web.base}/library`);
    await tiles(page).nth(9).waitFor();
    const boxes = await page.evaluate<{ name: string; ratio: number; row: number; left: number; right: number }[]>(`
      [...document.querySelectorAll('.tile')].map((tile) => {
        const box = tile.querySelector('.tile-picture').getBoundingClientRect();
        return { name: tile.querySelector('.tile-name').textContent, ratio: box.width / box.height,
          row: Math.round(box.top), left: box.left, right: box.right };
      })`);
    for (const { name, ratio } of boxes) {
      const [width = 0, height = 0] = name.split(/[x.]/).map(Number);
      const wanted = Math.max(0.45, Math.min(3.2, width / height));
      assert.ok(Math.abs(ratio - wanted) < 0.02, `${name}: ${ratio}`);
    }
    const firstRow = boxes.filter(({ row }) => row === boxes[0]?.row);
    const [left, right] = [Math.min(...firstRow.map((one) => one.left)), Math.max(...firstRow.map((one) => one.right))];
    assert.ok(left < 48 && right > 1280 - 64, `${left} to ${right}`);
    await page.getByRole('radio', { name: 'Squares' }).check({ force: true });
    await page.getByRole('slider', { name: 'Tile size' }).press('ArrowRight');
    await page.reload();
    await tiles(page).nth(9).waitFor();
    const square = await page.locator('.tile-picture').first().boundingBox();
    assert.ok(square !== null && Math.abs(square.width - square.height) < 1 && square.width >= 260);
    assert.deepEqual(opened.problems, []);
  });

  test('while selecting a click toggles; a drag selects a range; the copy button copies; a deletion moves the focus on', async () => {
    await using opened = await web.openAs('mouse@example.org', undefined, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const { page, context } = opened;
    const picture = await makeJpeg(400, 300);
    for (const name of ['e.jpg', 'd.jpg', 'c.jpg', 'b.jpg', 'a.jpg']) await put(context, name, picture);
    await page.goto(`${web.base}/library`);
    await tiles(page).nth(4).waitFor();
    await tiles(page).nth(0).hover();
    await tiles(page).nth(0).locator('[data-copy]').click();
    await page.getByText('Direct link copied').waitFor();
    const { data } = await (await context.request.get(`${web.base}/api/v1/images`)).json();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), data.images[0].links.direct);
    await tiles(page).nth(1).focus();
    await page.keyboard.press('Control+c');
    await waitUntilTrue(
      page,
      `navigator.clipboard.readText().then((text) => text === ${JSON.stringify(data.images[1].links.direct)})`,
    );

    await tiles(page).nth(0).locator('[data-mark]').click();
    await page.getByText('1 selected').waitFor();
    await tiles(page).nth(2).click();
    await page.getByText('2 selected').waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);
    await tiles(page).nth(2).click();
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('Escape');

    const centre = async (index: number) => {
      const box = await tiles(page).nth(index).boundingBox();
      assert.ok(box !== null);
      return [box.x + box.width / 2, box.y + box.height / 2] as const;
    };
    await page.mouse.move(...(await centre(1)));
    await page.mouse.down();
    await page.mouse.move(...(await centre(2)), { steps: 4 });
    await page.mouse.move(...(await centre(3)), { steps: 4 });
    await page.mouse.up();
    await page.getByText('3 selected').waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0, 'the end of a drag opens nothing');
    await page.keyboard.press('Escape');
    await page.getByText('3 selected').waitFor({ state: 'detached' });

    await tiles(page).nth(1).focus();
    await page.keyboard.press('Delete');
    await waitUntilTrue(page, `document.querySelectorAll('.tile').length === 4`);
    assert.deepEqual(await names(page), ['a.jpg', 'c.jpg', 'd.jpg', 'e.jpg']);
    await waitUntilTrue(page, `document.activeElement.querySelector('.tile-name')?.textContent === 'c.jpg'`);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Image restored').waitFor();
    await waitUntilTrue(page, `document.querySelectorAll('.tile').length === 5`);
    assert.deepEqual(opened.problems, []);
  });

  test('a long press selects on a phone, and nothing covers the bar of the selection', async () => {
    await using opened = await web.openAs('touch@example.org', undefined, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const { page, context } = opened;
    const picture = await makeJpeg(400, 300);
    for (const name of ['b.jpg', 'a.jpg']) await put(context, name, picture);
    await page.goto(`${web.base}/library`);
    const box = await tiles(page).first().boundingBox();
    assert.ok(box !== null);
    const cdp = await context.newCDPSession(page);
    const point = { x: box.x + 40, y: box.y + 40 };
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await page.getByText('1 selected').waitFor();
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.waitForTimeout(100);
    assert.equal(await page.getByRole('dialog').count(), 0, 'the end of a long press opens nothing');
    await tiles(page).nth(1).tap();
    await page.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: 'Copy links' }).tap();
    await page.getByRole('status').getByText('copied').first().waitFor();
    const overlap = await page.evaluate(`(() => {
      const bar = document.querySelector('.selection-bar').getBoundingClientRect();
      return [...document.querySelectorAll('.toasts > *')].some((toast) => toast.getBoundingClientRect().bottom > bar.top);
    })()`);
    assert.equal(overlap, false, 'the toast lies over the bar');
    const small = await page.evaluate<string[]>(`
      [...document.querySelectorAll('.selection-bar button')]
        .filter((one) => one.getBoundingClientRect().height < 44 || one.getBoundingClientRect().width < 44)
        .map((one) => one.outerHTML.slice(0, 120))`);
    assert.deepEqual(small, []);
    assert.deepEqual(opened.problems, []);
  });

  test('Ctrl+A selects all images of the server by the query, and says how many', async () => {
    await using opened = await web.openAs('all@example.org');
    const { page, context } = opened;
    await put(context, 'one.jpg', await makeJpeg(400, 300));
    const { total } = await stubLibrary(web.base, page, 12, 100);
    const bodies: { query?: object; except?: string[]; cursor?: string }[] = [];
    await page.route('**/api/v1/images/update', (route) => {
      bodies.push(route.request().postDataJSON());
      const isLast = bodies.length === 3;
      return route.fulfill({
        json: {
          success: true,
          data: {
            matched: 1_200,
            succeeded: 0,
            failed: 0,
            ids: [],
            remaining: 0,
            complete: true,
            has_more: !isLast,
            next_cursor: isLast ? null : `c${bodies.length}`,
          },
        },
      });
    });
    await page.goto(`${web.base}/library?format=JPEG`);
    await tiles(page).nth(5).waitFor();
    await tiles(page).first().focus();
    await page.keyboard.press('Control+a');
    await page.getByText(`${total.toLocaleString('en')} selected`).waitFor();
    await tiles(page).nth(1).click();
    await page.getByText('1,199 selected').waitFor();
    await page.getByRole('button', { name: 'Expires' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.deepEqual(
      bodies.map(({ query, except, cursor }) => ({ query, except, cursor })),
      [undefined, 'c1', 'c2'].map((cursor) => ({ query: { format: 'JPEG' }, except: ['i00000000001'], cursor })),
    );
    assert.deepEqual(opened.problems, []);
  });

  test('months are headings, the scrubber jumps to one by keyboard and loads only it; without months there is no scrubber', async () => {
    await using opened = await web.openAs('months@example.org');
    const { page, context } = opened;
    await put(context, 'one.jpg', await makeJpeg(400, 300));
    const { requests } = await stubLibrary(web.base, page, 24, 200);
    await page.goto(`${web.base}/library`);
    await page.getByRole('heading', { name: 'November 2026' }).waitFor();
    await tiles(page).nth(5).waitFor();
    const scrubber = page.getByRole('slider', { name: 'Jump to month' });
    await scrubber.focus();
    await page.keyboard.press('PageDown');
    await page.getByRole('heading', { name: 'November 2025' }).waitFor();
    assert.equal(await scrubber.getAttribute('aria-valuetext'), 'November 2025');
    await page.locator('.tile .tile-name').filter({ hasText: 'picture 2400.jpg' }).waitFor({ state: 'attached' });
    assert.ok(requests.length < 8, `${requests.length} requests`);
    await checkAccessibility(page, 'a library with months');
    await page.keyboard.press('End');
    await page.getByRole('heading', { name: 'December 2024' }).waitFor();
    await page.keyboard.press('Home');
    await tiles(page).first().waitFor();
    await page.goto(`${web.base}/library?order=largest`);
    await tiles(page).nth(5).waitFor();
    assert.equal(await scrubber.count(), 0);
    assert.equal(await page.locator('.grid-month').count(), 0);
    assert.deepEqual(opened.problems, []);
  });

  test('sharp screens get the 640 variant where the thumbnail is too small, and the thumbnail again if that fails', async () => {
    await using opened = await web.openAs('sharp@example.org', undefined, { deviceScaleFactor: 2 });
    const { page, context } = opened;
    // The browser may take a busy machine for a slow connection.
    await page.addInitScript(`Object.defineProperty(navigator, 'connection', { value: undefined })`);
    await put(context, 'small.jpg', await makeJpeg(200, 150));
    await put(context, 'refused.jpg', await makeJpeg(1_300, 900));
    await put(context, 'large.jpg', await makeJpeg(1_200, 900));
    const { data } = await (await context.request.get(`${web.base}/api/v1/images`)).json();
    await page.route(`**/v/${data.images[1].id}/640.webp`, (route) => route.fulfill({ status: 429 }));
    await page.goto(`${web.base}/library`);
    const source = (index: number) => page.evaluate(`document.querySelectorAll('.tile img')[${index}].currentSrc`);
    await page.locator('.tile img').nth(2).waitFor();
    await waitUntilTrue(
      page,
      `document.querySelector('.tile img').currentSrc.endsWith('/v/${data.images[0].id}/640.webp')`,
    );
    await waitUntilTrue(page, `document.querySelectorAll('.tile img')[1].srcset === ''`);
    assert.equal(await source(1), data.images[1].links.thumbnail);
    assert.equal(await source(2), data.images[2].links.thumbnail);
  });

  test('transparent pictures lie on a checkerboard, animations have a badge, extensions stay at the end of the name', async () => {
    await using opened = await web.openAs('kinds@example.org');
    const { page, context } = opened;
    const frames = await Promise.all(
      ['#c33', '#3c3'].map((colour) =>
        sharp({ create: { width: 40, height: 40, channels: 3, background: colour } })
          .png()
          .toBuffer(),
      ),
    );
    await put(context, 'שלום.jpg', await makeJpeg(400, 300));
    await put(
      context,
      'motion.gif',
      await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer(),
    );
    await put(
      context,
      'logo.png',
      await sharp({ create: { width: 300, height: 300, channels: 4, background: '#0000' } })
        .png()
        .toBuffer(),
    );
    await page.goto(`${web.base}/library`);
    await tiles(page).nth(2).waitFor();
    const background = `getComputedStyle(document.querySelector('.tile-picture')).backgroundImage`;
    assert.match(String(await page.evaluate(background)), /conic-gradient/);
    assert.equal(await tiles(page).nth(1).locator('.tile-badge').textContent(), 'GIF');
    const order = await page.evaluate(`(() => {
      const text = document.querySelectorAll('.tile-name')[2].querySelector('bdi[dir=ltr]');
      const range = document.createRange();
      range.selectNode(text.lastChild);
      return range.getBoundingClientRect().left >= text.firstChild.getBoundingClientRect().right - 1;
    })()`);
    assert.equal(order, true);
    assert.deepEqual(opened.problems, []);
  });

  test('a change in another tab appears without a reload', async () => {
    await using opened = await web.openAs('fresh@example.org');
    const { page, context } = opened;
    const picture = await makeJpeg(400, 300);
    await put(context, 'old.jpg', picture);
    await page.goto(`${web.base}/library`);
    await tiles(page).first().waitFor();
    await put(context, 'new.jpg', picture);
    const other = await context.newPage();
    await other.goto(web.base);
    await other.evaluate(`new BroadcastChannel('imgd').postMessage('images')`);
    await tiles(page).nth(1).waitFor();
    assert.deepEqual(await names(page), ['new.jpg', 'old.jpg']);
    assert.deepEqual(opened.problems, []);
  });

  test('loading the library moves nothing, and its scripts have less than 60 KB', async (run) => {
    await using opened = await web.openAs('shift@example.org', undefined, { viewport: { width: 1280, height: 800 } });
    const { page, context } = opened;
    await put(context, 'one.jpg', await makeJpeg(400, 300));
    await stubLibrary(web.base, page, 3, 60);
    await page.addInitScript(`
      window.shift = 0;
      window.shifts = [];
      new PerformanceObserver((list) => list.getEntries().forEach((entry) => {
        if (entry.hadRecentInput) return;
        window.shift += entry.value;
        window.shifts.push(entry.value.toFixed(4) + ' ' + entry.sources.map(({ node }) => node?.nodeName + '.' + node?.className).join());
      }))
        .observe({ type: 'layout-shift', buffered: true });`);
    const files: string[] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      // The server adds a script of its pages to the document, without a copy in the build.
      if (pathname.endsWith('.js') && existsSync(join(webBuild(), pathname))) files.push(pathname);
    });
    await page.goto(`${web.base}/library`);
    await tiles(page).nth(5).waitFor();
    await page.locator('.tile img').first().waitFor();
    await page.waitForTimeout(600);
    const shift = Number(await page.evaluate('window.shift'));
    assert.ok(shift < MAX_SHIFT, `layout shift ${await page.evaluate('window.shifts.join()')}`);
    const bytes = files.map((file) => readFileSync(join(webBuild(), `${file}.gz`)).length);
    const total = bytes.reduce((sum, one) => sum + one, 0);
    run.diagnostic(`layout shift ${shift.toFixed(5)}, ${total} bytes in ${files.length} scripts`);
    assert.ok(total > 10_000 && total < MAX_SCRIPT_BYTES, `${total} bytes in ${files.length} scripts`);
  });
});
