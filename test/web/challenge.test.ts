import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { noChromium } from './browser.ts';
import { openPage } from './open-page.ts';
import { makeJpeg } from './upload.ts';
import { PASSWORD, startWeb, type WebApp, withoutRefusals } from './web-app.ts';

const COST = '10';

describe('challenges in the browser application', { skip: noChromium, timeout: 180_000 }, () => {
  let web: WebApp;
  let picture: Buffer;
  before(async () => {
    web = await startWeb({ env: { IMGD_CHALLENGE: 'all', IMGD_CHALLENGE_COST: COST } });
    picture = await makeJpeg(60, 40);
  });
  after(() => web[Symbol.asyncDispose]());
  const files = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      name: `picture-${index}.jpg`,
      mimeType: 'image/jpeg',
      buffer: Buffer.concat([picture, Buffer.from(String(index))]),
    }));

  test('are solved while a visitor chooses files, for more files than one solution admits', async () => {
    await using opened = await openPage(web.browser);
    const { page } = opened;
    // The first challenge comes when its text has been seen: it is solved in an instant.
    const seen = Promise.withResolvers<void>();
    const path = '**/api/v1/challenge?*';
    await page.route(path, (route) => seen.promise.then(() => route.continue()));
    const hosts = new Set<string>();
    const asked: string[] = [];
    page.on('request', (request) => {
      const { host, pathname } = new URL(request.url());
      if (/^http/.test(request.url())) hosts.add(host);
      if (pathname === '/api/v1/challenge') asked.push(pathname);
    });
    await page.goto(web.base);
    await page.getByText('A short check against automated use').waitFor();
    seen.resolve();
    await page.locator('input[type=file]').first().setInputFiles(files(12));
    await page.getByRole('button', { name: 'Copy all 12' }).waitFor({ timeout: 120_000 });
    await page.getByText('A short check against automated use').waitFor({ state: 'detached' });
    assert.ok(asked.length >= 1 && asked.length <= 3, `${asked.length} challenges`);
    assert.deepEqual([...hosts], [new URL(web.base).host], 'no third party');
    assert.deepEqual(opened.problems, []);
  });

  test('are solved for a registration, also for the next one after a refusal', async () => {
    await using opened = await web.open('/register');
    const { page } = opened;
    await page.getByLabel('Email address').fill('solver@example.org');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('status').getByText('Welcome!').waitFor();
    await using other = await web.open('/register');
    await other.page.getByLabel('Email address').fill('solver@example.org');
    await other.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await other.page.getByRole('button', { name: 'Create account' }).click();
    await other.page.getByText('There is already an account with this email address.').waitFor();
    await other.page.getByLabel('Email address').fill('solver-2@example.org');
    await other.page.getByRole('button', { name: 'Create account' }).click();
    await other.page.getByRole('status').getByText('Welcome!').waitFor();
    assert.deepEqual(opened.problems, []);
    assert.deepEqual(withoutRefusals(other.problems), []);
  });

  test('that the operator switches on while the page is open are solved after a refusal', async () => {
    await using opened = await web.open();
    const { page } = opened;
    await page.route('**/api/v1/site', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, challenge: [] } } });
    });
    await page.reload();
    await page.locator('input[type=file]').first().setInputFiles(files(2));
    await page.getByRole('button', { name: 'Copy all 2' }).waitFor();
    assert.deepEqual(withoutRefusals(opened.problems), []);
  });

  test('are named by the form without JavaScript before files are chosen', async () => {
    await using opened = await web.open('/upload', { javaScriptEnabled: false });
    await opened.page.getByRole('alert').getByText('which needs JavaScript').waitFor();
  });
});

describe('IMGD_ANONYMOUS_UPLOADS=off', { skip: noChromium, timeout: 120_000 }, () => {
  test('shows visitors a way to sign in before they choose files, and accounts the file chooser', async () => {
    await using web = await startWeb({ env: { IMGD_ANONYMOUS_UPLOADS: 'off' } });
    await using visitor = await web.open('/');
    await visitor.page.getByRole('heading', { name: 'Uploads need an account' }).waitFor();
    assert.equal(await visitor.page.locator('input[type=file]').count(), 0);
    const main = visitor.page.getByRole('main');
    assert.equal(await main.getByRole('link', { name: 'Sign in' }).getAttribute('href'), '/login?next=/');
    assert.equal(await main.getByRole('link', { name: 'Create an account' }).count(), 1);
    assert.deepEqual(visitor.problems, []);
    await using form = await web.open('/upload', { javaScriptEnabled: false });
    await form.page.getByRole('alert').getByText('takes uploads from accounts only').waitFor();
    await using account = await web.openAs('chooser@example.org');
    await account.page.locator('input[type=file]').first().waitFor({ state: 'attached' });
    assert.equal(await account.page.getByText('Uploads need an account').count(), 0);
  });
});
