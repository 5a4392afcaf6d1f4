import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { UploadResult } from '../../src/api/images.ts';
import { until } from '../support/until.ts';
import { noChromium } from './browser.ts';
import { makeJpeg } from './upload.ts';
import { waitUntilTrue } from './wait-until-true.ts';
import { startWeb, type WebApp, withoutRefusals } from './web-app.ts';

describe('the upload page', { skip: noChromium, timeout: 180_000 }, () => {
  let web: WebApp;
  let picture: Buffer;
  before(async () => {
    web = await startWeb();
    picture = await makeJpeg(320, 240);
  });
  after(() => web[Symbol.asyncDispose]());

  const jpeg = (name: string) => ({ name, mimeType: 'image/jpeg', buffer: picture });
  const choose = (page: Page, ...names: string[]) => page.locator('input[type=file]').setInputFiles(names.map(jpeg));
  const shows = (page: Page, text: string) => page.locator('.overall').getByText(text, { exact: true }).waitFor();
  const isPost = (url: string) => url.endsWith('/api/v1/upload');

  test('several files get thumbnails and all six links, which can be copied in every format', async () => {
    await using opened = await web.open('/', { permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = opened;
    const answers: Promise<UploadResult>[] = [];
    page.on('response', (answer) => {
      if (isPost(answer.url())) answers.push(answer.json().then(({ data }) => data));
    });
    await choose(page, 'a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg');
    await shows(page, '5 of 5 uploaded');
    const images = await Promise.all(answers);
    assert.equal(images.length, 5);
    const rows = page.locator('.upload-row.done');
    assert.equal(await rows.count(), 5);
    const forms: Record<string, (image: UploadResult) => string> = {
      Direct: ({ links }) => links.direct,
      Page: ({ links }) => links.view_page,
      Thumbnail: ({ links }) => links.thumbnail,
      Markdown: ({ filename, links }) => `![${filename}](${links.direct})`,
      HTML: ({ filename, links }) => `<img src="${links.direct}" alt="${filename}">`,
      BBCode: ({ links }) => `[img]${links.direct}[/img]`,
    };
    for (const [form, linkOf] of Object.entries(forms)) {
      await page.locator('.upload-tools').getByLabel('Link type').selectOption(form);
      await page.locator('.upload-tools .copy').click();
      await page.getByText('5 links copied').waitFor();
      const expected = images.map(linkOf).sort();
      // The clipboard keeps the old text until the browser has written the new one.
      await until(async () => {
        const copied = String(await page.evaluate('navigator.clipboard.readText()')).split('\n');
        return copied.sort().join() === expected.join();
      });
    }
    await rows.first().getByRole('button', { name: 'All links' }).click();
    assert.equal(await rows.first().locator('.link-grid input').count(), 6);
    const deleteLink = await rows.first().getByLabel('Delete link', { exact: true }).inputValue();
    assert.ok(images.some((image) => image.delete_url === deleteLink));
    await waitUntilTrue(page, `[...document.querySelectorAll('.upload-row img')].every((img) => img.naturalWidth > 0)`);
    assert.deepEqual(opened.problems, []);
  });

  test('files can be pasted, and dropped anywhere with a visible drop target', async () => {
    await using opened = await web.open();
    const { page } = opened;
    await page.getByText('data are removed').waitFor();
    const bytes = [...picture];
    const fire = (type: string, name: string) =>
      page.evaluate(
        `(() => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([new Uint8Array(${JSON.stringify(bytes)})], '${name}', { type: 'image/jpeg' }));
          const Kind = '${type}' === 'paste' ? ClipboardEvent : DragEvent;
          const given = { bubbles: true, cancelable: true, dataTransfer: transfer, clipboardData: transfer };
          document.querySelector('footer').dispatchEvent(new Kind('${type}', given));
        })()`,
      );
    await fire('dragover', 'dropped.jpg');
    await page.getByText('Drop to upload 1 file').waitFor();
    await fire('drop', 'dropped.jpg');
    await shows(page, 'Uploaded');
    assert.equal(await page.getByText('Drop to upload').count(), 0);
    await fire('paste', 'pasted.jpg');
    await shows(page, '2 of 2 uploaded');
    assert.deepEqual(opened.problems, []);
  });

  test('album and expiry apply to this and the next files', async () => {
    await using opened = await web.openAs('options@example.org');
    const { page } = opened;
    await page.getByLabel('Album').fill('Alps');
    await page.getByLabel('Expires').selectOption('1 day');
    const uploadResponse = page.waitForResponse((answer) => isPost(answer.url()));
    await choose(page, 'a.jpg');
    const { data } = await (await uploadResponse).json();
    assert.equal(data.album, 'Alps');
    assert.equal(Date.parse(data.expires_at) - Date.parse(data.uploaded_at), 24 * 3_600_000);
    await shows(page, 'Uploaded');
    await page.locator('summary', { hasText: 'Options for the next images' }).click();
    assert.equal(await page.getByLabel('Album').inputValue(), 'Alps');
  });

  test('files that cannot be images are refused with the reason and cost no request', async () => {
    await using opened = await web.open();
    const { page } = opened;
    const sent: string[] = [];
    page.on('request', (request) => {
      if (isPost(request.url())) sent.push(request.url());
    });
    await page.locator('input[type=file]').setInputFiles([
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') },
      { name: 'nothing.png', mimeType: 'image/png', buffer: Buffer.alloc(0) },
      { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<?xml version="1.0"?>\n<svg></svg>') },
      { name: 'renamed.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('%PDF-1.7 and more') },
    ]);
    await page.getByText('SVG isn’t supported because it can contain scripts.').waitFor();
    await page.getByText('Not a supported image. Use JPEG, PNG, GIF, WebP').nth(1).waitFor();
    await page.getByText('This file is empty.').waitFor();
    await page.getByText('4 failed').waitFor();
    assert.equal(sent.length, 0);
    assert.equal(await page.getByRole('button', { name: /Retry/ }).count(), 0);
    assert.deepEqual(opened.problems, []);
  });

  test('a retry after a lost response creates no second image', async () => {
    await using opened = await web.open();
    const { page } = opened;
    const keys: (string | undefined)[] = [];
    const ids: string[] = [];
    let cut = true;
    await page.route('**/api/v1/upload', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      const answer = await route.fetch();
      ids.push((await answer.json()).data.id);
      await (cut ? route.abort('connectionreset') : route.fulfill({ response: answer }));
    });
    await choose(page, 'a.jpg');
    await page.getByText('Connection lost.').waitFor();
    cut = false;
    await shows(page, 'Uploaded');
    assert.equal(keys.length, 2);
    assert.equal(keys[0], keys[1]);
    assert.equal(ids[0], ids[1]);
    assert.deepEqual(withoutRefusals(opened.problems), []);
  });

  test('the queue waits while the browser is offline, fails no file, and continues by itself', async () => {
    await using opened = await web.open();
    const { page, context } = opened;
    let sent = 0;
    page.on('request', (request) => {
      if (isPost(request.url())) sent += 1;
    });
    await page.getByText('data are removed').waitFor();
    await context.setOffline(true);
    await choose(page, 'a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg', 'f.jpg', 'g.jpg', 'h.jpg');
    await page.getByText('Connection lost. Your files are still here; we’ll retry when you’re back online.').waitFor();
    assert.ok(sent <= 3, `${sent} requests`);
    assert.equal(await page.locator('.upload-row.bad').count(), 0);
    await context.setOffline(false);
    await shows(page, '8 of 8 uploaded');
  });

  test('on 429 the page shows the waiting time and continues by itself', async () => {
    await using opened = await web.open();
    const { page } = opened;
    const times: number[] = [];
    await page.route('**/api/v1/upload', async (route) => {
      times.push(Date.now());
      if (times.length > 1) return route.continue();
      const error = { code: 'RATE_LIMIT_EXCEEDED', message: 'Rate limit exceeded.', retry_after: 2 };
      await route.fulfill({ status: 429, headers: { 'retry-after': '2' }, json: { success: false, error } });
    });
    await choose(page, 'a.jpg');
    await page.getByText('Hourly limit reached. Uploading resumes at').waitFor();
    await page.getByRole('link', { name: 'Sign in to continue now' }).waitFor();
    await shows(page, 'Uploaded');
    assert.equal(times.length, 2);
    assert.ok((times[1] ?? 0) - (times[0] ?? 0) >= 1_900);
  });

  test('one file or all can be cancelled; leaving during an upload asks for confirmation', async () => {
    await using opened = await web.open();
    const { page } = opened;
    const names = ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg'];
    let held = 0;
    // Without a response.
    await page.route('**/api/v1/upload', () => {
      held += 1;
    });
    await choose(page, ...names);
    await page.getByRole('progressbar', { name: 'Uploading e.jpg' }).waitFor();
    await waitUntilTrue(page, `document.querySelectorAll('.upload-row').length === 5`);
    await page.getByRole('button', { name: 'Cancel b.jpg' }).click();
    assert.equal(await page.locator('.upload-row').count(), 4);
    const dialogType = new Promise<string>((resolve) => page.once('dialog', (dialog) => resolve(dialog.type())));
    await page.close({ runBeforeUnload: true });
    assert.equal(await dialogType, 'beforeunload');
    await page.getByRole('button', { name: 'Cancel all' }).click();
    assert.equal(await page.locator('.upload-row').count(), 0);
    assert.ok(held >= 3 && held <= 4, `${held} were sent`);
  });

  test('the browser remembers its uploads, can delete them, and can forget them', async () => {
    await using opened = await web.open();
    const { page } = opened;
    await choose(page, 'kept.jpg', 'gone.jpg');
    await shows(page, '2 of 2 uploaded');
    await page.reload();
    const tiles = page.locator('.history-tile');
    await tiles.nth(1).waitFor();
    const address = (await tiles.filter({ hasText: 'gone.jpg' }).getByRole('link').getAttribute('href')) ?? '';
    await page.getByRole('button', { name: 'Actions for gone.jpg' }).click();
    await page.getByRole('menuitem', { name: 'Delete image' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete image' }).click();
    await page.getByText('1 image deleted').waitFor();
    assert.equal((await fetch(address)).status, 404);
    await page.getByRole('button', { name: 'Clear list' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove from this list' }).click();
    await tiles.first().waitFor({ state: 'detached' });
    assert.equal(await page.evaluate(`localStorage.getItem('imgd.uploads')`), '[]');
    assert.deepEqual(opened.problems, []);
  });

  test('after signing in, earlier uploads can be assigned to the account', async () => {
    await using opened = await web.open();
    const { page, context } = opened;
    await choose(page, 'mine.jpg', 'too.jpg');
    await shows(page, '2 of 2 uploaded');
    const data = { email: 'claims@example.org', password: 'correct horse', session: true };
    await context.request.post(`${web.base}/api/v1/auth/register`, { data });
    await page.reload();
    await page.getByRole('heading', { name: 'Add 2 earlier uploads to your account?' }).waitFor();
    await page.getByRole('button', { name: 'Add to my library' }).click();
    await page.getByText('2 images added to your library').waitFor();
    const { data: listed } = await (await context.request.get(`${web.base}/api/v1/images`)).json();
    assert.equal(listed.images.length, 2);
    assert.equal(await page.locator('.history-tile').count(), 0);
  });

  test('hostile filenames are escaped', async () => {
    await using opened = await web.open();
    const { page } = opened;
    const names = [
      '"><img src=x onerror=alert(1)>.jpg',
      "'+alert(2)+'.jpg",
      '{{7*7}}<script>alert(3)<\u002fscript>.jpg',
      '‮gpj.exe.jpg',
    ];
    await choose(page, ...names);
    await shows(page, '4 of 4 uploaded');
    await page.reload();
    await page.locator('.history-tile').nth(3).waitFor();
    assert.deepEqual(opened.problems, []);
  });

  test('it works by keyboard only', async () => {
    await using opened = await web.open('/', { permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = opened;
    await page.getByText('data are removed').waitFor();
    const tabTo = async (name: string) => {
      for (let i = 0; i < 40; i += 1) {
        await page.keyboard.press('Tab');
        // Without a focused element activeElement is the body, whose text contains every name.
        const reached = await page.evaluate(`document.activeElement.closest('button')?.textContent ?? ''`);
        if (String(reached).includes(name)) return;
      }
      assert.fail(`${name} is not reached`);
    };
    // Wait before the chooser opens, because playwright misses a chooser that opens earlier.
    const chooser = page.waitForEvent('filechooser');
    await tabTo('Choose images');
    await page.keyboard.press('Enter');
    await (await chooser).setFiles([jpeg('a.jpg')]);
    await shows(page, 'Uploaded');
    await tabTo('Copy link');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Link copied' }).waitFor();
    assert.match(String(await page.evaluate('navigator.clipboard.readText()')), /\/i\/\w+\.jpg$/);
  });
});

describe('the limits on the upload page', { skip: noChromium, timeout: 60_000 }, () => {
  test('are shown before an upload, and a file above them is not sent', async () => {
    const plans = '{"anonymous":{"requestsPerHour":3,"maxFileBytes":1000}}';
    await using web = await startWeb({ env: { IMGD_PLANS: plans } });
    await using opened = await web.open();
    const { page } = opened;
    await page.getByText('up to 1,000 bytes each').waitFor();
    await page.getByText('3 uploads left this hour').waitFor();
    const large = { name: 'large.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(1_001) };
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST') sent += 1;
    });
    await page.locator('input[type=file]').setInputFiles([large]);
    await page.getByText('Too large: 1,001 bytes (the limit is 1,000 bytes).').waitFor();
    assert.equal(sent, 0);
  });
});
