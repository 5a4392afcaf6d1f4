import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noChromium } from './browser.ts';
import { makeJpeg, uploadAs } from './upload.ts';
import { waitUntilTrue } from './wait-until-true.ts';
import { PASSWORD, startWeb, type WebApp, withoutRefusals } from './web-app.ts';

describe('the account page', { skip: noChromium, timeout: 120_000 }, () => {
  let web: WebApp;
  before(async () => {
    web = await startWeb();
  });
  after(() => web[Symbol.asyncDispose]());

  const authenticated = async (key: string) => {
    const answer = await fetch(`${web.base}/api/v1/usage`, { headers: { authorization: `Bearer ${key}` } });
    return answer.ok;
  };
  const shownKey = (page: Page) => page.getByRole('dialog').getByLabel('API key', { exact: true }).inputValue();
  const act = async (page: Page, key: string, action: string) => {
    await page.getByRole('button', { name: `Actions for key ${key}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };

  test('shows the usage, and changes the name and the email address', async () => {
    await using opened = await web.openAs('profile@example.org', '/account');
    const { page } = opened;
    await page.getByRole('meter', { name: 'Requests this hour' }).waitFor();
    await page.getByLabel('Name').fill('<b>Grace</b>');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: '<b>Grace</b>' }).waitFor();
    await page.getByLabel('Email address').fill('moved@example.org');
    await page.getByLabel('Password', { exact: true }).fill('wrong one');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('This isn’t your password.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByLabel('Password', { exact: true }).waitFor({ state: 'detached' });
    await page.reload();
    await waitUntilTrue(page, `document.querySelector('input[name=email]')?.value === 'moved@example.org'`);
    assert.deepEqual(withoutRefusals(opened.problems), []);
  });

  test('keeps typed values when the session has ended, and saves them after the next sign-in', async () => {
    await using opened = await web.openAs('expired@example.org', '/account');
    const { page, context } = opened;
    await page.getByRole('meter', { name: 'Requests this hour' }).waitFor();
    await page.getByLabel('Name').fill('Typed for long');
    const value = `imgds_${'0'.repeat(38)}`;
    await context.addCookies([{ name: 'imgd_session', value, url: web.base, httpOnly: true, sameSite: 'Lax' }]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog', { name: 'Sign in to continue' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await page.getByLabel('Name').inputValue(), 'Typed for long');
    // Signs in as in another tab.
    await context.request.post(`${web.base}/api/v1/auth/login`, {
      data: { email: 'expired@example.org', password: PASSWORD },
    });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Typed for long' }).waitFor();
    assert.deepEqual(withoutRefusals(opened.problems), []);
  });

  test('creates keys, shows them once, renames, replaces and revokes them', async () => {
    await using opened = await web.openAs('keys@example.org', '/account?tab=keys');
    const { page } = opened;
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Enter a name.').waitFor();
    await page.getByRole('dialog').getByLabel('Name').fill('laptop');
    await page.getByLabel('Full access except administration').uncheck();
    await page.getByLabel('Upload and edit images').check();
    await page.getByLabel('Expires').selectOption('30 days');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('heading', { name: 'Your new key' }).waitFor();
    const first = await shownKey(page);
    assert.ok(await authenticated(first));
    await page.getByRole('button', { name: 'Done' }).click();
    await page.locator('.lines li').filter({ hasText: 'laptop' }).getByText('Upload and edit images').waitFor();
    assert.ok(!(await page.content()).includes(first));

    await act(page, 'laptop', 'Rename');
    await page.getByRole('dialog').getByLabel('Name').fill('phone');
    await page.getByRole('button', { name: 'Save' }).click();
    await act(page, 'phone', 'Replace');
    await page.getByLabel('Old key keeps working for').selectOption('Stop immediately');
    await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
    await page.getByRole('heading', { name: 'Your new key' }).waitFor();
    const second = await shownKey(page);
    assert.deepEqual([await authenticated(first), await authenticated(second)], [false, true]);
    await page.keyboard.press('Escape');
    await page.getByText('You won’t see this again.').waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
    await act(page, 'phone', 'Revoke');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Key revoked').waitFor();
    assert.equal(await authenticated(second), false);
    assert.deepEqual(opened.problems, []);
  });

  test('changes the password, and ends single sessions', async () => {
    await using opened = await web.openAs('security@example.org', '/account?tab=security');
    const { page } = opened;
    const data = { email: 'security@example.org', password: PASSWORD };
    await fetch(`${web.base}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'uploader/1.0' },
      body: JSON.stringify(data),
    });
    await page.reload();
    await page.getByText('Chrome on Linux').waitFor();
    await page.getByRole('button', { name: 'Sign out uploader/1.0' }).click();
    await page.getByText('uploader/1.0').waitFor({ state: 'detached' });
    await page.getByLabel('Current password').fill('wrong one');
    await page.getByLabel('New password').fill('a better password');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('This isn’t your password.').waitFor();
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed').waitFor();
    await page.getByLabel('Current password').fill('a better password');
    await page.getByLabel('New password').fill('an even better one');
    await page.getByLabel('Also revoke all API keys').check();
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed, 1 API key revoked').waitFor();
    assert.deepEqual(withoutRefusals(opened.problems), []);
  });

  test('deletes the account after a password prompt, and signs out', async () => {
    await using opened = await web.openAs('leaves@example.org', '/account?tab=security');
    const { page } = opened;
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Confirm with your password').fill('wrong one');
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Confirm with your password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await page.getByText('Account deleted with 0 images').waitFor();
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
  });
});

describe("the owner's actions on the view page", { skip: noChromium, timeout: 60_000 }, () => {
  test('are visible to the owner only: name, album, expiry, delete', async () => {
    await using web = await startWeb();
    await using owner = await web.openAs('owner@example.org');
    const { page, context } = owner;
    await page.getByRole('link', { name: 'Library' }).waitFor();
    const uploadResponse = page.waitForResponse('**/api/v1/upload');
    const file = { name: 'mine.jpg', mimeType: 'image/jpeg', buffer: await makeJpeg(200, 100) };
    await page.locator('input[type=file]').setInputFiles([file]);
    const { data: mine } = await (await uploadResponse).json();
    const csrf = (await (await context.request.get(`${web.base}/api/v1/account`)).json()).data.csrf_token;
    const headers = { 'x-csrf-token': csrf, origin: web.base };
    await context.request.post(`${web.base}/api/v1/albums`, { data: { name: 'Family' }, headers });
    await page.goto(mine.links.view_page);
    await page.getByRole('heading', { name: 'Your image' }).waitFor();
    await page.getByLabel('File name').fill('<i>ours');
    await page.getByLabel('Album').selectOption('Family');
    await page.getByLabel('Expiry').selectOption('In 1 day');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), '<i>ours.jpg');
    const { data } = await (await context.request.get(`${web.base}/api/v1/image/${mine.id}`)).json();
    assert.deepEqual([data.filename, data.album.name, data.expires_at === null], ['<i>ours.jpg', 'Family', false]);

    const others = await uploadAs(web.base, file.buffer, 'other.jpg');
    await page.goto(others.links.view_page);
    await page.waitForLoadState('networkidle');
    assert.equal(await page.getByRole('heading', { name: 'Your image' }).count(), 0);
    await page.goto(mine.links.view_page);
    await page.getByRole('button', { name: 'Delete image' }).click();
    await page.getByRole('button', { name: 'Delete permanently' }).click();
    await page.waitForURL('**/library');
    assert.equal((await fetch(mine.links.direct)).status, 404);
    assert.deepEqual(owner.problems, []);

    await using visitor = await web.open();
    let apiRequests = 0;
    visitor.page.on('request', (request) => {
      if (request.url().includes('/api/')) apiRequests += 1;
    });
    // Requests of the first page may still be running.
    await visitor.page.waitForLoadState('networkidle');
    apiRequests = 0;
    await visitor.page.goto(others.links.view_page);
    await visitor.page.waitForLoadState('networkidle');
    assert.equal(apiRequests, 0);
  });
});
