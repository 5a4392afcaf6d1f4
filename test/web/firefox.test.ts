import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, ElementHandle, Page } from 'puppeteer-core';
import { startApp, type TestApp } from '../support/start-app.ts';
import { webBuild } from '../support/web-build.ts';
import { launchFirefox, noFirefox } from './firefox.ts';
import { makeJpeg } from './upload.ts';
import { PASSWORD } from './web-app.ts';

const WAIT = { timeout: 30_000 };

describe('the same in Firefox', { skip: noFirefox, timeout: 240_000 }, () => {
  let app: TestApp;
  let browser: Browser;
  let page: Page;
  let directory: string;
  const problems: string[] = [];
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'imgd-firefox-'));
    app = await startApp({ webDir: webBuild() });
    browser = await launchFirefox();
    page = await browser.newPage();
    await page.setViewport({ width: 1_280, height: 800 });
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('dialog', (dialog) => problems.push(`dialog: ${dialog.type()} ${dialog.message()}`));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  });
  after(async () => {
    await browser.close();
    await app[Symbol.asyncDispose]();
    await rm(directory, { recursive: true, force: true });
  });

  const open = (path: string) => page.goto(app.url.replace('127.0.0.1', 'localhost') + path);
  /** Waits for a text on the page. */
  const shows = (text: string) => page.waitForSelector(`::-p-text(${text})`, { ...WAIT, visible: true });
  const clickOn = (selector: string, text: string) => page.locator(`${selector}::-p-text(${text})`).click();
  const choose = async (...names: string[]) => {
    const paths = names.map((name) => join(directory, name));
    for (const [at, path] of paths.entries()) await writeFile(path, await makeJpeg(640 + at, 480));
    const input = (await page.waitForSelector('input[type=file]', WAIT)) as ElementHandle<never>;
    await input.uploadFile(...paths);
  };

  test('a visitor uploads an image, opens its page and is offered the delete link', async () => {
    await open('/');
    await choose('cat.jpg');
    await shows('Copy link');
    const link = await page.$eval('.single-upload a.button', (element) => (element as { href?: string }).href ?? '');
    await page.goto(link);
    await shows('Download');
    const width = await page.$eval('main img', (element) => (element as { naturalWidth?: number }).naturalWidth);
    assert.ok(Number(width) > 0);
  });

  test('somebody registers, uploads several images, finds one, and undoes a deletion', async () => {
    await open('/register');
    await page.type('input[type=email]', 'firefox@example.org');
    await page.type('input[type=password]', PASSWORD);
    await clickOn('button', 'Create account');
    await page.waitForSelector('a[href="/library"]', WAIT);
    await open('/');
    await choose('alps.jpg', 'beach.jpg', 'city.jpg');
    await shows('3 of 3 uploaded');
    await page.locator('a[href="/library"]').click();
    await page.waitForFunction('document.querySelectorAll(".tile").length === 3', WAIT);
    await page.type('input[type=search]', 'beach');
    await page.waitForFunction('document.querySelectorAll(".tile").length === 1', WAIT);
    await page.locator('.tile').click();
    await page.waitForSelector('dialog[open] img, [role=dialog] img', WAIT);
    await page.keyboard.press('Escape');
    await page.waitForFunction('document.querySelector("dialog[open]") === null', WAIT);
    await page.keyboard.press('Delete');
    await page.waitForFunction('document.querySelectorAll(".tile").length === 0', WAIT);
    await clickOn('button', 'Undo');
    await page.waitForFunction('document.querySelectorAll(".tile").length === 1', WAIT);
  });

  test('an album is shared, and a visitor sees it', async () => {
    await open('/albums');
    await clickOn('button', 'New album');
    await page.type('dialog[open] input', 'Holidays');
    await page.keyboard.press('Enter');
    await shows('This album is empty');
    await page.locator('a[href="/"]').click();
    await page.locator('.upload-options input').fill('Holidays');
    await choose('sea.jpg');
    await shows('Copy link');
    await page.locator('a[href="/albums"]').click();
    await clickOn('main a', 'Holidays');
    await page.waitForFunction('document.querySelectorAll(".tile").length === 1', WAIT);
    await clickOn('main button', 'Share');
    await clickOn('dialog[open] button', 'Create link');
    const shared = await page.waitForFunction('document.querySelector("dialog[open] input[readonly]")?.value', WAIT);
    await page.goto(String(await shared.jsonValue()));
    await shows('Holidays');
    await page.waitForFunction('document.querySelector("main img")?.naturalWidth > 0', WAIT);
  });

  test('shows no error', () => {
    assert.deepEqual(problems, []);
  });
});
