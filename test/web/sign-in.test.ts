import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startMailServer } from '../support/smtp.ts';
import { until } from '../support/until.ts';
import { noChromium } from './browser.ts';
import { waitUntilTrue } from './wait-until-true.ts';
import { PASSWORD, startWeb, type WebApp, withoutRefusals } from './web-app.ts';

describe('sign-in and registration', { skip: noChromium, timeout: 120_000 }, () => {
  let web: WebApp;
  before(async () => {
    web = await startWeb();
  });
  after(() => web[Symbol.asyncDispose]());

  test('registration leads to the wanted page with a welcome, and signing out and in works by keyboard', async () => {
    await using opened = await web.open('/register?next=%2Faccount');
    const { page } = opened;
    await page.getByLabel('Email address').fill('ada@example.org');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Name').fill('Ada Lovelace');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Welcome!').waitFor();
    await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();

    await page.getByRole('button', { name: 'A, account of Ada Lovelace' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem').first().waitFor();
    // Account, Trash, Sign out.
    await page.keyboard.press('ArrowDown');
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
    await page.getByText('Enter a valid email address').waitFor();
    assert.equal(await email.getAttribute('aria-invalid'), 'true');
    await waitUntilTrue(page, `document.activeElement.name === 'email'`);
    await email.fill('taken@example.org');
    await password.fill('long enough');
    await page.getByLabel('Name').fill('"><img src=x onerror=alert(1)>');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('There is already an account with this email address.').waitFor();
    const about = (await email.getAttribute('aria-describedby')) ?? '';
    assert.match((await page.locator(`[id="${about}"]`).textContent()) ?? '', /account with this email/);
    assert.equal(await email.inputValue(), 'taken@example.org');
    assert.equal(await password.inputValue(), 'long enough');
    assert.equal(await page.getByLabel('Name').inputValue(), '"><img src=x onerror=alert(1)>');
    assert.deepEqual(withoutRefusals(opened.problems), []);
  });

  test('too many wrong passwords show the wait, or the other ways in', async () => {
    const error = { code: 'TOO_MANY_ATTEMPTS', message: 'Too many attempts.', retry_after: 540 };
    const refusals: [object, string][] = [
      [error, 'Too many attempts. Try again in 9 minutes.'],
      [{ ...error, details: { window: 'guesses' } }, 'Sign in on a device you’ve used before, or reset your password'],
    ];
    await using opened = await web.open('/login');
    const { page } = opened;
    await page.getByLabel('Email address').fill('ada@example.org');
    await page.getByLabel('Password', { exact: true }).fill('wrong password');
    for (const [refusal, text] of refusals) {
      await page.route('**/auth/login', (route) =>
        route.fulfill({ status: 429, json: { success: false, error: refusal } }),
      );
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByText(text).waitFor();
    }
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
    await page.getByText('The email address or password is wrong.').waitFor();
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
    await page.getByRole('heading', { name: 'This link has expired or was already used.' }).waitFor();
    await page.getByRole('link', { name: 'Send a new link' }).click();
    await page.getByRole('heading', { name: 'This server can’t send email' }).waitFor();
  });

  test('a common password and the address are refused at their field', async () => {
    await using opened = await web.open('/register');
    const { page } = opened;
    await page.getByLabel('Email address').fill('ada.lovelace@example.org');
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('aaaaaaaaaaaaaa');
    await page.getByText('Use more different characters.').waitFor();
    for (const [typed, message] of [
      ['iloveyou', /This password is too common/],
      ['ada.lovelace', /can’t be your email address/],
    ] as const) {
      await password.fill(typed);
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByText(message).waitFor();
      assert.equal(await password.getAttribute('aria-invalid'), 'true');
    }
    assert.deepEqual(withoutRefusals(opened.problems), []);
  });

  test('a mailed link confirms the address after a click, and a reset says what has ended', async () => {
    await using mail = await startMailServer();
    await using mailing = await startWeb({ env: { IMGD_SMTP_URL: mail.url } });
    const linkTo = async (path: string) => {
      const link = new RegExp(`http\\S*${path}#\\S+`);
      const text = await until(() => mail.mails.map((one) => link.exec(one.text)?.[0]).find((found) => found));
      return text.replace(/^.*?(?=\/(verify|reset)#)/, '');
    };
    await using opened = await mailing.openAs('ada@example.org', '/account');
    const { page } = opened;
    await page.getByRole('heading', { name: 'Confirm your email address' }).waitFor();
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Link sent').waitFor();
    await page.goto(mailing.base + (await linkTo('/verify')));
    await page.getByText('If it wasn’t you, close this page.').waitFor();
    await page.getByRole('button', { name: 'Confirm address' }).click();
    await page.getByText('ada@example.org is now your email address.').waitFor();
    await page.getByRole('link', { name: 'Go to your account' }).click();
    await page.getByRole('meter', { name: 'Requests this hour' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Send again' }).count(), 0);
    await page.goto(`${mailing.base}/forgot`);
    await page.getByLabel('Email address').fill('ada@example.org');
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.goto(mailing.base + (await linkTo('/reset')));
    await page.getByLabel('New password').fill('mauve teapot 17');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('1 API key and 1 session no longer work.').waitFor();
    assert.deepEqual(withoutRefusals(opened.problems), []);
  });

  test('the page says that registration is closed', async () => {
    await using closed = await startWeb({ env: { IMGD_REGISTRATION: 'closed' } });
    await using opened = await closed.open('/register');
    await opened.page.getByRole('heading', { name: 'Registration is closed' }).waitFor();
  });
});
