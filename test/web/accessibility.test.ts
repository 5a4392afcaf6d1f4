import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { noChromium } from './browser.ts';
import { checkAccessibility } from './check-accessibility.ts';
import { makeJpeg } from './upload.ts';
import { startWeb, type WebApp, withoutRefusals } from './web-app.ts';

describe('accessibility of the browser application', { skip: noChromium, timeout: 180_000 }, () => {
  let web: WebApp;
  before(async () => {
    web = await startWeb();
  });
  after(() => web[Symbol.asyncDispose]());

  test('axe finds no violation on the public pages', async () => {
    await using opened = await web.open();
    const { page } = opened;
    await page.getByText('data are removed').waitFor();
    await checkAccessibility(page, '/');
    const buffer = await makeJpeg(200, 100);
    await page.locator('input[type=file]').setInputFiles([{ name: 'one.jpg', mimeType: 'image/jpeg', buffer }]);
    await page.getByRole('button', { name: 'Copy link', exact: true }).waitFor();
    await checkAccessibility(page, 'one upload');
    await page.locator('input[type=file]').setInputFiles([
      { name: 'a.jpg', mimeType: 'image/jpeg', buffer },
      { name: 'b.jpg', mimeType: 'image/jpeg', buffer },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
    ]);
    await page.locator('.overall').getByText('3 of 4 uploaded').waitFor();
    await checkAccessibility(page, 'uploads');
    await page.reload();
    await page.getByRole('button', { name: 'Actions for a.jpg' }).click();
    await checkAccessibility(page, 'an open menu');
    for (const [path, heading] of [
      ['/login', 'Sign in'],
      ['/register', 'Create account'],
      ['/forgot', 'This server can’t send email'],
      ['/reset#x', 'Set a new password'],
      ['/verify#x', 'Confirm your email address'],
    ] as const) {
      await page.goto(web.base + path);
      await page.getByRole('heading', { name: heading }).waitFor();
      await checkAccessibility(page, path);
    }
    assert.deepEqual(withoutRefusals(opened.problems), []);
  });

  test('axe finds no violation on the account page', async () => {
    await using opened = await web.openAs('axe@example.org', '/account');
    const { page } = opened;
    await page.getByRole('heading', { name: 'Usage' }).waitFor();
    await checkAccessibility(page, '/account');
    await page.goto(`${web.base}/account?tab=security`);
    await page.getByText('This browser').waitFor();
    await checkAccessibility(page, 'security');
    await page.goto(`${web.base}/account?tab=keys`);
    await page.locator('.lines li').first().waitFor();
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('dialog').waitFor();
    await checkAccessibility(page, 'a dialog');
    assert.deepEqual(opened.problems, []);
  });

  test('every element that the Tab key reaches has a visible focus', async () => {
    await using opened = await web.open();
    const { page } = opened;
    await page.getByText('data are removed').waitFor();
    const reached = new Set<string>();
    for (let i = 0; i < 25; i += 1) {
      await page.keyboard.press('Tab');
      const [name, style, width] = (await page.evaluate(`(() => {
        const element = document.activeElement;
        const shown = element.type === 'radio' ? element.nextElementSibling : element;
        const { outlineStyle, outlineWidth } = getComputedStyle(shown);
        return [element.outerHTML.slice(0, 80), outlineStyle, outlineWidth];
      })()`)) as [string, string, string];
      if (name.startsWith('<body')) break;
      reached.add(name);
      assert.deepEqual([style, width], ['solid', '3px'], name);
    }
    assert.ok(reached.size >= 10, [...reached].join('\n'));
  });
});
