import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noChromium } from './browser.ts';
import { checkAccessibility } from './check-accessibility.ts';
import { waitUntilTrue } from './wait-until-true.ts';
import { startWeb, type WebApp } from './web-app.ts';

describe('dialogs and bars', { skip: noChromium, timeout: 120_000 }, () => {
  let web: WebApp;
  before(async () => {
    web = await startWeb();
  });
  after(() => web[Symbol.asyncDispose]());

  const beside = (page: Page) => page.mouse.click(5, 400);
  const dialog = (page: Page) => page.getByRole('dialog');
  const gone = (page: Page) => dialog(page).waitFor({ state: 'detached' });

  test('a secret that is shown once is not lost by a click beside it or by one key', async () => {
    await using opened = await web.openAs('secret@example.org', '/account?tab=keys');
    const { page } = opened;
    await page.getByRole('button', { name: 'New key' }).click();
    await dialog(page).getByLabel('Name').fill('laptop');
    await dialog(page).getByRole('button', { name: 'Create key' }).click();
    const key = dialog(page).getByLabel('API key', { exact: true });
    await key.waitFor();
    await beside(page);
    await page.keyboard.press('Escape');
    await dialog(page).getByText('You won’t see this again.').waitFor();
    await checkAccessibility(page, 'a question before a secret is lost');
    await page.keyboard.press('Escape');
    await dialog(page).getByText('You won’t see this again.').waitFor({ state: 'detached' });
    assert.match(await key.inputValue(), /^imgd_/);
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await gone(page);
  });

  test('changed fields are not lost by a click beside the dialog; Escape and the cross ask', async () => {
    await using opened = await web.openAs('fields@example.org', '/albums');
    const { page } = opened;
    const open = async () => {
      await page.getByRole('button', { name: 'New album' }).first().click();
      await dialog(page).waitFor();
    };
    await open();
    await beside(page);
    await gone(page);
    await open();
    const name = dialog(page).getByLabel('Name');
    await name.fill('Alps');
    await beside(page);
    await page.keyboard.press('Escape');
    await dialog(page).getByText('Discard your changes?').waitFor();
    await waitUntilTrue(page, `document.activeElement.textContent === 'Keep editing'`);
    await page.keyboard.press('Enter');
    assert.equal(await name.inputValue(), 'Alps');
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await dialog(page).getByRole('button', { name: 'Discard' }).click();
    await gone(page);
    await open();
    assert.equal(await name.inputValue(), '');
    await name.fill('Alps');
    await name.fill('');
    await page.keyboard.press('Escape');
    await gone(page);
  });

  test('a bar says that the browser is offline, and disappears by itself', async () => {
    await using opened = await web.open();
    const { page, context } = opened;
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    await context.setOffline(true);
    await page.getByText('You’re offline.').waitFor();
    await checkAccessibility(page, 'offline');
    await context.setOffline(false);
    await page.getByText('You’re offline.').waitFor({ state: 'detached' });
  });

  test('the administration says in a heading that it is not for everyone', async () => {
    await using opened = await web.openAs('curious@example.org', '/admin');
    await opened.page.getByRole('heading', { level: 1, name: 'You need administrator access' }).waitFor();
    await checkAccessibility(opened.page, 'the administration for another account');
  });
});
