import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { noChromium } from './browser.ts';
import { checkAccessibility } from './check-accessibility.ts';
import type { OpenedPage } from './open-page.ts';
import { makeJpeg } from './upload.ts';
import { PASSWORD, startWeb, type WebApp, withoutRefusals } from './web-app.ts';

describe('the session of a browser', { skip: noChromium, timeout: 120_000 }, () => {
  let web: WebApp;
  let picture: Buffer;
  before(async () => {
    web = await startWeb();
    picture = await makeJpeg(64, 48);
  });
  after(() => web[Symbol.asyncDispose]());

  const api = (path: string) => `${web.base}/api/v1${path}`;
  const choose = (page: Page, name: string) =>
    page
      .locator('input[type=file]')
      .first()
      .setInputFiles([{ name, mimeType: 'image/jpeg', buffer: picture }]);
  const avatar = (page: Page) => page.getByRole('button', { name: /account/i }).and(page.locator('.menu button'));
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in to continue' });

  /** Ends the session on the server, and tells no tab. */
  async function endSilently({ context }: OpenedPage): Promise<void> {
    const { data } = await (await context.request.get(api('/account'))).json();
    const headers = { 'x-csrf-token': data.csrf_token, origin: web.base };
    assert.ok((await context.request.post(api('/auth/logout'), { headers })).ok());
  }

  async function signInSilently(context: BrowserContext, email: string): Promise<void> {
    const answer = await context.request.post(api('/auth/login'), { data: { email, password: PASSWORD } });
    assert.ok(answer.ok(), await answer.text());
  }

  async function imagesOf(context: BrowserContext): Promise<number> {
    const { data } = await (await context.request.get(api('/usage'))).json();
    assert.equal(data.authenticated, true);
    return data.storage.images;
  }

  async function signInOverThePage(page: Page): Promise<void> {
    await dialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog(page).waitFor({ state: 'detached' });
  }

  test('that has ended: an upload waits for the sign-in over the page, and then belongs to the account', async () => {
    await using opened = await web.openAs('upload@example.org');
    const { page, context } = opened;
    await avatar(page).waitFor();
    await endSilently(opened);
    await choose(page, 'one.jpg');
    await dialog(page).waitFor();
    assert.equal(await dialog(page).getByLabel('Email address').inputValue(), 'upload@example.org');
    await checkAccessibility(page, 'signing in over the page');
    await signInOverThePage(page);
    await page.getByRole('button', { name: 'Copy link' }).first().waitFor();
    assert.equal(await imagesOf(context), 1);
    assert.deepEqual(withoutRefusals(opened.problems), []);
  });

  test('that another tab has opened, without a word: an upload of an anonymous page is sent again in it', async () => {
    await (await web.openAs('quiet@example.org'))[Symbol.asyncDispose]();
    await using opened = await web.open();
    const { page, context } = opened;
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    await signInSilently(context, 'quiet@example.org');
    await choose(page, 'one.jpg');
    await page.getByRole('button', { name: 'Copy link' }).first().waitFor();
    await avatar(page).waitFor();
    assert.equal(await imagesOf(context), 1);
  });

  test('as somebody else: files that were chosen before ask whether they belong to that account', async () => {
    await (await web.openAs('other@example.org'))[Symbol.asyncDispose]();
    await using opened = await web.openAs('chosen@example.org');
    const { page, context } = opened;
    await avatar(page).waitFor();
    await endSilently(opened);
    await choose(page, 'one.jpg');
    await dialog(page).getByLabel('Email address').fill('other@example.org');
    await dialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: 'Upload to this account?' });
    await question.getByText('chosen@example.org').waitFor();
    await question.getByRole('button', { name: /^Upload/ }).click();
    await page.getByRole('button', { name: 'Copy link' }).first().waitFor();
    assert.equal(await imagesOf(context), 1);
  });

  test('that has ended: what was typed is kept and saved after the sign-in, and the page says so before', async () => {
    await using opened = await web.openAs('typed@example.org', '/account');
    const { page } = opened;
    await page.getByLabel('Name').fill('Ada Lovelace');
    await endSilently(opened);
    await page.getByRole('button', { name: 'Save' }).first().click();
    await dialog(page).waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    const bar = page.getByRole('status').filter({ hasText: 'You’ve been signed out' });
    await bar.waitFor();
    assert.equal(await page.getByLabel('Name').inputValue(), 'Ada Lovelace');
    await checkAccessibility(page, 'after the session has ended');
    await bar.getByRole('button', { name: 'Sign in' }).click();
    await signInOverThePage(page);
    await bar.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
    assert.deepEqual(withoutRefusals(opened.problems), []);
  });

  test('as another account: the page begins anew, and a change that was made for the first account is refused', async () => {
    await (await web.openAs('stranger@example.org'))[Symbol.asyncDispose]();
    await using opened = await web.openAs('changed@example.org', '/account');
    const { page, context } = opened;
    await page.getByLabel('Name').fill('For the first account');
    await signInSilently(context, 'stranger@example.org');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByText('stranger@example.org').first().waitFor();
    assert.equal(await page.getByLabel('Name').inputValue(), '');
    const { data } = await (await context.request.get(api('/account'))).json();
    assert.equal(data.name, null);
  });

  test('that has ended never shows the figures of the address as those of the account', async () => {
    await using opened = await web.openAs('figures@example.org');
    const { page } = opened;
    await choose(page, 'one.jpg');
    await page.getByRole('button', { name: 'Copy link' }).first().waitFor();
    await page.reload();
    await avatar(page).waitFor();
    await endSilently(opened);
    await page.getByRole('link', { name: 'Library' }).click();
    await dialog(page).waitFor();
    assert.equal(await page.getByText(/^0 images/).count(), 0);
    await signInOverThePage(page);
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    assert.deepEqual(withoutRefusals(opened.problems), []);
  });

  test('is the same in all tabs: signing in, out, and in as somebody else', async () => {
    for (const email of ['first@example.org', 'second@example.org']) {
      await (await web.openAs(email))[Symbol.asyncDispose]();
    }
    await using opened = await web.open();
    const { page: one, context } = opened;
    const two = await context.newPage();
    await two.goto(`${web.base}/login`);
    const signIn = async (email: string) => {
      await two.getByLabel('Email address').fill(email);
      await two.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await two.keyboard.press('Enter');
      await avatar(two).waitFor();
    };
    await signIn('first@example.org');
    await avatar(one).waitFor();
    await one.getByRole('link', { name: 'Library' }).click();
    await one.waitForURL('**/library');
    await avatar(two).click();
    await two.getByRole('menuitem', { name: 'Sign out' }).click();
    await one.waitForURL('**/login?next=%2Flibrary');
    await two.goto(`${web.base}/login`);
    await signIn('first@example.org');
    await one.waitForURL('**/library');
    await one.getByRole('link', { name: 'Upload' }).first().click();
    await avatar(one).click();
    await one.getByRole('menuitem', { name: 'Account' }).click();
    await one.getByText('first@example.org').first().waitFor();
    // The address bar of the other tab: a sign-in that replaces the session.
    await signInSilently(context, 'second@example.org');
    await two.reload();
    await two.evaluate(`new BroadcastChannel('imgd').postMessage('session')`);
    await one.getByText('second@example.org').first().waitFor();
    assert.deepEqual(withoutRefusals(opened.problems), []);
  });

  test('that the server cannot tell: a page of the account stays where it is, and asks again when the user wants it', async () => {
    await using opened = await web.openAs('unreachable@example.org');
    const { page } = opened;
    await avatar(page).waitFor();
    await page.route('**/api/v1/usage', (route) =>
      route.fulfill({
        status: 503,
        json: { success: false, error: { code: 'SERVICE_UNAVAILABLE', message: 'Busy.' } },
      }),
    );
    await page.goto(`${web.base}/albums`);
    await page.getByRole('heading', { name: 'This page couldn’t be loaded' }).waitFor();
    await page.unroute('**/api/v1/usage');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Albums' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/albums');
  });

  test('signing out works after the session has ended', async () => {
    await using opened = await web.openAs('out@example.org', '/library');
    const { page } = opened;
    await avatar(page).waitFor();
    await page.waitForLoadState('networkidle');
    await endSilently(opened);
    await avatar(page).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);
  });

  test('is opened also when the hour of the address is used up', async () => {
    await using limited = await startWeb({
      env: { IMGD_PLANS: '{"anonymous":{"requestsPerHour":2}}', IMGD_WINDOWS: '{}' },
    });
    await using opened = await limited.open('/register');
    const { page, context } = opened;
    for (let i = 0; i < 3; i += 1) await context.request.get(`${limited.base}/api/v1/plans`);
    assert.equal((await context.request.get(`${limited.base}/api/v1/plans`)).status(), 429);
    await page.getByLabel('Email address').fill('late@example.org');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await avatar(page).waitFor();
    await avatar(page).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Email address').fill('late@example.org');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await avatar(page).waitFor();
  });
});
