import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { noChromium } from './browser.ts';
import { waitUntilTrue } from './wait-until-true.ts';
import { PASSWORD, startWeb, type WebApp, withoutRefusals } from './web-app.ts';

describe('sign-in and registration', { skip: noChromium, timeout: 120_000 }, () => {
  let web: WebApp;
  before(async () => {
    web = await startWeb();
  });
  after(() => web[Symbol.asyncDispose]());

  test('registration shows the first key once, and signing out and in works by keyboard', async () => {
    await using opened = await web.open('/register?next=%2Faccount');
    const { page } = opened;
    await page.getByLabel('Email address').fill('ada@example.org');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Name').fill('Ada Lovelace');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your account is ready' }).waitFor();
    const key = await page.getByLabel('API key', { exact: true }).inputValue();
    const usage = await fetch(`${web.base}/api/v1/usage`, { headers: { authorization: `Bearer ${key}` } });
    const answer = (await usage.json()) as { data: { authenticated: boolean } };
    assert.equal(answer.data.authenticated, true);
    await page.getByRole('link', { name: 'Start uploading' }).click();
    await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();

    await page.getByRole('button', { name: 'Account of Ada Lovelace' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    await page.goto(`${web.base}/login?next=%2Faccount`);
    await page.getByLabel('Email address').fill('ada@example.org');
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
    assert.deepEqual(opened.problems, []);
  });

  test('an error is shown and announced with its field, and typed values are kept', async () => {
    await (await web.openAs('taken@example.org'))[Symbol.asyncDispose]();
    await using opened = await web.open('/register');
    const { page } = opened;
    const email = page.getByLabel('Email address');
    const password = page.getByLabel('Password', { exact: true });
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Enter a complete email address').waitFor();
    assert.equal(await email.getAttribute('aria-invalid'), 'true');
    await waitUntilTrue(page, `document.activeElement.name === 'email'`);
    await email.fill('taken@example.org');
    await password.fill('long enough');
    await page.getByLabel('Name').fill('"><img src=x onerror=alert(1)>');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('There is an account with this email address already.').waitFor();
    const about = (await email.getAttribute('aria-describedby')) ?? '';
    assert.match((await page.locator(`[id="${about}"]`).textContent()) ?? '', /account with this email/);
    assert.equal(await email.inputValue(), 'taken@example.org');
    assert.equal(await password.inputValue(), 'long enough');
    assert.equal(await page.getByLabel('Name').inputValue(), '"><img src=x onerror=alert(1)>');
    assert.deepEqual(withoutRefusals(opened.problems), []);
  });

  test('a wrong password shows an error; the fields have names for password managers', async () => {
    await using opened = await web.open('/login');
    const { page } = opened;
    const email = page.getByLabel('Email address');
    const password = page.getByLabel('Password', { exact: true });
    await email.fill('unknown@example.org');
    await password.fill('wrong password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The email address or the password is wrong.').waitFor();
    assert.equal(await email.inputValue(), 'unknown@example.org');
    assert.equal(await email.getAttribute('autocomplete'), 'username');
    assert.equal(await password.getAttribute('autocomplete'), 'current-password');
    await page.getByRole('button', { name: 'Show password' }).click();
    assert.equal(await password.getAttribute('type'), 'text');
  });

  test('`next` never leads to another site', async () => {
    await using opened = await web.openAs('next@example.org', '/login?next=%2F%2Fevil.example%2F');
    await opened.page.waitForURL(`${web.base}/`);
    await opened.page.goto(`${web.base}/login?next=https%3A%2F%2Fevil.example`);
    await opened.page.waitForURL(`${web.base}/`);
  });

  test('an invalid reset link shows an error and a link to request another', async () => {
    await using opened = await web.open('/reset#imgdr_nothing');
    const { page } = opened;
    await page.getByLabel('New password').fill('another password');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('heading', { name: 'This link cannot be used' }).waitFor();
    await page.getByRole('link', { name: 'Send a new link' }).click();
    await page.getByRole('heading', { name: 'This server sends no mail' }).waitFor();
  });

  test('the page says that registration is closed', async () => {
    await using closed = await startWeb({ env: { IMGD_REGISTRATION: 'closed' } });
    await using opened = await closed.open('/register');
    await opened.page.getByRole('heading', { name: 'New accounts cannot be created here.' }).waitFor();
  });
});
