import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { noChromium } from './browser.ts';
import { checkAccessibility } from './check-accessibility.ts';
import { openAsAdmin } from './open-as-admin.ts';
import { PASSWORD, startWeb, withoutRefusals } from './web-app.ts';

describe('registration', { skip: noChromium, timeout: 240_000 }, () => {
  test('with an invitation: an administrator creates it, its link opens the form, and it works once', async () => {
    await using web = await startWeb({
      env: { IMGD_REGISTRATION: 'invitation', IMGD_REGISTRATION_DOMAINS: 'a.example' },
    });
    await using admin = await openAsAdmin(web, '/admin/registrations');
    await admin.page.getByRole('button', { name: 'New invitation' }).click();
    const dialog = admin.page.getByRole('dialog');
    await dialog.getByLabel('Note for administrators').fill('for Ada');
    await checkAccessibility(admin.page, 'invitation dialog');
    await dialog.getByRole('button', { name: 'Create invitation' }).click();
    const link = await dialog.getByLabel('Invitation link').inputValue();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await admin.page.getByText('for Ada').waitFor();
    await admin.page.getByText('0 of 1 used').waitFor();

    await using visitor = await web.open('/register');
    const { page } = visitor;
    await page.getByLabel('Email address').fill('ada@b.example');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Enter your invitation.').waitFor();
    await page.getByText('Use an address of a.example.').waitFor();
    await page.getByLabel('Invitation').fill(link);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('You can’t use an email address of this domain here.').waitFor();
    await page.getByLabel('Email address').fill('ada@a.example');
    await checkAccessibility(page, 'registration with an invitation');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('status').getByText('Welcome!').waitFor();
    assert.deepEqual(withoutRefusals(visitor.problems), []);

    await using second = await web.open(`/register#${link.split('#')[1]}`);
    await second.page.getByLabel('Email address').fill('eve@a.example');
    await second.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await second.page.getByRole('button', { name: 'Create account' }).click();
    await second.page.getByText('This invitation isn’t valid.').waitFor();
  });

  test('with approval: the account sees that it waits, until an administrator approves it', async () => {
    await using web = await startWeb({ env: { IMGD_REGISTRATION: 'approval' } });
    await using visitor = await web.open('/register');
    const { page } = visitor;
    await page.getByText('An administrator approves new accounts.').waitFor();
    await page.getByLabel('Email address').fill('ada@a.example');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Your account is waiting for approval' }).waitFor();
    await checkAccessibility(page, 'a waiting account');
    await page.getByRole('link', { name: 'Account', exact: true }).first().click();
    await page.getByRole('tab', { name: 'Security' }).waitFor();
    assert.equal(await page.getByRole('tab', { name: 'API keys' }).count(), 0);
    await page.goBack();

    await using admin = await openAsAdmin(web, '/admin/registrations');
    await admin.page.getByText('ada@a.example').waitFor();
    await checkAccessibility(admin.page, 'registrations');
    await admin.page.getByRole('button', { name: 'Approve' }).click();
    await admin.page.getByText('No accounts are waiting').waitFor();

    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('heading', { name: 'Your account is waiting for approval' }).waitFor({ state: 'detached' });
    assert.deepEqual(withoutRefusals(visitor.problems), []);
    assert.deepEqual(admin.problems, []);
  });
});
