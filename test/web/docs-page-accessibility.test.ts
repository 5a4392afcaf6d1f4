import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { startApp, type TestApp } from '../support/start-app.ts';
import { launchBrowser, noChromium } from './browser.ts';
import { checkAccessibility } from './check-accessibility.ts';
import { openPage } from './open-page.ts';

// The longest page of the service: axe takes longer for it than for all others together.
describe('accessibility of the API reference', { skip: noChromium, timeout: 240_000 }, () => {
  let app: TestApp;
  let browser: Browser;
  before(async () => {
    app = await startApp();
    browser = await launchBrowser();
  });
  after(async () => {
    await browser.close();
    await app[Symbol.asyncDispose]();
  });

  test('axe finds no violation, closed and opened', async () => {
    await using opened = await openPage(browser, `${app.nodeUrl}/docs`);
    const { page } = opened;
    await checkAccessibility(page, '/docs');
    const opening = ['#uploadImage', '#changeImages'];
    for (const id of opening) await page.locator(`${id} > summary`).click();
    await checkAccessibility(page, '/docs, opened', opening);
    assert.deepEqual(opened.problems, []);
  });
});
