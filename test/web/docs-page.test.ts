import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { startApp, type TestApp } from '../support/start-app.ts';
import { launchBrowser, noChromium } from './browser.ts';
import { openPage } from './open-page.ts';
import { makeJpeg } from './upload.ts';

const MAX_PAGE_BYTES = 300_000;

describe('the API reference in Chromium', { skip: noChromium, timeout: 120_000 }, () => {
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

  for (const host of ['127.0.0.1', 'localhost']) {
    test(`uploads a picture where it is opened at ${host}`, async () => {
      const base = app.nodeUrl.replace('127.0.0.1', host);
      await using opened = await openPage(browser, `${base}/docs#uploadImage`);
      const { page } = opened;
      const endpoint = page.locator('#uploadImage');
      const buffer = await makeJpeg(60, 40);
      await endpoint
        .getByLabel('file', { exact: true })
        .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
      await endpoint.getByRole('button', { name: 'Send POST' }).click();
      await endpoint.getByText(/^200 OK/).waitFor();
      const answer = JSON.parse(await endpoint.getByRole('region', { name: 'Body of the answer' }).innerText());
      assert.equal(answer.data.width, 60);
      const direct = app.nodeUrl + new URL(answer.data.links.direct).pathname;
      assert.equal((await fetch(direct)).status, 200);
      assert.match(await endpoint.getByRole('region', { name: 'curl' }).innerText(), /^curl -X POST -F 'file=@a\.jpg'/);
      assert.deepEqual(opened.problems, []);
    });
  }

  test('sends a key, a path parameter, a query and a JSON body', async () => {
    await using opened = await openPage(browser, `${app.nodeUrl}/docs#register`);
    const { page } = opened;
    const send = async (id: string, method: string) => {
      const endpoint = page.locator(`#${id}`);
      if ((await endpoint.getAttribute('open')) === null) await endpoint.locator('summary').first().click();
      await endpoint.getByRole('button', { name: `Send ${method}` }).click();
      await endpoint.getByText(/ in \d+ ms$/).waitFor();
      return JSON.parse(await endpoint.getByRole('region', { name: 'Body of the answer' }).innerText());
    };
    const body = { email: 'docs@example.com', password: 'violet harbour 71' };
    await page.locator('#register').getByLabel('JSON body').fill(JSON.stringify(body));
    const { data } = await send('register', 'POST');
    await page.getByLabel('API key').fill(data.api_key.key);
    await page.locator('#listImages > summary').click();
    await page.locator('#listImages').getByLabel('limit', { exact: true }).fill('1');
    assert.deepEqual((await send('listImages', 'GET')).data.images, []);
    await page.locator('#revokeKey > summary').click();
    await page.locator('#revokeKey').getByLabel('id', { exact: true }).fill(data.api_key.id);
    assert.deepEqual((await send('revokeKey', 'DELETE')).data, { id: data.api_key.id, revoked: true });
    assert.deepEqual(opened.problems, []);
  });

  test(`loads at most ${MAX_PAGE_BYTES} bytes`, async () => {
    await using opened = await openPage(browser);
    const { page } = opened;
    const sizes: Promise<number>[] = [];
    page.on('response', (response) =>
      sizes.push(
        response
          .request()
          .sizes()
          .then((one) => one.responseBodySize),
      ),
    );
    await page.goto(`${app.nodeUrl}/docs`, { waitUntil: 'networkidle' });
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + Math.max(0, size), 0);
    assert.ok(sizes.length >= 5 && total < MAX_PAGE_BYTES, `${sizes.length} files, ${total} bytes`);
    assert.deepEqual(opened.problems, []);
  });
});
