import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { CLIENT_ID, CLIENT_SECRET, startOidc } from '../support/oidc.ts';
import { startApp } from '../support/start-app.ts';
import { launchBrowser, noChromium } from './browser.ts';
import { openPage } from './open-page.ts';

test('Chromium returns signed in from a provider on another site', {
  skip: noChromium,
  timeout: 120_000,
}, async () => {
  await using provider = await startOidc();
  await using app = await startApp({
    env: {
      IMGD_OIDC_ISSUER: provider.issuer,
      IMGD_OIDC_CLIENT_ID: CLIENT_ID,
      IMGD_OIDC_CLIENT_SECRET: CLIENT_SECRET,
    },
  });
  // Not 127.0.0.1, which is the site of the provider.
  const site = app.url.replace('127.0.0.1', 'localhost');
  provider.expect(`${site}/api/v1/auth/oidc/callback`);
  provider.person = { sub: randomUUID(), email: `${randomUUID()}@example.com`, email_verified: true };
  await using browser = await launchBrowser();
  await using opened = await openPage(browser);
  await opened.page.goto(`${site}/api/v1/auth/oidc/start`);
  assert.equal(opened.page.url(), `${site}/`);
  const cookies = await opened.context.cookies(site);
  assert.deepEqual(
    cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite]),
    [['imgd_session', true, 'Lax']],
  );
  await opened.page.goto(`${site}/api/v1/account`);
  const { data } = JSON.parse(await opened.page.locator('body').innerText()) as { data: { email: string } };
  assert.equal(data.email, provider.person.email);

  // Signed out at the provider, where the user then cancels.
  await opened.context.clearCookies({ domain: '127.0.0.1' });
  provider.person = undefined;
  await opened.page.goto(`${site}/api/v1/auth/oidc/start`);
  assert.match(await opened.page.locator('h1').innerText(), /Signing in has failed/);
});
