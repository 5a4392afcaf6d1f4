import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { isVerified, type Receiver, refuse, startReceiver } from '../support/webhook-receiver.ts';
import { noChromium } from './browser.ts';
import { checkAccessibility } from './check-accessibility.ts';
import { openAsAdmin } from './open-as-admin.ts';
import { startWeb, type WebApp, withoutRefusals } from './web-app.ts';

describe('webhooks on the pages of accounts and of the administration', { skip: noChromium, timeout: 120_000 }, () => {
  let web: WebApp;
  let receiver: Receiver;
  before(async () => {
    web = await startWeb({ env: { IMGD_WEBHOOKS_ALLOW_PRIVATE: '1' } });
    receiver = await startReceiver();
  });
  after(async () => {
    await receiver[Symbol.asyncDispose]();
    await web[Symbol.asyncDispose]();
  });

  const act = async (page: Page, action: string) => {
    await page.getByRole('button', { name: `Actions for ${receiver.url}` }).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  };
  const secretOf = async (page: Page) => {
    const dialog = page.getByRole('dialog', { name: 'Signing secret' });
    const secret = await dialog.getByLabel('Signing secret', { exact: true }).inputValue();
    await dialog.getByRole('button', { name: 'Done' }).click();
    return secret;
  };

  test('are added, tested, sent again, turned off, given another secret and deleted', async () => {
    await using opened = await web.openAs('webhooks@example.org', '/account?tab=keys');
    const { page } = opened;
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Enter an https address on the public Internet.').waitFor();
    await page.getByLabel('Address').fill(receiver.url);
    await page.getByLabel('Description').fill('my forum');
    await page.getByRole('button', { name: 'Save' }).click();
    const secret = await secretOf(page);
    await page.getByText('my forum · Active').waitFor();

    await act(page, 'Send test');
    const message = await receiver.got(({ type }) => type === 'webhook.test');
    assert.equal(isVerified(secret, message), true);
    receiver.answer = refuse(500);
    await act(page, 'Send test');
    await receiver.got((one) => one.id !== message.id);
    await act(page, 'Deliveries');
    const dialog = page.getByRole('dialog', { name: 'Deliveries' });
    const failed = dialog.getByText('The receiver answered 500.');
    while ((await failed.count()) === 0) await dialog.getByRole('button', { name: 'Refresh' }).click();
    await dialog.getByText('Delivered').waitFor();
    await checkAccessibility(page, 'deliveries of a webhook');
    const before = receiver.messages.length;
    await dialog
      .getByRole('button', { name: /^Send again: webhook.test/ })
      .first()
      .click();
    await receiver.got((one) => receiver.messages.indexOf(one) >= before);
    await dialog.getByRole('button', { name: 'Close' }).click();

    await act(page, 'Turn off');
    await page.getByText('my forum · Turned off').waitFor();
    await act(page, 'Turn on');
    await page.getByText('my forum · Active').waitFor();
    await act(page, 'Replace secret');
    await page.getByRole('dialog').getByRole('button', { name: 'Replace secret' }).click();
    assert.notEqual(await secretOf(page), secret);
    await act(page, 'Edit');
    await page.getByLabel('All events').uncheck();
    await page.getByLabel('image.deleted').check();
    await checkAccessibility(page, 'the form of a webhook');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('image.deleted', { exact: true }).waitFor();
    await act(page, 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No webhooks yet').waitFor();
    assert.deepEqual(withoutRefusals(opened.problems), []);
  });

  test('of the service are added, tested, edited and deleted by an administrator, also on a phone', async () => {
    const look = { viewport: { width: 390, height: 844 }, hasTouch: true };
    await using opened = await openAsAdmin(web, '/admin/webhooks', look);
    const { page } = opened;
    await page.getByText('No webhooks yet').waitFor();
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByLabel('Address').fill(receiver.url);
    await page.getByRole('button', { name: 'Save' }).click();
    const secret = await secretOf(page);
    receiver.answer = refuse(204);
    const before = receiver.messages.length;
    await act(page, 'Send test');
    const message = await receiver.got((one) => receiver.messages.indexOf(one) >= before);
    assert.equal(isVerified(secret, message), true);
    await act(page, 'Deliveries');
    const dialog = page.getByRole('dialog', { name: 'Deliveries' });
    while ((await dialog.getByText('Delivered').count()) === 0)
      await dialog.getByRole('button', { name: 'Refresh' }).click();
    await checkAccessibility(page, 'deliveries of the service');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await act(page, 'Edit');
    await page.getByLabel('Description').fill('all uploads');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('all uploads · Active').waitFor();
    await act(page, 'Turn off');
    await page.getByText('all uploads · Turned off').waitFor();
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
    await checkAccessibility(page, 'webhooks of the service');
    await page.goto(`${web.base}/account?tab=keys`);
    await page.getByText('No webhooks yet').waitFor();
    await page.goto(`${web.base}/admin/webhooks`);
    await act(page, 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No webhooks yet').waitFor();
    await page.getByRole('link', { name: 'Audit log' }).click();
    for (const action of ['create', 'change', 'delete']) await page.getByText(`webhook.${action}`).first().waitFor();
    assert.deepEqual(withoutRefusals(opened.problems), []);
  });
});
