import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { totpCode } from '../support/second-factor.ts';
import { noChromium } from './browser.ts';
import { checkAccessibility } from './check-accessibility.ts';
import type { OpenedPage } from './open-page.ts';
import { PASSWORD, startWeb, type WebApp, withoutRefusals } from './web-app.ts';

const STEP_MS = 30_000;

/** Gives a page an authenticator that keeps passkeys and verifies its user without a prompt. */
async function addAuthenticator(context: BrowserContext, page: Page): Promise<{ fail(): Promise<void> }> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async fail() {
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    },
  };
}

describe('two-step verification in the browser', { skip: noChromium, timeout: 240_000 }, () => {
  let web: WebApp;
  before(async () => {
    web = await startWeb();
  });
  after(() => web[Symbol.asyncDispose]());

  const signIn = async ({ page }: OpenedPage, email: string) => {
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  const confirm = async (page: Page, action: string) => {
    await page.getByLabel('Confirm with your password').fill(PASSWORD);
    await page.getByRole('dialog').getByRole('button', { name: action }).click();
  };

  test('an app is added with its picture and codes, signs in, and is removed', async () => {
    const email = 'app@example.org';
    await using opened = await web.openAs(email, '/account?tab=security');
    const { page } = opened;
    await page.getByRole('button', { name: 'Add an app' }).click();
    await page.getByLabel('Confirm with your password').fill('wrong one');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('This isn’t your password.').waitFor();
    await confirm(page, 'Continue');
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    await checkAccessibility(page, 'the picture of the app');
    const secret = await page.getByLabel('Key', { exact: true }).inputValue();
    await page.getByLabel('Code from the app').fill('12');
    await page.getByRole('button', { name: 'Add app' }).click();
    await page.getByText('Enter the 6 digits the app shows.').waitFor();
    const code = totpCode(secret, Date.now());
    await page.getByLabel('Code from the app').fill(code === '123456' ? '654321' : '123456');
    await page.getByRole('button', { name: 'Add app' }).click();
    await page.getByText('Enter the 6 digits the app shows.').waitFor();
    await page.getByLabel('Code from the app').fill(totpCode(secret, Date.now()));
    await page.getByRole('button', { name: 'Add app' }).click();
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    await checkAccessibility(page, 'the recovery codes');
    const codes = await page.locator('.recovery-codes code').allTextContents();
    assert.equal(codes.length, 10);
    const downloading = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click();
    const saved = await readFile(await (await downloading).path(), 'utf8');
    for (const one of codes) assert.ok(saved.includes(one));
    assert.match(saved, /^Recovery codes for \S+@\S+ at localhost:\d+, created .+ Each one works once\.\n/);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('10 recovery codes left').waitFor();
    await checkAccessibility(page, 'two-step verification');

    await using fresh = await web.open('/login?next=%2Faccount%3Ftab%3Dsecurity');
    await signIn(fresh, email);
    await fresh.page.getByRole('heading', { name: 'One more step' }).waitFor();
    await checkAccessibility(fresh.page, 'the second step');
    await fresh.page.getByLabel('Code', { exact: true }).fill(code);
    await fresh.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await fresh.page.getByText('That code is wrong or was already used.').waitFor();
    await fresh.page.getByLabel('Code', { exact: true }).fill(totpCode(secret, Date.now() + STEP_MS));
    await fresh.page.keyboard.press('Enter');
    await fresh.page.getByText('10 recovery codes left').waitFor();

    // The session ends, and the second step over the page goes on with what was clicked.
    await fresh.context.clearCookies({ name: 'imgd_session' });
    await fresh.page.getByRole('button', { name: 'New recovery codes' }).click();
    await confirm(fresh.page, 'Continue');
    const over = fresh.page.getByRole('dialog', { name: 'Sign in to continue' });
    await over.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await fresh.page.keyboard.press('Enter');
    const [recoveryCode] = codes as [string];
    await over.getByRole('button', { name: 'Use a recovery code' }).click();
    await over.getByLabel('Recovery code').fill(recoveryCode);
    await fresh.page.keyboard.press('Enter');
    await fresh.page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    await fresh.page.getByRole('button', { name: 'Done' }).click();
    await fresh.page.getByRole('button', { name: 'Actions for Authenticator app' }).click();
    await fresh.page.getByRole('menuitem', { name: 'Remove' }).click();
    await confirm(fresh.page, 'Remove');
    await fresh.page.getByText('It’s off.').waitFor();
    assert.deepEqual([withoutRefusals(opened.problems), withoutRefusals(fresh.problems)], [[], []]);
  });

  test('a passkey is added, and signs in after the password and alone', async () => {
    const email = 'passkey@example.org';
    await using opened = await web.openAs(email, '/account?tab=security');
    const { page, context } = opened;
    const authenticator = await addAuthenticator(context, page);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('This <b>laptop</b>');
    await confirm(page, 'Add passkey');
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('This <b>laptop</b>').waitFor();
    await page.getByText('Never used').waitFor();

    const signOut = () => context.clearCookies();
    await signOut();
    await page.goto(`${web.base}/login?next=%2Faccount%3Ftab%3Dsecurity`);
    await signIn(opened, email);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText(/Added .* · Last used /).waitFor();

    await signOut();
    await page.goto(`${web.base}/login?next=%2Faccount%3Ftab%3Dsecurity`);
    await page.getByRole('button', { name: 'Continue with a passkey' }).click();
    await page.getByText('10 recovery codes left').waitFor();

    await signOut();
    await authenticator.fail();
    await page.goto(`${web.base}/login`);
    await page.getByRole('button', { name: 'Continue with a passkey' }).click();
    await page.getByText('The passkey wasn’t used').waitFor();
    assert.deepEqual(withoutRefusals(opened.problems), []);
  });

  test('a recovery code signs in once, and new codes replace the old ones', async () => {
    const email = 'recovery@example.org';
    await using opened = await web.openAs(email, '/account?tab=security');
    const { page, context } = opened;
    await addAuthenticator(context, page);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await confirm(page, 'Add passkey');
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    const [first = ''] = await page.locator('.recovery-codes code').allTextContents();

    await using fresh = await web.open('/login?next=%2Faccount%3Ftab%3Dsecurity');
    await signIn(fresh, email);
    await fresh.page.getByRole('button', { name: 'Use a recovery code' }).click();
    await fresh.page.getByLabel('Recovery code').fill(first.toUpperCase());
    await fresh.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await fresh.page.getByText('9 recovery codes left').waitFor();
    await fresh.page.getByRole('button', { name: 'New recovery codes' }).click();
    await confirm(fresh.page, 'Continue');
    await fresh.page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    assert.equal(await fresh.page.locator('.recovery-codes code').count(), 10);
    await fresh.page.getByRole('button', { name: 'Done' }).click();
    await fresh.page.getByText('10 recovery codes left').waitFor();

    await using again = await web.open('/login');
    await signIn(again, email);
    await again.page.getByRole('button', { name: 'Use a recovery code' }).click();
    await again.page.getByLabel('Recovery code').fill(first);
    await again.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await again.page.getByText('That recovery code is wrong or was already used.').waitFor();
    await again.page.getByRole('button', { name: 'Back to sign in' }).click();
    await again.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  test('a ticket in the address continues a sign-in, and an old one says so', async () => {
    await using opened = await web.open(`/login#imgdl_${'0'.repeat(38)}`);
    await opened.page.getByText('This took too long. Please start again.').waitFor();
    await opened.page.getByRole('button', { name: 'Back to sign in' }).click();
    await opened.page.getByLabel('Email address').waitFor();
  });
});
