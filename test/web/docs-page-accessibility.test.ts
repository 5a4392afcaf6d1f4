import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noChromium } from './browser.ts';
import { checkAccessibility } from './check-accessibility.ts';
import { openPage } from './open-page.ts';
import { startWeb } from './web-app.ts';

// The longest page of the service: axe takes longer for it than for all others together.
test('axe finds no violation on the API reference, closed and opened', {
  skip: noChromium,
  timeout: 240_000,
}, async () => {
  await using web = await startWeb();
  await using opened = await openPage(web.browser, `${web.app.nodeUrl}/docs`);
  const { page } = opened;
  await checkAccessibility(page, '/docs');
  const opening = ['#uploadImage', '#changeImages'];
  for (const id of opening) await page.locator(`${id} > summary`).click();
  await checkAccessibility(page, '/docs, opened', opening);
  assert.deepEqual(opened.problems, []);
});
