import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { recordBackup } from '../../src/catalog/operations/backups.ts';
import { storageBeside } from '../support/requests.ts';
import { noChromium } from './browser.ts';
import { checkAccessibility } from './check-accessibility.ts';
import { openAsAdmin } from './open-as-admin.ts';
import { makeJpeg, uploadAs } from './upload.ts';
import { startWeb, type WebApp, withoutRefusals } from './web-app.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const FITS = 'document.documentElement.scrollWidth <= innerWidth';

describe('networks, single images and backups in the administration', { skip: noChromium, timeout: 180_000 }, () => {
  let web: WebApp;
  before(async () => {
    web = await startWeb({ env: { IMGD_BACKUP_MAX_AGE_HOURS: '24' } });
  });
  after(() => web[Symbol.asyncDispose]());

  test('a network is blocked with a reason and an end, listed, and unblocked', async () => {
    await using opened = await openAsAdmin(web, '/admin', PHONE);
    const { page } = opened;
    await page.getByRole('link', { name: 'Networks' }).click();
    await page.getByText('No blocked networks').waitFor();
    await page.getByRole('button', { name: 'Block network' }).click();
    const wrong = page.getByText('Enter an address or a network: IPv4 with /8 to /32, IPv6 with /16 to /64.');
    await wrong.waitFor();
    const field = page.getByLabel('Address or network');
    await field.fill('0.0.0.0/0');
    await field.press('Enter');
    await page.getByRole('button', { name: 'Block network' }).and(page.locator(':enabled')).waitFor();
    await wrong.waitFor();
    await field.fill('203.0.113.9/24');
    await page.getByLabel('Reason').fill('a raid');
    await page.getByLabel('Blocked for').selectOption('30 days');
    await page.getByRole('button', { name: 'Block network' }).click();
    const row = page.locator('.admin-lines li').filter({ hasText: '203.0.113.0/24' });
    await row.getByText('a raid').waitFor();
    await row.getByText(/^until .*example\.org$/).waitFor();
    assert.equal(await field.inputValue(), '');
    assert.equal(await page.evaluate(FITS), true);
    await checkAccessibility(page, 'networks');
    await row.getByRole('button', { name: 'Unblock' }).click();
    await page.getByRole('dialog').getByText('Unblock 203.0.113.0/24?').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Unblock' }).click();
    await page.getByText('No blocked networks').waitFor();
    assert.deepEqual(withoutRefusals(opened.problems), []);
  });

  test('the page of an image leads its administrator to its acts, and to those on its uploader', async () => {
    const [first, second] = [
      await uploadAs(web.app.url, await makeJpeg(211, 120), 'raid-1.jpg'),
      await uploadAs(web.app.url, await makeJpeg(212, 120), 'raid-2.jpg'),
    ];
    const statuses = () => Promise.all([first, second].map(async ({ links }) => (await fetch(links.direct)).status));
    await using opened = await openAsAdmin(web, '/admin/images', PHONE);
    const { page } = opened;
    await page.getByLabel('Image ID or link').fill('no link');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page.getByText('Enter the ID of an image, or a link to it.').waitFor();
    await page.getByLabel('Image ID or link').fill(second.links.direct);
    await page.getByLabel('Image ID or link').press('Enter');
    await page.getByRole('link', { name: 'raid-2.jpg' }).waitFor();
    await page.goto(`${web.base}${new URL(first.links.view_page).pathname}`);
    await page.getByRole('link', { name: 'Moderate' }).click();
    await page.getByRole('link', { name: 'raid-1.jpg' }).waitFor();
    assert.equal(await page.evaluate(FITS), true);
    await checkAccessibility(page, 'an image');
    await page.getByRole('button', { name: 'Quarantine' }).click();
    await page.getByText('Image in quarantine').waitFor();
    await page.getByRole('button', { name: 'Release' }).waitFor();
    assert.deepEqual(await statuses(), [404, 200]);
    await page.getByRole('button', { name: 'Release' }).click();
    await page.getByRole('button', { name: 'Quarantine' }).waitFor();
    const apply = async (action: string) => {
      await page.getByRole('button', { name: 'All from this uploader' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.locator('.moderated').nth(1).waitFor();
      await dialog.getByLabel('What happens to them').selectOption(action);
      await dialog.getByLabel('Refuse uploads of this uploader for 7 days').uncheck();
      await dialog.getByRole('button', { name: 'Apply to all' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await apply('Hide from visitors');
    assert.deepEqual(await statuses(), [404, 404]);
    await apply('Show again what was hidden');
    assert.deepEqual(await statuses(), [200, 200]);
    await page.getByRole('button', { name: 'Take down' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('abuse');
    await page.getByRole('dialog').getByRole('button', { name: 'Take down' }).click();
    await page.getByText('This image no longer exists').waitFor();
    assert.deepEqual(await statuses(), [404, 200]);
    assert.deepEqual(withoutRefusals(opened.problems), []);
  });

  test('others have no such link', async () => {
    const image = await uploadAs(web.app.url, await makeJpeg(213, 120), 'seen.jpg');
    await using opened = await web.openAs('ordinary@example.org', '/library');
    await opened.page.getByRole('contentinfo').waitFor();
    await opened.page.goto(`${web.base}${new URL(image.links.view_page).pathname}`);
    await opened.page.getByRole('link', { name: 'Report this image' }).waitFor();
    await opened.page.waitForLoadState('networkidle');
    assert.equal(await opened.page.getByRole('link', { name: 'Moderate' }).count(), 0);
    assert.deepEqual(opened.problems, []);
  });

  test('the health shows the backups, with the age of the last good one', async () => {
    await using opened = await openAsAdmin(web, '/admin');
    const { page } = opened;
    const part = page.locator('.figures > div').filter({ hasText: 'Backup' });
    await part.getByText('There is no backup yet: run imgd backup.').waitFor();
    const storage = await storageBeside(web.app);
    try {
      const at = Date.now() - 5 * 3_600_000;
      const run = { started_at: at, finished_at: at, target: 'x', bytes: 1, blobs: 1, error: null };
      await recordBackup(storage.db, { ...run, outcome: 'ok' });
    } finally {
      await storage.close();
    }
    await page.reload();
    await part.getByText('OK').waitFor();
    await part.getByText(/^Last good one [56] hours ago$/).waitFor();
    await checkAccessibility(page, 'the health');
    assert.deepEqual(opened.problems, []);
  });
});
