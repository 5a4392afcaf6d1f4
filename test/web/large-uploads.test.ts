import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { pngOfSize } from '../fixtures/png-of-size.ts';
import { until } from '../support/until.ts';
import { noChromium } from './browser.ts';
import { startWeb, type WebApp } from './web-app.ts';

const UPLOADS = '**/api/v1/uploads/*';

describe('files over 16 MB', { skip: noChromium, timeout: 240_000 }, () => {
  let web: WebApp;
  let picture: Buffer;
  before(async () => {
    web = await startWeb();
    picture = pngOfSize(40_000_000);
  });
  after(() => web[Symbol.asyncDispose]());

  const choose = (page: Page, name: string) =>
    page.locator('input[type=file]').first().setInputFiles({ name, mimeType: 'image/png', buffer: picture });
  const requestsOf = (page: Page) => {
    const seen: string[] = [];
    page.on('request', (request) => {
      if (/\/api\/v1\/upload/.test(request.url())) seen.push(request.method());
    });
    return seen;
  };
  const imagesOf = async (page: Page) => {
    const answer = await page.context().request.get(`${web.base}/api/v1/images?limit=100`);
    return ((await answer.json()).data.images as { filename: string }[]).map(({ filename }) => filename);
  };

  test('continue after a lost connection and after a reload where they stopped', async () => {
    await using opened = await web.openAs('large@example.org');
    const { page } = opened;
    await page.getByText('data are removed').waitFor();
    let patches = 0;
    await page.route(UPLOADS, (route) => {
      const isPatch = route.request().method() === 'PATCH';
      if (isPatch) patches++;
      return isPatch && patches > 1 ? route.abort('connectionreset') : route.continue();
    });
    const seen = requestsOf(page);
    await choose(page, 'large.png');
    await page.getByText('Connection lost.').waitFor();
    await page.unroute(UPLOADS);
    page.removeAllListeners('dialog');
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
    await page.reload();
    await page.locator('.overall').getByText('Uploaded', { exact: true }).waitFor({ timeout: 60_000 });
    assert.deepEqual(await imagesOf(page), ['large.png']);
    assert.equal(seen.filter((method) => method === 'POST').length, 1, seen.join(' '));
    assert.ok(seen.includes('HEAD'), 'it asks where to continue');
    assert.ok(seen.filter((method) => method === 'PATCH').length >= 4);
  });

  test('keep the delete token of an upload without an account, and leave nothing behind when they are cancelled', async () => {
    await using opened = await web.open();
    const { page } = opened;
    await page.getByText('data are removed').waitFor();
    await choose(page, 'token.png');
    await page.locator('.overall').getByText('Uploaded', { exact: true }).waitFor({ timeout: 60_000 });
    const kept = JSON.parse(String(await page.evaluate(`localStorage.getItem('imgd.uploads')`)));
    assert.match(kept[0].delete_token, /^imgdd_/);
    const seen = requestsOf(page);
    await page.route(UPLOADS, (route) => (route.request().method() === 'PATCH' ? undefined : route.continue()));
    await choose(page, 'cancelled.png');
    await until(() => seen.includes('PATCH'));
    await page
      .getByRole('button', { name: /^Cancel/ })
      .first()
      .click();
    await until(() => seen.includes('DELETE'));
  });
});
