import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noChromium } from './browser.ts';
import { startWeb, type WebApp } from './web-app.ts';

const SETTLED_MS = 1_500;

describe('a list that fails', { skip: noChromium, timeout: 60_000 }, () => {
  let web: WebApp;
  before(async () => {
    web = await startWeb();
  });
  after(() => web[Symbol.asyncDispose]());

  /** Answers all requests for images with an error and counts them. */
  async function refuse(
    page: Page,
    list: string,
    status: number,
    error: object,
  ): Promise<{ requests: number; works: boolean }> {
    const state = { requests: 0, works: false };
    await page.route(`**/api/v1/${list}?*`, (route) => {
      state.requests += 1;
      if (state.works) return route.continue();
      return route.fulfill({ status, json: { success: false, error: { message: 'No.', ...error } } });
    });
    return state;
  }

  for (const [path, list] of [
    ['/library', 'images'],
    ['/albums', 'albums'],
  ] as const) {
    test(`${path} is not asked for again after a 500, until the user wants it`, async () => {
      await using opened = await web.openAs(`500${path.slice(1)}@example.org`);
      const { page } = opened;
      const state = await refuse(page, list, 500, { code: 'INTERNAL_ERROR' });
      await page.goto(web.base + path);
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      await page.waitForTimeout(SETTLED_MS);
      const first = state.requests;
      assert.ok(first <= 2, `${first} requests`);
      state.works = true;
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('alert').waitFor({ state: 'detached' });
      assert.ok(state.requests <= first + 2, `${state.requests} requests`);
    });
  }

  test('waits as long as Retry-After says, and then goes on by itself', async () => {
    await using opened = await web.openAs('429@example.org');
    const { page } = opened;
    const state = await refuse(page, 'images', 429, { code: 'RATE_LIMIT_EXCEEDED', retry_after: 3 });
    await page.goto(`${web.base}/library`);
    await page.getByRole('alert').waitFor();
    await page.waitForTimeout(SETTLED_MS);
    assert.ok(state.requests <= 2, `${state.requests} requests`);
    state.works = true;
    await page.getByRole('alert').waitFor({ state: 'detached' });
    assert.ok(state.requests <= 4, `${state.requests} requests`);
  });

  test('goes on by itself when the browser is online again', async () => {
    await using opened = await web.openAs('offline@example.org');
    const { page, context } = opened;
    await page.getByRole('link', { name: 'Library' }).waitFor();
    await page.route(/\/api\/v1\/images\b/, (route) => route.abort());
    let failed = 0;
    page.on('requestfailed', (request) => {
      if (request.url().includes('/api/v1/images')) failed += 1;
    });
    await page.getByRole('link', { name: 'Library' }).click();
    await page.getByRole('alert').waitFor();
    await page.waitForTimeout(SETTLED_MS);
    assert.ok(failed <= 2, `${failed} requests`);
    await page.unroute(/\/api\/v1\/images\b/);
    await context.setOffline(true);
    await context.setOffline(false);
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });

  test('is not asked for again after a 401', async () => {
    await using opened = await web.openAs('401@example.org');
    const { page } = opened;
    const state = await refuse(page, 'images', 401, { code: 'INVALID_API_KEY' });
    await page.goto(`${web.base}/library`);
    await page.waitForTimeout(SETTLED_MS);
    assert.ok(state.requests >= 1 && state.requests <= 3, `${state.requests} requests`);
  });
});
