import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { createClient } from '../../packages/client/src/client.ts';
import type { UploadResult } from '../../src/api/images.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';
import { launchBrowser, noChromium } from './browser.ts';
import { checkAccessibility } from './check-accessibility.ts';
import { makeJpeg, uploadAs } from './upload.ts';

/** An img element, because the compiler has no DOM types. */
interface Sides {
  naturalWidth: number;
  naturalHeight: number;
}

describe('pages in Chromium', { skip: noChromium, timeout: 120_000 }, () => {
  let app: TestApp;
  let browser: Browser;
  let picture: Buffer;

  before(async () => {
    app = await startApp();
    browser = await launchBrowser();
    picture = await makeJpeg(800, 600);
  });
  after(async () => {
    await browser.close();
    await app[Symbol.asyncDispose]();
  });

  const upload = (filename = 'cat.jpg') => uploadAs(app.url, picture, filename);

  /** Opens a page and collects console messages, errors and dialogs. */
  async function open(url: string, options: BrowserContextOptions = {}) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('dialog', (dialog) => {
      problems.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.goto(url);
    return { page, context, problems, [Symbol.asyncDispose]: () => context.close() };
  }

  /** Creates a public album of two images. @returns its URL, and the id of the older image */
  async function publicAlbum(): Promise<{ url: string; imageId: string }> {
    const { api_key } = await createClient({ baseUrl: app.url }).request('register', {
      body: {
        email: `${randomUUID()}@example.com`,
        password: 'long enough',
      },
    });
    const client = createClient({ baseUrl: app.url, apiKey: api_key.key });
    const file = (name: string) => new File([new Uint8Array(picture)], name);
    const { id } = await client.upload(file('first.jpg'), { album: 'Cats' });
    await client.upload(file('second.jpg'), { album: 'Cats' });
    const [album] = (await client.request('listAlbums')).albums;
    const { public_url } = await client.request('changeAlbum', {
      id: album?.id ?? '',
      body: { public: true, description: 'Two cats.' },
    });
    return { url: public_url ?? '', imageId: id };
  }

  /** The width attribute of the loaded picture; the browser may have loaded a narrower variant. */
  const shownWidth = async (page: Page) => {
    const picture = page.locator('img.picture');
    const loaded = await picture.evaluate((shown: Sides) => shown.naturalWidth > 0);
    return loaded ? Number(await picture.getAttribute('width')) : 0;
  };
  const field = (page: Page, name: string) => page.getByLabel(name, { exact: true }).and(page.locator('input'));

  test('the view page shows the picture without problems', async () => {
    const image = await upload();
    await using opened = await open(image.links.view_page);
    assert.equal(await shownWidth(opened.page), image.width);
    assert.deepEqual(opened.problems, []);
  });

  test('each of the six links works', async () => {
    const image = await upload();
    await using opened = await open(image.links.view_page);
    // A page of the same site, because about:blank may not load from a local address.
    await using other = await open(new URL('/robots.txt', image.links.direct).href);
    const sidesAt = async (html: string) => {
      await other.page.setContent(html, { waitUntil: 'load' });
      return other.page.locator('img').evaluate((shown: Sides) => [shown.naturalWidth, shown.naturalHeight]);
    };
    const expected: [string, keyof UploadResult['links'], (value: string) => string, number[]][] = [
      ['Direct link', 'direct', (value) => `<img src="${value}">`, [800, 600]],
      ['Thumbnail', 'thumbnail', (value) => `<img src="${value}">`, [320, 240]],
      ['HTML', 'html', (value) => value, [800, 600]],
      ['Markdown', 'markdown', (value) => `<img src="${/^!\[Image\]\((.+)\)$/.exec(value)?.[1]}">`, [800, 600]],
      ['BBCode', 'bbcode', (value) => `<img src="${/^\[img\](.+)\[\/img\]$/.exec(value)?.[1]}">`, [800, 600]],
    ];
    for (const [label, name, toHtml, sides] of expected) {
      const value = await field(opened.page, label).inputValue();
      assert.equal(value, image.links[name]);
      assert.deepEqual(await sidesAt(toHtml(value)), sides, label);
    }
    await other.page.goto(await field(opened.page, 'View page').inputValue());
    assert.equal(await shownWidth(other.page), image.width);
  });

  test('the copy button copies, and announces it to screen readers', async () => {
    const image = await upload();
    const permissions = ['clipboard-read', 'clipboard-write'];
    await using opened = await open(image.links.view_page, { permissions });
    const { page } = opened;
    await page.getByLabel('Link type').selectOption('Markdown');
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('status').getByText('Markdown copied').waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), image.links.markdown);
    assert.equal(await page.getByRole('button', { name: /^Cop/ }).count(), 1);
    await page.reload();
    assert.equal(await page.getByLabel('Link type').inputValue(), 'markdown', 'the choice is remembered');
  });

  test('the page works without JavaScript, and Tab selects a complete link', async () => {
    const image = await upload();
    await using opened = await open(image.links.view_page, { javaScriptEnabled: false });
    const { page } = opened;
    assert.equal(await shownWidth(page), image.width);
    assert.equal(await page.locator('main').getByRole('button').count(), 0);
    await page.getByRole('link', { name: 'Open original' }).focus();
    await page.keyboard.press('Tab');
    const selected = await page.evaluate('[document.activeElement.id, document.activeElement.selectionEnd]');
    assert.deepEqual(selected, ['link-direct', image.links.direct.length]);
  });

  test('hostile filenames are escaped', async () => {
    for (const name of [
      `"><img src=x onerror=alert(1)>.jpg`,
      `"><script>alert(1)</script>.jpg`,
      `'><svg onload=alert(2)>.jpg`,
      '{{7*7}}<iframe srcdoc=x>.jpg',
    ]) {
      const image = await upload(name);
      for (const url of [image.links.view_page, image.delete_url]) {
        await using opened = await open(url);
        assert.equal(await opened.page.locator('bdi').textContent(), image.filename);
        assert.deepEqual(opened.problems, [], url);
      }
    }
  });

  test('the Content-Security-Policy blocks injected scripts', async () => {
    const image = await upload();
    await using opened = await open(image.links.view_page);
    await opened.page.evaluate(`
      const script = document.createElement('script');
      script.textContent = 'alert(1)';
      document.body.append(script);
      document.body.insertAdjacentHTML('beforeend', '<img src="/nothing" onerror="alert(2)">');`);
    // Two violations: the script, and the handler that runs when the picture has failed.
    await until(() => opened.problems.filter((text) => text.includes('Content Security Policy')).length >= 2);
    assert.ok(!opened.problems.some((text) => text.startsWith('dialog')));
  });

  test('the delete page asks for confirmation, and its button deletes the image', async () => {
    const image = await upload();
    await using opened = await open(image.delete_url);
    const { page } = opened;
    await page.getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByRole('heading', { name: 'Image deleted' }).waitFor();
    assert.deepEqual(opened.problems, []);
    assert.equal((await fetch(image.links.view_page, { method: 'HEAD' })).status, 404);
  });

  test('axe finds no violation on any page, light or dark, on phone or desktop', async () => {
    const image = await upload();
    const album = await publicAlbum();
    const paths = [
      image.links.view_page,
      image.delete_url,
      album.url,
      `${album.url}/${album.imageId}`,
      '/',
      '/errors#FILE_TOO_LARGE',
      '/image/zzzzzzzzzzzz',
      '/upload',
      '/nosuchpage',
      `/image/${image.id}/report`,
    ];
    await using opened = await open('about:blank');
    for (const path of paths) {
      await opened.page.goto(new URL(path, image.links.direct).href);
      await checkAccessibility(opened.page, path);
    }
  });

  test('an album can be browsed without JavaScript', async () => {
    const { url, imageId } = await publicAlbum();
    await using opened = await open(url, { javaScriptEnabled: false });
    const { page } = opened;
    const tiles = page.locator('.tile');
    assert.equal(await tiles.count(), 2);
    await tiles.first().click();
    await page.getByRole('link', { name: 'Next' }).click();
    assert.equal(page.url(), `${url}/${imageId}`);
    assert.equal(await page.getByRole('link', { name: 'Next' }).count(), 0, 'the last one');
    await page.getByRole('link', { name: 'Previous' }).click();
    await page.getByRole('link', { name: /Cats$/ }).click();
    assert.equal(page.url(), url);
    assert.deepEqual(opened.problems, []);
  });

  test('every element that the Tab key reaches on the view page has a visible focus', async () => {
    const image = await upload();
    await using opened = await open(image.links.view_page);
    const reached = new Set<string>();
    for (let i = 0; i < 20; i += 1) {
      await opened.page.keyboard.press('Tab');
      const [name, style, width] = (await opened.page.evaluate(`(() => {
        const element = document.activeElement;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return [element.outerHTML.slice(0, 80), outlineStyle, outlineWidth];
      })()`)) as [string, string, string];
      if (name.startsWith('<body')) break;
      reached.add(name);
      assert.deepEqual([style, width], ['solid', '3px'], name);
    }
    assert.ok(reached.size >= 16, [...reached].join('\n'));
  });
});
